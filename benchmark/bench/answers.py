"""The exact answers, made with NumPy's sorts alone, and what contenders' answers
are worth against them.

The order is ONNX's as Extrema defines it: a NaN is the best of all in ArgMax,
ArgMin and the largest of TopK; -0.0 equals 0.0; of equals the first comes first.
"""

from dataclasses import dataclass

import numpy as np

# Rows longer than this are cut down to candidates before they are sorted.
LONG_ROW = 1 << 16


def _keys(array, largest):
    """Unsigned integers, the smaller the better."""
    bits = 8 * array.dtype.itemsize
    unsigned = np.dtype(f"u{array.dtype.itemsize}")
    sign = unsigned.type(1 << (bits - 1))
    raw = array.view(unsigned)
    if array.dtype.kind == "u":
        ascending = raw
    elif array.dtype.kind == "i":
        ascending = raw ^ sign
    else:
        # Bits of floats count upward in magnitude; a negative one's are turned.
        ascending = np.where(raw & sign, ~raw, raw | sign)
        ascending[raw == sign] = sign  # -0.0
    keys = ~ascending if largest else ascending
    if array.dtype.kind not in "iu":
        with np.errstate(invalid="ignore"):  # signalling NaNs
            keys[array != array] = 0
    return keys


def _best_of_row(keys, k):
    if k < len(keys):
        worst = np.partition(keys, k - 1)[k - 1]
        candidates = np.flatnonzero(keys <= worst)
    else:
        candidates = np.arange(len(keys))
    return candidates[np.argsort(keys[candidates], kind="stable")[:k]]


@dataclass(frozen=True)
class Answer:
    """Indices, of TopK with the values too; of the args without the axis."""

    indices: np.ndarray
    values: np.ndarray | None = None


def exact_answer(workload, array):
    keys = np.moveaxis(_keys(array, largest=workload.op != "argmin"), workload.axis, -1)
    if not workload.is_topk:
        return Answer(np.argmin(keys, axis=-1).astype(np.int64))
    if workload.extent > LONG_ROW:
        rows = keys.reshape(-1, workload.extent)
        best = np.stack([_best_of_row(row, workload.k) for row in rows])
        best = best.reshape(*keys.shape[:-1], workload.k)
    else:
        best = np.argsort(keys, axis=-1, kind="stable")[..., : workload.k]
    indices = np.moveaxis(best, -1, workload.axis).astype(np.int64)
    return Answer(indices, np.take_along_axis(array, indices, workload.axis))


EXACT, TIES, WRONG = "exact", "ties", "wrong"


def grade(workload, array, answer, exact):
    """EXACT; TIES where only the choice or order among equal elements differs;
    WRONG else."""
    indices = np.asarray(answer.indices).astype(np.int64)
    if indices.shape != exact.indices.shape:
        return WRONG
    if answer.values is not None:
        values = np.asarray(answer.values)
        if not _same(values, exact.values):
            return WRONG
    if np.array_equal(indices, exact.indices):
        return EXACT
    if indices.min() < 0 or indices.max() >= workload.extent:
        return WRONG
    if workload.is_topk and (np.diff(np.sort(indices, workload.axis), axis=workload.axis) == 0).any():
        return WRONG  # an element twice
    if not workload.is_topk:
        indices, expected = (np.expand_dims(i, workload.axis) for i in (indices, exact.indices))
    else:
        expected = exact.indices
    found = (np.take_along_axis(array, i, workload.axis) for i in (indices, expected))
    return TIES if _same(*found) else WRONG


def _same(a, b):
    """Equal as the order has it: all NaNs, and both zeros."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return bool(np.all((a == b) | ((a != a) & (b != b))))
