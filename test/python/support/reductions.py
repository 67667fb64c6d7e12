"""arg_reduce on memrefs as data: the function, a call of it, what it has to
leave in its destinations."""

from dataclasses import dataclass, field

import numpy as np

from support import oracle
from support.element_types import INDEX_TYPES, VALUE_TYPES, same_bits
from support.kernels import Buffer, KernelCall, MemRef
from support.layouts import IDENTITY, Layout, memref
from support.structured_ops import BOTH, INDEX_ONLY, VALUE_ONLY


@dataclass(frozen=True)
class Reduction:
    """A function of one arg_reduce. An extent that is None is dynamic. Layouts
    are those of the input (and explicit indices) and of the destinations."""

    kind: str
    element: str
    index: str
    extents: tuple
    dimension: int
    tie: str = "first"
    results: str = BOTH
    accumulate: bool = False
    has_base: bool = False
    explicit: bool = False
    stated: str = IDENTITY
    layout: Layout = None
    to_stated: str = IDENTITY
    to_layout: Layout = None

    @property
    def rank(self):
        return len(self.extents)

    @property
    def dtype(self):
        return VALUE_TYPES[self.element].dtype

    @property
    def index_dtype(self):
        return INDEX_TYPES[self.index].dtype

    def outer(self, shape):
        """`shape` without the reduced dimension."""
        return tuple(shape[: self.dimension]) + tuple(shape[self.dimension + 1 :])

    def kept(self, pair):
        """Of (values, indices) those that are results."""
        return [pair[i] for i in {BOTH: (0, 1), VALUE_ONLY: (0,), INDEX_ONLY: (1,)}[self.results]]

    def text(self, name):
        """The function."""
        inputs = {"%x": memref(self.extents, self.element, self.layout, self.stated)}
        if self.explicit:
            inputs["%xi"] = memref(self.extents, self.index, self.layout, self.stated)
        types = [memref(self.outer(self.extents), t, self.to_layout, self.to_stated) for t in (self.element, self.index)]
        results = dict(zip(self.kept(("%v", "%i")), self.kept(types)))
        arguments = [f"{n}: {t}" for n, t in {**inputs, **results}.items()]
        flags = " last" if self.tie == "last" else ""
        if self.has_base:
            arguments.append("%b: index")
            flags += " index_base(%b)"
        flags += " accumulate" if self.accumulate else ""
        only = "" if self.results == BOTH else f" {self.results}"
        return (
            f"func.func @{name}({', '.join(arguments)}) {{\n"
            f"  extrema.arg_reduce <{self.kind}> dimension({self.dimension}){flags} "
            f"ins({', '.join(inputs)} : {', '.join(inputs.values())}){only} "
            f"outs({', '.join(results)} : {', '.join(results.values())})\n"
            f"  return\n}}\n"
        )


@dataclass
class Case:
    """One call. Arrays are as the op sees them; their layouts are those of the
    reduction, or, where its types leave that open, other ones."""

    reduction: Reduction
    x: np.ndarray
    layout: Layout
    to_layout: Layout
    noise: int  # seed of what lies around the elements, and of old results
    places: tuple  # of the buffers, see kernels.Buffer
    indices: np.ndarray = None  # explicit ones
    base: int = 0
    state: tuple = None  # (values, indices) to accumulate to
    _before: list = field(default=None, repr=False)

    def expected(self):
        """(values, indices) by the oracle."""
        r, d = self.reduction, self.reduction.dimension
        indices = self.indices
        if indices is None:
            indices = oracle.positions(self.x.shape, d, self.base, r.index_dtype)
        state = self.state and tuple(np.expand_dims(a, d) for a in self.state)
        pair = oracle.structured(r.kind, r.tie, d, 1, self.x, indices, state)
        return tuple(a.squeeze(d) for a in pair)

    def call(self, function):
        """The call of the function of that number."""
        r, rng = self.reduction, np.random.default_rng(self.noise)
        outer = r.outer(self.x.shape)
        arrays = [(self.x, self.x.dtype, self.x.shape, self.layout)]
        if r.explicit:
            arrays.append((self.indices, self.indices.dtype, self.x.shape, self.layout))
        inputs = len(arrays)
        for array, dtype in zip(r.kept(self.state or (None, None)), r.kept((r.dtype, r.index_dtype))):
            arrays.append((array, dtype, outer, self.to_layout))
        buffers, arguments, self._before = [], [], []
        for i, (array, dtype, shape, layout) in enumerate(arrays):
            content = np.frombuffer(rng.bytes(layout.size(shape) * dtype.itemsize), dtype).copy()
            if array is not None and array.size:
                layout.view(content, shape)[...] = array
            self._before.append(content)
            buffers.append(Buffer(content.view(np.uint8), self.places[i], i >= inputs))
            arguments.append(MemRef(i, layout.offset(shape), shape, layout.strides(shape)))
        self._before = self._before[inputs:]
        return KernelCall(function, buffers, arguments + [self.base] * r.has_base)

    def problem(self, outcome):
        """What is wrong with the outcome of the last call, or None."""
        if outcome.fault:
            return outcome.fault
        r = self.reduction
        names = r.kept(("values", "indices"))
        for name, want, before, got in zip(names, r.kept(self.expected()), self._before, outcome.contents):
            got = got.view(before.dtype).copy()
            view = self.to_layout.view(got, want.shape)
            if not same_bits(np.ascontiguousarray(view).reshape(want.shape), want):
                return f"{name}: got {_short(view)}, expected {_short(want)}"
            if want.size:
                view[...] = self.to_layout.view(before, want.shape)
            if not same_bits(got, before):
                return f"{name}: wrote beside the elements of the destination"
        return None


def _short(array):
    text = str(array.tolist())
    return text if len(text) < 500 else text[:500] + " ..."
