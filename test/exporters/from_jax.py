"""jax2onnx."""

from importlib.metadata import version

import jax
import jax.numpy as jnp
import numpy as np
from jax2onnx import to_onnx

from inputs import distinct_sums


def top5(logits):
    return jax.lax.top_k(logits, 5)


def segment(logits):
    return jnp.argmax(logits, axis=-1)


def mask(logits):
    return jnp.argmax(logits, axis=-1, keepdims=True).astype(jnp.uint8)


def codebook(distances):
    return jnp.argmin(distances, axis=-1)


def beam_step(log_probabilities, scores):
    batch, width, words = log_probabilities.shape
    total = (scores[..., None] + log_probabilities).reshape(batch, width * words)
    best, flat = jax.lax.top_k(total, width)
    return best, flat // words, flat % words


def next_token(logits):
    return jnp.argmax(logits[:, -1, :], axis=-1)


def best(x):
    return jnp.max(x, axis=-1), jnp.argmax(x, axis=-1)


MODELS = {
    "top5": (top5, "the five best classes of each row", [("B", 20)], [[(3, 20)], [(1, 20)]]),
    "segment": (segment, "the class of each pixel", [("B", 4, 5, 3)], [[(2, 4, 5, 3)], [(3, 4, 5, 3)]]),
    "mask": (mask, "the class of each pixel as a byte", [("B", 4, 5, 3)], [[(2, 4, 5, 3)]]),
    "codebook": (codebook, "vector quantization: the nearest entry", [("B", 6)], [[(4, 6)]]),
    "beam_step": (beam_step, "beam search: the best continuations, from which beam and with which word", [(2, 3, 7), (2, 3)], [[(2, 3, 7), (2, 3)]]),
    "next_token": (next_token, "greedy decoding: the best token of the last position", [("B", 4, 8)], [[(3, 4, 8)], [(1, 4, 8)]]),
    "best": (best, "the greatest value of each row and where it is", [("B", 8)], [[(3, 8)]]),
}


def cases():
    for name, (function, what, shapes, runs) in MODELS.items():
        inputs = [distinct_sums(*run) for run in runs]
        answers = [function(*arrays) for arrays in inputs]
        answers = [a if isinstance(a, (tuple, list)) else (a,) for a in answers]
        yield (
            f"jax_{name}",
            f"{what}. JAX {jax.__version__}, jax2onnx {version('jax2onnx')}",
            to_onnx(function, inputs=shapes, model_name=name).SerializeToString(),
            [(given, [np.asarray(a) for a in answer]) for given, answer in zip(inputs, answers)],
        )
