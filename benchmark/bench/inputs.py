"""Seeded inputs, aligned for vectors, in several orders along the axis.

Random ones are standard normal floats and integers of the full range; the
other orders are those that break naive methods.
"""

import numpy as np

ROTATED_BYTES = 32 << 20  # more than a branch predictor can learn
ROTATED_INPUTS = 8
TIE_LEVELS = 41


def aligned_empty(shape, dtype, alignment=64):
    dtype = np.dtype(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    memory = np.empty(size + alignment, np.uint8)
    begin = -memory.ctypes.data % alignment
    return memory[begin : begin + size].view(dtype).reshape(shape)


def rotated_count(workload):
    """How many different inputs are timed in turn: 8, or 32 MB of them."""
    return max(1, min(ROTATED_INPUTS, -(-ROTATED_BYTES // workload.input_bytes)))


def _random(rng, shape, dtype):
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    real = np.float64 if dtype == np.float64 else np.float32
    return rng.standard_normal(shape, real).astype(dtype)


def _ties(rng, shape, dtype):
    return rng.integers(0, TIE_LEVELS, shape).astype(dtype)


def _all_equal(rng, shape, dtype):
    return np.full(shape, rng.integers(0, 100), dtype)


def _ascending(rng, shape, dtype):
    return np.sort(_random(rng, shape, dtype), axis=-1)


def _descending(rng, shape, dtype):
    return _ascending(rng, shape, dtype)[..., ::-1]


def _organ_pipe(rng, shape, dtype):
    """Upward to the middle, then downward."""
    rows = _ascending(rng, shape, dtype)
    return np.concatenate((rows[..., ::2], rows[..., 1::2][..., ::-1]), axis=-1)


def _nan_near_end(rng, shape, dtype):
    rows = _random(rng, shape, dtype)
    rows[..., -min(3, shape[-1])] = np.nan
    return rows


ORDERS = {
    "random": _random,
    "ties": _ties,
    "ascending": _ascending,
    "descending": _descending,
    "all-equal": _all_equal,
    "organ-pipe": _organ_pipe,
    "nan": _nan_near_end,
}


def has_order(workload, order):
    """Whether the workload's type has such inputs."""
    return order != "nan" or workload.numpy_dtype.kind not in "iu"


def make_inputs(workload):
    """The inputs of a workload, the same in each run of the program. `order` is
    along the axis that the operation reduces."""
    rng = np.random.default_rng(20260101)
    shape = list(workload.shape)
    rows_shape = shape[: workload.axis] + shape[workload.axis + 1 :] + [workload.extent]
    inputs = []
    for _ in range(rotated_count(workload)):
        rows = ORDERS[workload.order](rng, tuple(rows_shape), workload.numpy_dtype)
        array = aligned_empty(workload.shape, workload.numpy_dtype)
        array[...] = np.moveaxis(rows, -1, workload.axis)
        inputs.append(array)
    return inputs
