"""Random reductions and calls: extents around the boundaries of vectors and
blocks, extremes and NaNs at every position of them."""

from dataclasses import replace

import numpy as np

from support import oracle
from support.element_types import INDEX_TYPES, VALUE_TYPES
from support.layouts import IDENTITY, KNOWN, OPEN, UNIT, Layout, elements, random_layout
from support.reductions import Case, Reduction
from support.structured_ops import BOTH, INDEX_ONLY, VALUE_ONLY
from support.values import random_array, special_values

SMALL = tuple(range(1, 18))
BOUNDARIES = tuple((1 << p) + d for p in range(4, 12) for d in (-1, 0, 1))
LONG = 65_537
# Extents of other dimensions than those served first.
FEW = (1, 2, 3, 4, 5, 7)


def _pick(rng, choices, weights=None):
    choices = list(choices)
    weights = None if weights is None else np.array(weights) / sum(weights)
    return choices[rng.choice(len(choices), p=weights)]


# ---------------------------------------------------------------- extents --


def _extent(rng, limit):
    """An extent near a boundary, of at most `limit`."""
    small = [e for e in SMALL if e <= limit]
    boundaries = [e for e in BOUNDARIES if e <= limit]
    if not boundaries or rng.random() < 0.35:
        return int(_pick(rng, small))
    if rng.random() < 0.15:
        return int(rng.integers(1, limit + 1))
    return int(_pick(rng, boundaries))


