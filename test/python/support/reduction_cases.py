"""Random reductions and calls: extents around the boundaries of vectors and
blocks, extremes and NaNs at every position of them."""

from dataclasses import replace

import numpy as np

from support import oracle
from support.element_types import INDEX_TYPES, VALUE_TYPES
from support.layouts import IDENTITY, KNOWN, OPEN, UNIT, Layout, elements, random_layout
from support.reductions import Case, Reduction
from support.row_contents import selected, spiked
from support.structured_ops import BOTH, INDEX_ONLY, VALUE_ONLY
from support.topk_switches import LONG_EXTENTS, TOPK_FORMS, Form, topk_extent, topk_results
from support.values import pick, random_array

SMALL = tuple(range(1, 18))
BOUNDARIES = tuple((1 << p) + d for p in range(4, 12) for d in (-1, 0, 1))
LONG = 65_537
# Extents of other dimensions than those served first.
FEW = (1, 2, 3, 4, 5, 7)
# At most, of all rows.
RESULTS = 100_000


# ---------------------------------------------------------------- extents --


def _extent(rng, limit):
    """An extent near a boundary, of at most `limit`."""
    small = [e for e in SMALL if e <= limit]
    boundaries = [e for e in BOUNDARIES if e <= limit]
    if not boundaries or rng.random() < 0.35:
        return int(pick(rng, small))
    if rng.random() < 0.15:
        return int(rng.integers(1, limit + 1))
    return int(pick(rng, boundaries))


