"""tf2onnx."""

import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
import tf2onnx  # noqa: E402

from inputs import distinct_sums  # noqa: E402

OPSET = 18


def top5(logits):
    return tf.math.top_k(logits, 5)


def segment(logits):
    return tf.argmax(logits, axis=-1, output_type=tf.int32)


def mask(logits):
    return tf.cast(tf.argmax(logits, axis=-1)[..., tf.newaxis], tf.uint8)


def codebook(distances):
    return tf.argmin(distances, axis=-1)


def beam_step(log_probabilities, scores):
    shape = tf.shape(log_probabilities)
    total = tf.reshape(scores[..., tf.newaxis] + log_probabilities, [shape[0], shape[1] * shape[2]])
    best, flat = tf.math.top_k(total, shape[1])
    return best, flat // shape[2], flat % shape[2]


def next_token(logits):
    return tf.argmax(logits[:, -1, :], axis=-1)


def best(x):
    return tf.reduce_max(x, axis=-1), tf.argmax(x, axis=-1)


def sort(x):
    return tf.sort(x, direction="DESCENDING")


def route(scores, k):
    return tf.math.top_k(scores, tf.minimum(k, tf.shape(scores)[-1]))


def keep_top_k(logits):
    return tf.where(logits < tf.math.top_k(logits, 3)[0][:, -1:], -100.0, logits)


MODELS = {
    "top5": (top5, "the five best classes of each row", [(None, 20)], [[(3, 20)], [(1, 20)]]),
    "segment": (segment, "the class of each pixel, images of any size", [(None, None, None, 3)], [[(2, 4, 5, 3)], [(3, 2, 7, 3)]]),
    "mask": (mask, "the class of each pixel as a byte", [(None, 4, 5, 3)], [[(2, 4, 5, 3)]]),
    "codebook": (codebook, "vector quantization: the nearest entry", [(None, 6)], [[(4, 6)]]),
    "beam_step": (beam_step, "beam search: the best continuations, from which beam and with which word", [(None, 3, 7), (None, 3)], [[(2, 3, 7), (2, 3)], [(5, 3, 7), (5, 3)]]),
    "next_token": (next_token, "greedy decoding: the best token of the last position", [(None, None, 8)], [[(3, 4, 8)], [(2, 9, 8)]]),
    "best": (best, "the greatest value of each row and where it is", [(None, 8)], [[(3, 8)]]),
    "sort": (sort, "tf.sort, which becomes TopK of everything", [(None, 8)], [[(3, 8)]]),
    "route": (route, "routing with k = min(k, number of experts)", [(None, None), ()], [[(6, 8), 3], [(2, 5), 50]]),
    "keep_top_k": (keep_top_k, "all but the three best logits of each row masked", [(None, 10)], [[(3, 10)], [(2, 10)]]),
}


def arrays_of(run):
    floats = iter(distinct_sums(*(shape for shape in run if isinstance(shape, tuple))))
    return [next(floats) if isinstance(shape, tuple) else np.array(shape, np.int32) for shape in run]


def cases():
    for name, (function, what, shapes, runs) in MODELS.items():
        inputs = [arrays_of(run) for run in runs]
        signature = [tf.TensorSpec(shape, array.dtype) for shape, array in zip(shapes, inputs[0])]
        compiled = tf.function(function, input_signature=signature)
        model, _ = tf2onnx.convert.from_function(compiled, signature, opset=OPSET)
        answers = [compiled(*arrays) for arrays in inputs]
        answers = [a if isinstance(a, tuple) else (a,) for a in answers]
        yield (
            f"tensorflow_{name}",
            f"{what}. TensorFlow {tf.__version__}, tf2onnx {tf2onnx.__version__}",
            model.SerializeToString(),
            [(given, [a.numpy() for a in answer]) for given, answer in zip(inputs, answers)],
        )
