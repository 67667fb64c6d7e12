"""Where the elements of an array lie in a buffer, and how a memref type says so."""

import itertools
import math
from dataclasses import dataclass

import numpy as np

# How much of a layout a memref type states.
IDENTITY = "identity"  # no layout: row after row, no offset
KNOWN = "known"  # all strides and the offset, as far as the extents are static
UNIT = "unit"  # that the last stride is 1
OPEN = "open"  # nothing


@dataclass(frozen=True)
class Layout:
    """Strides as a recipe, for any extents. Dimensions lie within each other;
    each takes every so manieth place of what lies within it, backwards if its
    step is negative, and always the same if it is 0."""

    order: tuple  # of the dimensions, outermost first
    steps: tuple  # of each dimension
    pads: tuple  # of each dimension: elements left free behind it
    lead: int = 0  # elements left free in front

    @staticmethod
    def identity(rank):
        return Layout(tuple(range(rank)), (1,) * rank, (0,) * rank)

    def strides(self, extents):
        """Those of each dimension, None where they depend on a None."""
        strides, room = [None] * len(extents), 1
        for d in reversed(self.order):
            step, extent = self.steps[d], extents[d]
            if step == 0:
                strides[d] = 0
            elif room is not None:
                strides[d] = step * room
            if room is not None and extent is not None:
                room = room * (extent if step else 1) * max(1, abs(step)) + self.pads[d]
            elif step or self.pads[d]:
                room = None
        return tuple(strides)

    def offset(self, extents):
        """The place of the first element, None where it depends on a None."""
        offset = self.lead
        for extent, stride, step in zip(extents, self.strides(extents), self.steps):
            if step >= 0:
                continue
            if extent is None or stride is None:
                return None
            offset += max(extent - 1, 0) * -stride
        return offset

    def size(self, shape):
        """Elements of the buffer."""
        if 0 in shape:
            return self.lead
        return self.lead + 1 + sum((e - 1) * abs(s) for e, s in zip(shape, self.strides(shape)))

    def view(self, content, shape):
        """The array in a buffer of elements."""
        strides = [s * content.itemsize for s in self.strides(shape)]
        if 0 in shape:
            return np.empty(shape, content.dtype)
        return np.lib.stride_tricks.as_strided(content[self.offset(shape) :], shape, strides)

    def without(self, dimension):
        """The layout of an array that lacks the dimension."""
        order = tuple(d - (d > dimension) for d in self.order if d != dimension)
        steps, pads = (v[:dimension] + v[dimension + 1 :] for v in (self.steps, self.pads))
        return Layout(order, steps, pads, self.lead)


def memref(extents, element, layout, stated):
    """The type of a memref of such a layout."""
    shape = "".join("?x" if e is None else f"{e}x" for e in extents)
    if stated == IDENTITY:
        return f"memref<{shape}{element}>"
    strides, offset = [None] * len(extents), None
    if stated == KNOWN:
        strides, offset = layout.strides(extents), layout.offset(extents)
    elif stated == UNIT and extents:
        strides[-1] = 1
    texts = ["?" if s is None else str(s) for s in (*strides, offset)]
    at = f", offset: {texts[-1]}" if texts[-1] != "0" else ""
    return f"memref<{shape}{element}, strided<[{', '.join(texts[:-1])}]{at}>>"


def random_layout(rng, rank, stated, may_repeat):
    """A layout that a type may state so; with `may_repeat` elements may lie at
    the same place."""
    if stated == IDENTITY:
        return Layout.identity(rank)
    order = list(range(rank))
    if rng.random() < 0.5 and stated != UNIT:
        order = rng.permutation(rank).tolist()
    choices, weights = [1, 2, 3, -1, -2], np.array([0.7, 0.08, 0.05, 0.1, 0.07])
    steps = rng.choice(choices, rank, p=weights)
    if may_repeat:
        steps[rng.random(rank) < 0.08] = 0
    pads = np.where(rng.random(rank) < 0.3, rng.integers(1, 9, rank), 0)
    lead = int(rng.integers(1, 70)) if rng.random() < 0.6 else 0
    if stated == UNIT and rank:
        steps[-1] = 1
    return Layout(tuple(order), tuple(steps.tolist()), tuple(pads.tolist()), lead)


def simpler_layouts(layout, stated):
    """(layout, stated) that are a step plainer."""
    rank = len(layout.order)
    if (layout, stated) != (Layout.identity(rank), IDENTITY):
        yield Layout.identity(rank), IDENTITY
    if stated == IDENTITY:
        return
    yield Layout.identity(rank), stated
    for lead, pads in itertools.product((0, layout.lead), ((0,) * rank, layout.pads)):
        if (lead, pads) != (layout.lead, layout.pads):
            yield Layout(layout.order, layout.steps, pads, lead), stated


def elements(shape):
    return math.prod(shape)