def random_shape(rng, rank, dimension, limit):
    """Extents; the reduced one is at most `limit`."""
    if limit >= LONG and rng.random() < 0.012:
        shape = [1] * rank
        shape[dimension] = LONG
        other = rng.integers(rank)
        shape[other] = max(shape[other], 2)
        return tuple(shape)
    shape = [int(_pick(rng, FEW)) for _ in range(rank)]
    room = int(_pick(rng, (150, 1500, 6000, 20000), (3, 4, 3, 1)))
    lanes = rank - 1 if dimension != rank - 1 else int(rng.integers(rank))
    served = [dimension, lanes] if rng.random() < 0.6 else [lanes, dimension]
    for d in served[: 1 if rank == 1 else 2]:
        shape[d] = 1
        shape[d] = _extent(rng, max(1, min(2049, room // elements(shape), limit if d == dimension else room)))
    while elements(shape) > 2 * room:
        shape[int(np.argmax([0 if d in served else e for d, e in enumerate(shape)]))] = 1
    if rng.random() < 0.04:
        shape[int(rng.integers(rank))] = 0
    return tuple(shape)


# ------------------------------------------------------------- reductions --

# A matrix without gaps, of static extents, such that one strategy takes it:
# the dimension that is reduced, choices of rows and of columns.
FORMS = {
    "long_rows": (1, (1, 3), (129, 257, 1025, 2049, 4099)),
    "short_rows": (1, (65, 131, 200), (2, 3, 7, 9, 17, 31)),
    "columns": (0, (2, 5, 19, 70, 131), (33, 65, 131, 257)),
}


def _longest(index):
    """How many elements of a row the type of the indices can number."""
    return min(np.iinfo(INDEX_TYPES[index].dtype).max, 1 << 40) + 1


def random_reduction(rng):
    element = VALUE_TYPES[_pick(rng, VALUE_TYPES)]
    kinds = element.kinds
    if element.mlir[0] == "i":  # signless: the kind alone says how to compare
        kinds = ("maxsi", "minsi", "maxui", "minui")
    rank = int(_pick(rng, (1, 2, 3, 4, 5), (3, 6, 3, 1, 0.5)))
    dimension = rank - 1 if rng.random() < 0.5 else int(rng.integers(rank))
    index = _pick(rng, INDEX_TYPES, (1, 1, 3, 4, 2))
    shape = random_shape(rng, rank, dimension, _longest(index))
    static = _pick(rng, (0.0, 0.6, 1.0), (3, 2, 4))
    results = _pick(rng, (BOTH, VALUE_ONLY, INDEX_ONLY), (3, 1, 2))
    explicit = rng.random() < 0.14
    stated = _pick(rng, (IDENTITY, KNOWN, UNIT, OPEN), (5, 4, 2, 2))
    to_stated = _pick(rng, (IDENTITY, KNOWN, UNIT, OPEN), (7, 1, 1, 1))
    layout = random_layout(rng, rank, stated, may_repeat=True)
    if stated == KNOWN and to_stated == KNOWN and rng.random() < 0.5:
        to_layout = layout.without(dimension)  # views of the same form
        to_layout = type(to_layout)(to_layout.order, tuple(s or 1 for s in to_layout.steps), to_layout.pads, to_layout.lead)
    else:
        to_layout = random_layout(rng, rank - 1, to_stated, may_repeat=False)
    return Reduction(
        kind=_pick(rng, kinds),
        element=element.mlir,
        index=index,
        extents=tuple(e if rng.random() < static else None for e in shape),
        dimension=dimension,
        tie=_pick(rng, ("first", "last")),
        results=results,
        accumulate=results == BOTH and rng.random() < 0.35,
        has_base=not explicit and rng.random() < 0.3,
        explicit=explicit,
        stated=stated,
        layout=layout,
        to_stated=to_stated,
        to_layout=to_layout,
    )


def _with_form(rng, reduction, form):
    """The same reduction of a matrix of that form."""
    dimension, *extents = FORMS[form]
    shape = tuple(int(_pick(rng, choices)) for choices in extents)
    index = "i32" if reduction.index == "i8" else reduction.index
    identity = Layout.identity
    return replace(
        reduction,
        index=index,
        extents=shape,
        dimension=dimension,
        explicit=False,
        **dict(stated=IDENTITY, layout=identity(2), to_stated=IDENTITY, to_layout=identity(1)),
    )


def random_reductions(rng, count, form=None):
    """`count` that differ in their text; all of a form, if one is given."""
    found = {}
    while len(found) < count:
        reduction = random_reduction(rng)
        if form:
            reduction = _with_form(rng, reduction, form)
        found[reduction.text("f")] = reduction
    return list(found.values())


# --------------------------------------------------------------- contents --


def _better(rng, element, kind, size):
    """Values that win: the best of all, or just any large ones."""
    special = special_values(element)
    special = special[~oracle.is_nan(special)]
    order = np.argsort(oracle.value_keys(special, kind), kind="stable")
    return rng.choice(special[order[:3]].view(element.bits), size).view(element.dtype)


def _nans(rng, element, size):
    special = special_values(element)
    nans = special[oracle.is_nan(special)]
    return rng.choice(nans.view(element.bits), size).view(element.dtype)


def _background(rng, element, kind, shape):
    way = rng.integers(4)
    if way == 0:
        return random_array(rng, element, shape)
    if way == 1:  # nothing is worse: what is read beside the row wins
        return np.full(shape, oracle.worst_value(kind, element.dtype), element.dtype)
    x = rng.integers(-100 if not element.is_unsigned else 0, 100, shape).astype(element.dtype)
    if way == 2:
        x.sort(-1)
        x = x if rng.integers(2) else x[..., ::-1].copy()
    return x


def _spiked(rng, element, kind, rows, extent):
    """Rows with some winners, which may tie, at positions that go through the
    whole row from one row to the next, or lie at the boundaries of blocks."""
    x = _background(rng, element, kind, (rows, extent))
    if extent == 0:
        return x
    unit = 1 << int(rng.integers(1, 12))
    spots = np.arange(0, extent + unit, unit)
    spots = np.concatenate([spots - 1, spots, spots + 1, [0, extent - 1, extent - 2]])
    spots = spots[(spots >= 0) & (spots < extent)]
    winner = _better(rng, element, kind, 1) if rng.random() < 0.6 else random_array(rng, element, (1,))
    begin, stride = rng.integers(extent), int(_pick(rng, (1, 1, 5, unit)))
    for _ in range(int(_pick(rng, (1, 2, 3), (3, 3, 1)))):
        if rng.random() < 0.6:
            at = (begin + stride * np.arange(rows)) % extent
            begin = rng.integers(extent)
        else:
            at = rng.choice(spots, rows)
        way = rng.random()
        if way < 0.3 and element.is_float:
            new = _nans(rng, element, rows)
        elif way < 0.8:
            new = np.repeat(winner, rows)
        else:
            new = _better(rng, element, kind, rows)
        x[np.arange(rows), at] = new
    return x


def _content(rng, r, shape):
    """Values of an input of that shape."""
    element = VALUE_TYPES[r.element]
    if rng.random() < 0.3:
        return random_array(rng, element, shape)
    outer = r.outer(shape)
    rows = _spiked(rng, element, r.kind, elements(outer), shape[r.dimension])
    return np.ascontiguousarray(np.moveaxis(rows.reshape(*outer, shape[r.dimension]), -1, r.dimension))


# ------------------------------------------------------------------ calls --


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


def random_case(rng, r):
    limit = _longest(r.index)
    shape = random_shape(rng, r.rank, r.dimension, limit)
    shape = tuple(s if e is None else e for s, e in zip(shape, r.extents))
    if elements(shape) > 200_000:  # where static extents and drawn ones meet
        shape = tuple(1 if e is None else e for e in r.extents)
    layout, to_layout = r.layout, r.to_layout
    if r.stated != KNOWN:
        layout = random_layout(rng, r.rank, r.stated, may_repeat=True)
    if r.to_stated != KNOWN:
        to_layout = random_layout(rng, r.rank - 1, r.to_stated, may_repeat=False)
    repeated = tuple(1 if step == 0 and e else e for e, step in zip(shape, layout.steps))
    x = np.broadcast_to(_content(rng, r, repeated), shape)
    n, indices, base = shape[r.dimension], None, 0
    largest = np.iinfo(r.index_dtype).max
    if r.has_base and n < largest:
        base = int(_pick(rng, (0, 1, largest - n - 1, rng.integers(0, largest - n))))
        base = max(base, 0)
    free = [i for i in (base - 1, base + n) if 0 <= i < largest]
    if r.explicit:
        order = rng.random(repeated).argsort(r.dimension).astype(r.index_dtype)
        indices, free = np.broadcast_to(order, shape), [largest - 1] if n < largest - 1 else []
    state = _random_state(rng, r, x, free) if r.accumulate else None
    return Case(
        reduction=r,
        x=x,
        layout=layout,
        to_layout=to_layout,
        noise=int(rng.integers(1 << 32)),
        places=tuple(rng.integers(2, size=4).tolist()),
        indices=indices,
        base=base,
        state=state,
    )
