"""Makes a failing call of a reduction small."""

from dataclasses import replace

import numpy as np

from support import oracle
from support.element_types import bits_of
from support.layouts import IDENTITY, simpler_layouts


def simpler_reductions(case):
    """Cases that are a step simpler, the boldest first."""
    yield from _smaller(case)
    yield from _fewer_axes(case)
    yield from _plainer_layouts(case)
    yield from _plainer_reductions(case)
    yield from _plainer_values(case)


def _with_extents(case, x, **changes):
    """The case with other arrays; static extents follow them."""
    r = case.reduction
    extents = tuple(None if e is None else n for e, n in zip(r.extents, x.shape))
    return replace(case, reduction=replace(r, extents=extents), x=x, **changes)


def _take(case, d, part):
    """The case of a part of dimension d."""
    r = case.reduction
    changes = {}
    if case.indices is not None:
        changes["indices"] = case.indices[(slice(None),) * d + (part,)]
    if case.state and d != r.dimension:
        to_axis = r.to_axis(d)
        changes["state"] = tuple(a[(slice(None),) * to_axis + (part,)] for a in case.state)
    return _with_extents(case, case.x[(slice(None),) * d + (part,)], **changes)


def _smaller(case):
    for d, extent in enumerate(case.x.shape):
        parts = [slice(0, extent // 2), slice(extent // 2, None), slice(0, extent * 7 // 8), slice(extent // 8, None)]
        parts += [slice(1, None), slice(0, extent - 1)]
        for part in parts:
            smaller = _take(case, d, part)
            if 0 < smaller.x.shape[d] < extent:
                yield smaller


def _fewer_axes(case):
    r = case.reduction
    for d, extent in enumerate(case.x.shape):
        if d == r.dimension or extent != 1:
            continue
        to_axis = r.to_axis(d)
        changes = {}
        if case.indices is not None:
            changes["indices"] = case.indices.squeeze(d)
        if case.state:
            changes["state"] = tuple(a.squeeze(to_axis) for a in case.state)
        layouts = dict(layout=r.layout.without(d), to_layout=r.to_layout.without(to_axis))
        if case.indices_layout:
            layouts["indices_layout"] = r.indices_layout.without(d)
            changes["indices_layout"] = case.indices_layout.without(d)
        reduction = replace(
            r, extents=r.extents[:d] + r.extents[d + 1 :], dimension=r.dimension - (d < r.dimension), **layouts
        )
        yield replace(
            case,
            reduction=reduction,
            x=case.x.squeeze(d),
            layout=case.layout.without(d),
            to_layout=case.to_layout.without(to_axis),
            **changes,
        )


def _plainer_layouts(case):
    r = case.reduction
    if case.indices_layout:
        yield replace(
            case, reduction=replace(r, indices_stated=None, indices_layout=None), indices_layout=None
        )
        for layout, stated in simpler_layouts(case.indices_layout, r.indices_stated):
            yield replace(
                case, reduction=replace(r, indices_layout=layout, indices_stated=stated), indices_layout=layout
            )
    for layout, stated in simpler_layouts(case.layout, r.stated):
        yield replace(case, reduction=replace(r, layout=layout, stated=stated), layout=layout)
    for layout, stated in simpler_layouts(case.to_layout, r.to_stated):
        yield replace(case, reduction=replace(r, to_layout=layout, to_stated=stated), to_layout=layout)


def _plainer_reductions(case):
    r = case.reduction
    if r.accumulate:
        yield replace(case, reduction=replace(r, accumulate=False), state=None)
    if r.has_base:
        yield replace(case, reduction=replace(r, has_base=False), base=0)
    if r.explicit:
        plain = replace(r, explicit=False, indices_stated=None, indices_layout=None)
        yield replace(case, reduction=plain, indices=None, indices_layout=None)
    if r.is_topk and case.state is None:
        for k in {case.k // 2, case.k - 1} - {case.k, -1}:
            yield replace(case, reduction=replace(r, k=k), k=k)
    plain_k = case.k if r.is_topk else None
    for plain in (dict(extents=tuple(case.x.shape)), dict(tie="first"), dict(k=plain_k), dict(unsorted=False)):
        if replace(r, **plain) != r:
            yield replace(case, reduction=replace(r, **plain))


def _plainer_values(case):
    x = case.x
    numbers = ~oracle.is_nan(x)
    if case.state is None and numbers.any():  # small whole numbers in the same order
        values = np.array(x)
        keys = oracle.value_keys(x, "max" + case.reduction.kind[3:])[numbers]
        _, rank = np.unique(-keys, return_inverse=True)
        values[numbers] = rank.reshape(-1).astype(x.dtype)
        if not np.array_equal(bits_of(values), bits_of(x)):
            yield replace(case, x=values)
    if x.size <= 40 and 0 not in case.layout.steps:
        for i in np.ndindex(x.shape):
            if bits_of(np.array(x))[i]:
                y = np.array(x)
                y[i] = 0
                yield replace(case, x=y)
