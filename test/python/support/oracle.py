"""The judge of the execution tests: ArgMin, ArgMax, TopK and the structured
ops by NumPy, from their definitions alone.

Every rule is one strict total order on pairs (value, index); an answer is the
head of the sorted row. Sorting is by explicit integer keys, so nothing here
depends on how NumPy compares NaN or breaks ties. Slow on purpose.
"""

import numpy as np

# A fault that `fault()` switches on to prove that the tests would see it.
FAULTS = ("ties", "nan", "zeros", "sign", "last")
_fault = None


def set_fault(name):
    global _fault
    assert name is None or name in FAULTS
    _fault = name


class Failure(Exception):
    """The call has to fail; `words` of which one has to be in the message."""

    def __init__(self, *words):
        super().__init__(*words)
        self.words = words


def is_nan(values):
    with np.errstate(invalid="ignore"):  # signalling NaNs
        return values != values


def value_keys(values, kind):
    """Integers that sort like `values` under `kind`, the best first. Equal
    values (the two zeros, all NaNs) have equal keys."""
    numbers = values
    if _fault == "sign" and values.dtype.kind == "u":
        numbers = values.view(f"i{values.dtype.itemsize}")
    if kind[3:] == "ui" and values.dtype.kind == "i":
        numbers = values.view(f"u{values.dtype.itemsize}")
    if kind[3:] == "si" and values.dtype.kind == "u":
        numbers = values.view(f"i{values.dtype.itemsize}")
    if values.dtype.kind not in "iu":
        with np.errstate(invalid="ignore"):
            numbers = values.astype(np.float64)  # exact for every narrower type
        numbers = np.where(is_nan(values), 0.0, numbers)
        if _fault == "zeros":
            numbers = np.where((numbers == 0) & np.signbit(numbers), -5e-324, numbers)
    _, rank = np.unique(numbers, return_inverse=True)
    rank = rank.reshape(values.shape).astype(np.int64)
    keys = -rank if kind.startswith("max") else rank
    if values.dtype.kind not in "iu":
        nan_is_best = kind in ("maximumf", "minimumf")
        if _fault == "nan":
            nan_is_best = not nan_is_best
        beyond = values.size + 1
        keys = np.where(is_nan(values), -beyond if nan_is_best else beyond, keys)
    return keys


def sorted_pairs(values, indices, kind, tie="first"):
    """The pairs along the last axis in the order of `kind` and `tie`."""
    if _fault == "ties":
        tie = "last" if tie == "first" else "first"
    index_keys = indices.astype(np.int64)
    if tie == "last" and _fault != "last":
        index_keys = -index_keys
    order = np.lexsort((index_keys, value_keys(values, kind)), axis=-1)
    return np.take_along_axis(values, order, -1), np.take_along_axis(indices, order, -1)


# ------------------------------------------------------------- structured --


def worst_value(kind, dtype):
    """The value of the identity pair."""
    if kind in ("maxnumf", "minnumf"):
        return np.array(np.nan, dtype)
    if kind in ("maximumf", "minimumf"):
        return np.array(-np.inf if kind == "maximumf" else np.inf, dtype)
    bits = 8 * dtype.itemsize
    low, high = (0, 2**bits - 1) if kind.endswith("ui") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    worst = low if kind.startswith("max") else high
    return np.array(worst % 2**bits, f"u{dtype.itemsize}").view(dtype)


def worst_index(tie, dtype):
    return np.array(np.iinfo(dtype).max if tie == "first" else -1, dtype)


def identities(kind, tie, shape, dtype, index_dtype):
    """A state that loses to every pair."""
    return (
        np.full(shape, worst_value(kind, dtype), dtype),
        np.full(shape, worst_index(tie, index_dtype), index_dtype),
    )


def structured(kind, tie, dimension, count, values, indices, state=None):
    """topk_reduce's answer with `count` as k; arg_reduce's is that of count 1.
    `indices` has the shape of `values`. The pairs compete with `state` where
    it is given, with identities where not."""
    values, indices = np.moveaxis(values, dimension, -1), np.moveaxis(indices, dimension, -1)
    if state is None:
        rest = identities(kind, tie, values.shape[:-1] + (count,), values.dtype, indices.dtype)
    else:
        rest = (np.moveaxis(a, dimension, -1) for a in state)
    pairs = [np.concatenate(both, -1) for both in zip((values, indices), rest)]
    return tuple(
        np.moveaxis(a[..., :count], -1, dimension)
        for a in sorted_pairs(*pairs, kind, tie)
    )


def positions(shape, dimension, base, index_dtype):
    """The implicit indices: position along `dimension` plus `base`."""
    extent = shape[dimension]
    row = np.arange(base, base + extent).astype(index_dtype)
    return np.broadcast_to(np.expand_dims(row, tuple(range(1, len(shape) - dimension))), shape)


# -------------------------------------------------------------- value ops --


def _order(kind, dtype):
    """The kind of the structured ops for max or min with NaN best or worst."""
    direction, nan_is_best = kind
    if dtype.kind == "u":
        return direction + "ui"
    if dtype.kind == "i":
        return direction + "si"
    return direction + ("imumf" if nan_is_best else "numf")


def _check(failures):
    """Raises a Failure with the words of all that is wrong: which of several
    is reported is left open."""
    words = [w for wrong, words in failures for w in words if wrong]
    if words:
        raise Failure(*words)


def _index_too_narrow(extent, index_dtype):
    return extent - 1 > np.iinfo(index_dtype).max, ("index", "indices")


def _pairs(x, axis, index_dtype):
    """x with the axis moved to the end, and the positions along it."""
    x = np.moveaxis(x, axis, -1)
    return x, np.broadcast_to(np.arange(x.shape[-1]).astype(index_dtype), x.shape)


def arg_extremum(x, axis, index_dtype, *, largest, keepdims, last, ignore_nan):
    """ArgMax (`largest`) or ArgMin of `x`. Raises Failure on an empty axis."""
    extent = x.shape[axis]
    _check([(extent == 0, ("empty",)), _index_too_narrow(extent, index_dtype)])
    rows, indices = _pairs(x, axis, index_dtype)
    kind = _order(("max" if largest else "min", not ignore_nan), x.dtype)
    _, indices = sorted_pairs(rows, indices, kind, "last" if last else "first")
    answer = indices[..., 0]
    return np.expand_dims(answer, axis) if keepdims else answer


def top_k(x, k, axis, index_dtype, *, largest):
    """TopK of `x`, sorted. Raises Failure where k is out of range."""
    extent = x.shape[axis]
    _check([(not 0 <= k <= extent, ("k",)), _index_too_narrow(extent, index_dtype)])
    rows, indices = _pairs(x, axis, index_dtype)
    kind = _order(("max", True) if largest else ("min", False), x.dtype)
    values, indices = sorted_pairs(rows, indices, kind)
    return tuple(np.moveaxis(a[..., :k], -1, axis) for a in (values, indices))


def order_unsorted(values, indices, axis):
    """An answer of an unsorted TopK in a unique form: rows ordered by index."""
    order = np.argsort(indices, axis=axis, kind="stable")
    return np.take_along_axis(values, order, axis), np.take_along_axis(indices, order, axis)
