"""Rows that are hard on a selection or a search: winners and NaNs at the boundaries
of blocks, orders that bring the best elements late or into one place, ties."""

import numpy as np

from support import oracle
from support.values import pick, random_array, special_values


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


def spiked(rng, element, kind, rows, extent):
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
    begin, stride = rng.integers(extent), int(pick(rng, (1, 1, 5, unit)))
    for _ in range(int(pick(rng, (1, 2, 3), (3, 3, 1)))):
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


# ------------------------------------------------- for more than one winner --


def _numbers(rng, element, shape):
    bound = 100 if element.dtype.itemsize == 1 else 30_000
    return rng.integers(0 if element.is_unsigned else -bound, bound, shape).astype(element.dtype)


def _levels(rng, element, rows, extent):
    """A few values, or only one."""
    levels = random_array(rng, element, (int(pick(rng, (1, 2, 5, 40))),))
    return rng.choice(levels.view(element.bits), (rows, extent)).view(element.dtype)


def _ordered(rng, element, rows, extent):
    """Ascending, descending, rising and falling, falling and rising."""
    x = np.sort(_numbers(rng, element, (rows, extent)), axis=-1)
    if rng.integers(2):
        x = x[:, ::-1]
    if rng.integers(2):
        x = np.concatenate([x[:, ::2], x[:, 1::2][:, ::-1]], axis=-1)
    return np.ascontiguousarray(x)


def _sprinkled(rng, element, rows, extent):
    """Numbers, and NaNs or other special values among them: few to most."""
    x = _numbers(rng, element, (rows, extent))
    where = rng.random(x.shape) < pick(rng, (0.001, 0.1, 0.5, 0.99))
    special = special_values(element)
    if element.is_float and rng.integers(2):
        special = special[oracle.is_nan(special)]
    x[where] = rng.choice(special.view(element.bits), int(where.sum())).view(element.dtype)
    return x


def _with_block(rng, element, rows, extent):
    """Numbers, and a block of one special value; or that value everywhere, and
    a block of numbers, mostly of one."""
    x = _numbers(rng, element, (rows, extent))
    special = rng.choice(special_values(element).view(element.bits), 1).view(element.dtype)
    is_inside = rng.integers(2)
    for row in x:
        begin = rng.integers(extent)
        end = begin + int(pick(rng, (1, rng.integers(1, extent - begin + 1))))
        where = np.zeros(extent, bool)
        where[begin:end] = True
        row[where == is_inside] = special
    return x


def outliers(rng, element, rows, extent):
    """Rows of one value but for one element, at each position in turn."""
    values = random_array(rng, element, (2,)).view(element.bits)
    x = np.full((rows, extent), values[0])
    x[np.arange(rows), (rng.integers(extent) + np.arange(rows)) % extent] = values[1]
    return x.view(element.dtype)


def selected(rng, element, kind, rows, extent):
    """Rows for a selection of several elements."""
    if extent == 0 or rng.random() < 0.2:
        return spiked(rng, element, kind, rows, extent)
    return pick(rng, (_levels, _ordered, _sprinkled, _with_block, outliers))(rng, element, rows, extent)