def random_shape(rng, rank, dimension, limit, is_topk=False):
    """Extents; the reduced one is at most `limit`."""
    if limit >= LONG and rng.random() < (0.03 if is_topk else 0.012):
        shape = [1] * rank
        if is_topk:
            shape[dimension] = int(pick(rng, LONG_EXTENTS))
            return tuple(shape)
        shape[dimension] = LONG
        other = rng.integers(rank)
        shape[other] = max(shape[other], 2)
        return tuple(shape)
    shape = [int(pick(rng, FEW)) for _ in range(rank)]
    room = int(pick(rng, (150, 1500, 6000, 20000), (3, 4, 3, 1)))
    lanes = rank - 1 if dimension != rank - 1 else int(rng.integers(rank))
    served = [dimension, lanes] if rng.random() < 0.6 else [lanes, dimension]
    for d in served[: 1 if rank == 1 else 2]:
        shape[d] = 1
        longest = 4097 if is_topk else 2049
        most = max(1, min(longest, room // elements(shape), limit if d == dimension else room))
        if is_topk and d == dimension and rng.random() < 0.6:
            shape[d] = topk_extent(rng, most)
        else:
            shape[d] = _extent(rng, most)
    while elements(shape) > 2 * room:
        shape[int(np.argmax([0 if d in served else e for d, e in enumerate(shape)]))] = 1
    if rng.random() < 0.04:
        shape[int(rng.integers(rank))] = 0
    return tuple(shape)


# ------------------------------------------------------------- reductions --

FORMS = {
    "long_rows": Form(1, (1, 3), (129, 257, 1025, 2049, 4099)),
    "short_rows": Form(1, (65, 131, 200), (2, 3, 7, 9, 17, 31)),
    "medium_rows": Form(1, (65, 131), (150, 255, 300, 700)),
    "columns": Form(0, (2, 5, 19, 70, 131), (33, 65, 131, 257)),
}


def _longest(index, is_topk):
    """How many elements of a row the type of the indices can number. The largest
    one is the identity's, which topk_reduce may have as a result too."""
    return min(np.iinfo(INDEX_TYPES[index].dtype).max, 1 << 40) + (not is_topk)


def random_reduction(rng, is_topk=False):
    element = VALUE_TYPES[pick(rng, VALUE_TYPES)]
    kinds = element.kinds
    if element.mlir[0] == "i":  # signless: the kind alone says how to compare
        kinds = ("maxsi", "minsi", "maxui", "minui")
    rank = int(pick(rng, (1, 2, 3, 4, 5), (3, 6, 3, 1, 0.5)))
    dimension = rank - 1 if rng.random() < 0.5 else int(rng.integers(rank))
    index = pick(rng, INDEX_TYPES, (1, 1, 3, 4, 2))
    shape = random_shape(rng, rank, dimension, _longest(index, is_topk), is_topk)
    static = pick(rng, (0.0, 0.6, 1.0), (3, 2, 4))
    results = pick(rng, (BOTH, VALUE_ONLY, INDEX_ONLY), (8, 1, 1) if is_topk else (3, 1, 2))
    explicit = rng.random() < 0.14
    stated = pick(rng, (IDENTITY, KNOWN, UNIT, OPEN), (5, 4, 2, 2))
    to_stated = pick(rng, (IDENTITY, KNOWN, UNIT, OPEN), (7, 1, 1, 1))
    layout = random_layout(rng, rank, stated, may_repeat=True)
    if stated == KNOWN and to_stated == KNOWN and rng.random() < 0.5:
        to_layout = layout if is_topk else layout.without(dimension)  # views of the same form
        to_layout = type(to_layout)(to_layout.order, tuple(s or 1 for s in to_layout.steps), to_layout.pads, to_layout.lead)
    else:
        to_layout = random_layout(rng, rank if is_topk else rank - 1, to_stated, may_repeat=False)
    indices_stated, indices_layout = None, None
    if explicit and rng.random() < 0.5:
        indices_stated = pick(rng, (IDENTITY, KNOWN, UNIT, OPEN), (2, 4, 2, 2))
        indices_layout = random_layout(rng, rank, indices_stated, may_repeat=False)
    accumulate = 0.2 if is_topk else 0.35
    return Reduction(
        kind=pick(rng, kinds),
        element=element.mlir,
        index=index,
        extents=tuple(e if rng.random() < static else None for e in shape),
        dimension=dimension,
        tie="first" if is_topk else pick(rng, ("first", "last")),
        results=results,
        accumulate=results == BOTH and rng.random() < accumulate,
        has_base=not explicit and rng.random() < 0.3,
        explicit=explicit,
        stated=stated,
        layout=layout,
        indices_stated=indices_stated,
        indices_layout=indices_layout,
        to_stated=to_stated,
        to_layout=to_layout,
        is_topk=is_topk,
        k=topk_results(rng, shape[dimension]) if is_topk and rng.random() < 0.75 else None,
        unsorted=is_topk and rng.random() < 0.3,
    )


def _with_form(rng, reduction, name):
    """The same reduction of a matrix of that form."""
    form = {**FORMS, **TOPK_FORMS}[name]
    shape = tuple(int(pick(rng, choices)) for choices in (form.rows, form.columns))
    k = int(pick(rng, form.results)) if reduction.is_topk else None
    identity = Layout.identity
    settled = {"explicit": False, **form.settled}
    return replace(
        reduction,
        index="i32" if reduction.index == "i8" else reduction.index,
        extents=shape,
        dimension=form.dimension,
        k=k,
        results=BOTH if settled.get("accumulate") else reduction.results,
        **dict(stated=IDENTITY, layout=identity(2), to_stated=IDENTITY, to_layout=identity(1 + reduction.is_topk)),
        **dict(indices_stated=None, indices_layout=None),
        **settled,
    )


def random_reductions(rng, count, form=None, is_topk=False):
    """`count` that differ in their text; all of a form, if one is given."""
    found = {}
    while len(found) < count:
        reduction = random_reduction(rng, is_topk)
        if form:
            reduction = _with_form(rng, reduction, form)
        found[reduction.text("f")] = reduction
    return list(found.values())


# ------------------------------------------------------------------ calls --


def _content(rng, r, shape):
    """Values of an input of that shape."""
    element = VALUE_TYPES[r.element]
    if rng.random() < 0.3:
        return random_array(rng, element, shape)
    outer = r.outer(shape)
    make = selected if r.is_topk else spiked
    rows = make(rng, element, r.kind, elements(outer), shape[r.dimension])
    return np.ascontiguousarray(np.moveaxis(rows.reshape(*outer, shape[r.dimension]), -1, r.dimension))


def _random_state(rng, r, x, free):
    """What to accumulate to: values that may tie with the row's, indices from
    `free`, which are none of the row's."""
    outer = r.outer(x.shape)
    values, indices = oracle.identities(r.kind, r.tie, outer, r.dtype, r.index_dtype)
    if not free or elements(outer) == 0 or rng.random() < 0.1:
        return values, indices
    values = random_array(rng, VALUE_TYPES[r.element], outer)
    if x.shape[r.dimension] and rng.random() < 0.7:
        rows = np.moveaxis(x, r.dimension, -1).reshape(-1, x.shape[r.dimension])
        where = rng.random(len(rows)) < 0.8
        kept = rng.integers(rows.shape[1], size=len(rows))
        flat = values.reshape(-1).copy()
        flat[where] = rows[np.arange(len(rows)), kept][where]
        values = flat.reshape(outer)
    return values, rng.choice(np.array(free, np.int64), outer).astype(r.index_dtype)


def _random_indices(rng, r, shape, most):
    """Explicit ones, all that a row has in any order, and what they are less than:
    `most` if the row is not longer. Some go through the whole range of their type."""
    extent = shape[r.dimension]
    step, begin = 1, 0
    if 0 < extent < most and rng.random() < 0.5:
        step = int(rng.integers(1, most // extent + 1))
        begin = int(rng.integers(0, most - step * extent + 1))
    order = rng.random(shape).argsort(r.dimension)
    return (begin + step * order).astype(r.index_dtype), begin + step * extent


def _random_topk_state(rng, r, x, k, begin, end):
    """What to accumulate to: the best of other pairs, some of which tie with the
    row's. Their indices, from `begin` on and less than `end`, are none of the
    row's."""
    d = r.dimension
    shape = r.destination(x.shape, int(min(end - begin, pick(rng, (0, k // 2, k)))))
    if x.shape[d] and rng.random() < 0.7:
        values = np.take(x, rng.integers(x.shape[d], size=shape[d]), axis=d)
    else:
        values = _content(rng, r, shape)
    pair = oracle.structured(r.kind, r.tie, d, k, values, oracle.positions(shape, d, begin, r.index_dtype))
    return tuple(np.flip(a, d) for a in pair) if r.unsorted else pair


def random_case(rng, r, extent=None, k=None):
    """A call; of rows of `extent` elements and with `k` results if these are given,
    and not static."""
    limit = _longest(r.index, r.is_topk)
    shape = random_shape(rng, r.rank, r.dimension, limit, r.is_topk)
    if extent is not None:
        shape = shape[: r.dimension] + (extent,) + shape[r.dimension + 1 :]
    shape = tuple(s if e is None else e for s, e in zip(shape, r.extents))
    if elements(shape) > 200_000:  # where static extents and drawn ones meet
        shape = tuple(1 if e is None else e for e in r.extents)
    if r.k is not None and elements(r.outer(shape)) * r.k > 2 * RESULTS:
        shape = tuple(1 if e is None and d != r.dimension else n for d, (e, n) in enumerate(zip(r.extents, shape)))
    layout, indices_layout, to_layout = r.layout, r.indices_layout, r.to_layout
    if r.stated != KNOWN:
        layout = random_layout(rng, r.rank, r.stated, may_repeat=True)
    if r.indices_stated not in (None, KNOWN):
        indices_layout = random_layout(rng, r.rank, r.indices_stated, may_repeat=False)
    if r.to_stated != KNOWN:
        to_layout = random_layout(rng, len(r.destination(shape, 1)), r.to_stated, may_repeat=False)
    repeated = tuple(1 if step == 0 and e else e for e, step in zip(shape, layout.steps))
    x = np.broadcast_to(_content(rng, r, repeated), shape)
    n, indices, base = shape[r.dimension], None, 0
    if not r.is_topk:
        k = 1
    elif r.k is not None:
        k = r.k
    elif k is None:
        k = min(topk_results(rng, n), RESULTS // max(1, elements(r.outer(shape))))
    largest = np.iinfo(r.index_dtype).max
    if r.has_base and n < largest:
        base = int(pick(rng, (0, 1, largest - n - 1, rng.integers(0, largest - n))))
        base = max(base, 0)
    free = [i for i in (base - 1, base + n) if 0 <= i < largest]
    end = base + n
    if r.explicit:
        indices, end = _random_indices(rng, r, repeated, largest - 1 - k)
        indices, free = np.broadcast_to(indices, shape), [largest - 1] if end < largest else []
    state = None
    if r.accumulate and r.is_topk:
        state = _random_topk_state(rng, r, x, k, end, largest)
    elif r.accumulate:
        state = _random_state(rng, r, x, free)
    return Case(
        reduction=r,
        x=x,
        layout=layout,
        to_layout=to_layout,
        noise=int(rng.integers(1 << 32)),
        places=tuple(rng.integers(2, size=4).tolist()),
        indices=indices,
        # Without one of their own they are where the input's elements are.
        indices_layout=indices_layout,
        base=base,
        state=state,
        k=k,
    )
