"""Makes a failing case small: fewer ops, axes and elements, plainer attributes
and values, as long as it still fails."""

import time
from dataclasses import replace

import numpy as np

from support import oracle
from support.element_types import bits_of
from support.value_ops import RUN_TIME, Case

SECONDS = 60


def shrink(failure, judge, simpler=None, seconds=SECONDS):
    """The smallest failing (case, problem) that greedy steps reach in time.
    `judge` gives what is wrong with each case of a list; `simpler`, by default
    `simpler_cases`, the cases that are a step simpler than one."""
    simpler = simpler or simpler_cases
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        candidates = list(simpler(failure[0]))
        if not candidates:
            return failure
        judged = zip(candidates, judge(candidates))
        found = ((c, p) for c, p in judged if p and is_refusal(p) == is_refusal(failure[1]))
        smaller = next(found, None)
        if smaller is None:
            return failure
        failure = smaller
    return failure


def is_refusal(problem):
    """A refusal must not shrink to a wrong answer, nor the other way round."""
    return "refused the module" in problem


def simpler_cases(case):
    """Cases that are a step simpler, the boldest first."""
    if len(case.ops) > 1:
        for i in range(len(case.ops)):
            yield Case((case.ops[i],), (case.inputs[i],), (case.ks[i],))
        return
    op, x, k = case.ops[0], case.inputs[0], case.ks[0]
    yield from (_case(op, y, k) for y in _smaller_inputs(op, x))
    yield from (_case(o, y, k) for o, y in _fewer_axes(op, x))
    if op.is_topk:
        yield from (_with_k(op, x, smaller) for smaller in _smaller_ks(k))
        if op.k == RUN_TIME and op.k_extent is None and 0 <= k <= x.shape[op.dimension]:
            yield _case(replace(op, k=k, k_type="i64"), x, k)
    yield from (_case(o, x, k) for o in _plainer_ops(op, x))
    yield from (_case(op, y, k) for y in _plainer_values(x))


def _with_k(op, x, k):
    if op.k == RUN_TIME:
        return _case(op if op.k_extent is None else replace(op, k_extent=k), x, k)
    return _case(replace(op, k=k), x, k)


def _case(op, x, k):
    """A case whose static extents follow x and whose k stays in range."""
    extents = tuple(None if e is None else n for e, n in zip(op.extents, x.shape))
    op = replace(op, extents=extents)
    extent = extents[op.dimension]
    if op.is_topk and op.k != RUN_TIME and extent is not None and op.k > extent:
        op, k = replace(op, k=extent), extent
    if op.is_topk and op.k_extent is not None and extent is not None and op.k_extent > extent:
        op = replace(op, k_extent=extent)
    return Case((op,), (x,), (k,))


def _smaller_inputs(op, x):
    for d, extent in enumerate(x.shape):
        # A static empty axis is the verifier's matter.
        least = 1 if d == op.dimension and op.extents[d] is not None else 0
        parts = [slice(0, extent // 2), slice(extent // 2, None), slice(1, None), slice(0, extent - 1)]
        for part in parts:
            y = x[(slice(None),) * d + (part,)]
            if least <= y.shape[d] < extent:
                yield y
        if least < extent <= 8:
            yield from (np.delete(x, i, d) for i in range(1, extent - 1))


def _fewer_axes(op, x):
    for d, extent in enumerate(x.shape):
        if d != op.dimension and extent == 1:
            axis = op.dimension - (d < op.dimension)
            extents = op.extents[:d] + op.extents[d + 1 :]
            stated = op.stated and op.stated[:d] + op.stated[d + 1 :]
            shape = x.shape[:d] + x.shape[d + 1 :]
            yield replace(op, extents=extents, stated=stated, axis=axis), x.reshape(shape)


def _smaller_ks(k):
    yield from sorted(v for v in {0, 1, k // 2, k - 1} if 0 <= v < k)


def _plainer_ops(op, x):
    plain = dict(index="i64", keepdims=False, last=False, ignore_nan=False, largest=True, sorted=True)
    plain.update(axis=op.dimension, stated=None, open_result=None, extents=tuple(x.shape))
    for name, value in plain.items():
        if getattr(op, name) == value:
            continue
        if name == "extents" and x.shape[op.dimension] == 0:
            continue
        if name == "extents" and op.k not in (None, RUN_TIME) and op.k > x.shape[op.dimension]:
            continue
        yield replace(op, **{name: value})


def _plainer_values(x):
    if x.size == 0:
        return
    values = x.copy()
    numbers = ~oracle.is_nan(values)
    if numbers.any():  # small whole numbers in the same order
        _, rank = np.unique(values[numbers].astype(np.float64 if x.dtype.kind not in "iu" else x.dtype), return_inverse=True)
        values[numbers] = rank.reshape(-1).astype(x.dtype)
        if not np.array_equal(bits_of(values), bits_of(x)):
            yield values
    if x.size <= 16:
        for i in np.ndindex(x.shape):
            if bits_of(x)[i]:
                y = x.copy()
                y[i] = 0
                yield y
