"""arg_reduce and topk_reduce on memrefs as data: the function, a call of it, what
it has to leave in its destinations."""

from dataclasses import dataclass, field

import numpy as np

from support import oracle
from support.element_types import INDEX_TYPES, VALUE_TYPES, TypedPair, bits_of, same_bits
from support.kernels import Buffer, KernelCall, MemRef
from support.layouts import IDENTITY, Layout, memref
from support.structured_ops import BOTH, INDEX_ONLY, VALUE_ONLY


@dataclass(frozen=True)
class Reduction(TypedPair):
    """A function of one arg_reduce or topk_reduce. An extent that is None is
    dynamic. Layouts are those of the input, of explicit indices where they have
    another one, and of the destinations."""

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
    indices_stated: str = None
    indices_layout: Layout = None
    to_stated: str = IDENTITY
    to_layout: Layout = None
    is_topk: bool = False
    k: int = None  # topk_reduce: how many results; None: dynamic
    unsorted: bool = False  # topk_reduce

    @classmethod
    def packed(cls, kind, element, extents, dimension, is_topk=False, **others):
        """Of memrefs without gaps, with indices of 32 bits."""
        return cls(
            kind=kind,
            element=element,
            index="i32",
            extents=extents,
            dimension=dimension,
            layout=Layout.identity(len(extents)),
            to_layout=Layout.identity(len(extents) - (not is_topk)),
            is_topk=is_topk,
            **others,
        )

    @classmethod
    def packed_topk(cls, kind, element, extents, dimension, k, **others):
        """A topk_reduce of memrefs without gaps, with indices of 32 bits."""
        return cls.packed(kind, element, extents, dimension, is_topk=True, k=k, **others)

    @property
    def rank(self):
        return len(self.extents)

    def outer(self, shape):
        """`shape` without the reduced dimension."""
        return tuple(shape[: self.dimension]) + tuple(shape[self.dimension + 1 :])

    def destination(self, shape, k):
        """The shape of the destinations of an input of that shape."""
        return shape[: self.dimension] + ((k,) if self.is_topk else ()) + shape[self.dimension + 1 :]

    def to_axis(self, d):
        """The dimension of the destinations that dimension d of the input is."""
        return d if self.is_topk else d - (d > self.dimension)

    def comparable(self, results):
        """Results in a form that is unique: an unsorted answer by index, or, of
        values alone, by their bits."""
        if not self.unsorted:
            return results
        if self.results == BOTH:
            return oracle.order_unsorted(*results, self.dimension)
        return [np.sort(bits_of(a), axis=self.dimension).view(a.dtype) for a in results]

    def kept(self, pair):
        """Of (values, indices) those that are results."""
        return [pair[i] for i in {BOTH: (0, 1), VALUE_ONLY: (0,), INDEX_ONLY: (1,)}[self.results]]

    def text(self, name):
        """The function."""
        inputs = {"%x": memref(self.extents, self.element, self.layout, self.stated)}
        if self.explicit:
            layout, stated = self.indices_layout or self.layout, self.indices_stated or self.stated
            inputs["%xi"] = memref(self.extents, self.index, layout, stated)
        to_extents = self.destination(self.extents, self.k)
        types = [memref(to_extents, t, self.to_layout, self.to_stated) for t in (self.element, self.index)]
        results = dict(zip(self.kept(("%v", "%i")), self.kept(types)))
        arguments = [f"{n}: {t}" for n, t in {**inputs, **results}.items()]
        flags = (" last" if self.tie == "last" else "") + (" unsorted" if self.unsorted else "")
        op = "topk_reduce" if self.is_topk else "arg_reduce"
        if self.has_base:
            arguments.append("%b: index")
            flags += " index_base(%b)"
        flags += " accumulate" if self.accumulate else ""
        only, unread = "", ""
        if self.results != BOTH and self.is_topk:
            unread = self._unread(next(iter(results)), next(iter(results.values())), to_extents)
            results = dict(zip(("%v", "%i"), (memref(to_extents, t, None, IDENTITY) for t in (self.element, self.index)))) | results
        elif self.results != BOTH:
            only = f" {self.results}"
        return (
            f"func.func @{name}({', '.join(arguments)}) {{\n{unread}"
            f"  extrema.{op} <{self.kind}> dimension({self.dimension}){flags} "
            f"ins({', '.join(inputs)} : {', '.join(inputs.values())}){only} "
            f"outs({', '.join(results)} : {', '.join(results.values())})\n"
            f"  return\n}}\n"
        )

    def _unread(self, kept, kept_type, extents):
        """Memory for the results that topk_reduce, which has both, does not keep."""
        name, element = ("%i", self.index) if kept == "%v" else ("%v", self.element)
        lines, sizes = [], []
        for d, extent in enumerate(extents):
            if extent is None:
                lines.append(f"  %d{d} = arith.constant {d} : index")
                lines.append(f"  %size{d} = memref.dim {kept}, %d{d} : {kept_type}")
                sizes.append(f"%size{d}")
        lines.append(f"  {name} = memref.alloc({', '.join(sizes)}) : {memref(extents, element, None, IDENTITY)}")
        return "".join(f"{line}\n" for line in lines)


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
    indices_layout: Layout = None  # None: that of the input
    base: int = 0
    state: tuple = None  # (values, indices) to accumulate to
    k: int = 1  # how many results
    _before: list = field(default=None, repr=False)

    def expected(self):
        """(values, indices) by the oracle."""
        r, d = self.reduction, self.reduction.dimension
        indices = self.indices
        if indices is None:
            indices = oracle.positions(self.x.shape, d, self.base, r.index_dtype)
        if r.is_topk:
            return oracle.structured(r.kind, r.tie, d, self.k, self.x, indices, self.state)
        state = self.state and tuple(np.expand_dims(a, d) for a in self.state)
        pair = oracle.structured(r.kind, r.tie, d, 1, self.x, indices, state)
        return tuple(a.squeeze(d) for a in pair)

    def call(self, function):
        """The call of the function of that number."""
        r, rng = self.reduction, np.random.default_rng(self.noise)
        to_shape = r.destination(self.x.shape, self.k)
        arrays = [(self.x, self.x.dtype, self.x.shape, self.layout)]
        if r.explicit:
            arrays.append((self.indices, self.indices.dtype, self.x.shape, self.indices_layout or self.layout))
        inputs = len(arrays)
        for array, dtype in zip(r.kept(self.state or (None, None)), r.kept((r.dtype, r.index_dtype))):
            arrays.append((array, dtype, to_shape, self.to_layout))
        buffers, arguments, self._before = [], [], []
        for i, (array, dtype, shape, layout) in enumerate(arrays):
            content = np.frombuffer(rng.bytes(layout.size(shape) * dtype.itemsize), dtype).copy()
            if array is not None and array.size:
                layout.view(content, shape)[...] = array
            self._before.append(content)
            buffers.append(Buffer(content.view(np.uint8), self.places[i], i >= inputs))
            arguments.append(MemRef(i, layout.offset(shape), shape, layout.strides(shape)))
        self._before = self._before[inputs:]
        arguments += [self.base] * r.has_base
        return KernelCall(function, buffers, arguments, allocations=r.is_topk and r.results != BOTH)

    def problem(self, outcome):
        """What is wrong with the outcome of the last call, or None."""
        if outcome.fault:
            return outcome.fault
        r = self.reduction
        wanted = r.comparable(r.kept(self.expected()))
        contents = [c.view(before.dtype).copy() for c, before in zip(outcome.contents, self._before)]
        views = [self.to_layout.view(c, want.shape) for c, want in zip(contents, wanted)]
        results = r.comparable([np.ascontiguousarray(v).reshape(v.shape) for v in views])
        for name, want, result in zip(r.kept(("values", "indices")), wanted, results):
            if not same_bits(result, want):
                return f"{name}: got {_short(result)}, expected {_short(want)}"
        for name, want, before, got, view in zip(r.kept(("values", "indices")), wanted, self._before, contents, views):
            if want.size:
                view[...] = self.to_layout.view(before, want.shape)
            if not same_bits(got, before):
                return f"{name}: wrote beside the elements of the destination"
        return None


def _short(array):
    text = str(array.tolist())
    return text if len(text) < 500 else text[:500] + " ..."
