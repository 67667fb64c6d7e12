"""Inputs of the models: as random as can be without two elements that are equal,
for which frameworks do not promise what ONNX does."""

import numpy as np

rng = np.random.default_rng(1)


def distinct(*shape, grain=1 / 8):
    count = int(np.prod(shape, dtype=np.int64))
    return ((rng.permutation(count) - count // 2) * grain).astype(np.float32).reshape(shape)


def distinct_sums(*shapes):
    """Arrays no two sums of whose elements are equal."""
    return [distinct(*shape, grain=1 / 8**(3 * i + 1)) for i, shape in enumerate(shapes)]
