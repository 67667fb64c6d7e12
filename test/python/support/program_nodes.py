"""What stands around the reductions of a program: producers of their inputs, and
consumers of their results."""

from dataclasses import dataclass

import numpy as np

from support import oracle
from support.element_types import VALUE_TYPES, bits_of
from support.programs import Node


def _negated(a):
    """With the sign of a NaN, which NumPy's minus may lose."""
    bits = bits_of(a)
    return (bits ^ bits.dtype.type(1 << (8 * bits.itemsize - 1))).view(a.dtype)


# name: (lines of the body, which yields %y; NumPy's function; is exact)
BODIES = {
    "negf": ("%y = arith.negf %a : {a}", _negated, True),
    "addf": ("%y = arith.addf %a, %b : {a}", lambda a, b: a + b, False),
    "mulf": ("%y = arith.mulf %a, %b : {a}", lambda a, b: a * b, False),
    "largerf": (
        "%c = arith.cmpf ogt, %a, %b : {a}\n    %y = arith.select %c, %a, %b : {a}",
        lambda a, b: np.where(a > b, a, b),
        True,
    ),
    "addi": ("%y = arith.addi %a, %b : {a}", lambda a, b: a + b, True),
    "xori": ("%y = arith.xori %a, %b : {a}", lambda a, b: a ^ b, True),
    "largeri": ("%y = arith.maxsi %a, %b : {a}", np.maximum, True),
    "noti": ("%m = arith.constant -1 : {a}\n    %y = arith.xori %a, %m : {a}", lambda a: ~a, True),
    "double": ("%y = arith.addi %a, %a : {a}", lambda a: a + a, True),
    "extf": ("%y = arith.extf %a : {a} to {y}", None, False),
    "extsi": ("%y = arith.extsi %a : {a} to {y}", None, True),
}
CASTS = ("extf", "extsi")


def affine_map(rank, positions):
    return f"affine_map<({', '.join(f'd{d}' for d in range(rank))}) -> ({', '.join(f'd{p}' for p in positions)})>"


def iterators(rank, reduced=None):
    return ", ".join('"reduction"' if d == reduced else '"parallel"' for d in range(rank))


@dataclass(frozen=True)
class Elementwise(Node):
    """linalg.generic with a loop for each dimension of the result. `maps` says
    for each operand which dimensions of the result its own are."""

    body: str = "negf"
    maps: tuple = ()

    @property
    def loops(self):
        return self.types[0].dims

    @property
    def is_exact(self):
        # Arithmetic on 16 bits is emulated, which makes NaNs quiet.
        return BODIES[self.body][2] and self.types[0].element not in ("f16", "bf16")

    def emit(self, e):
        out = self.types[0]
        elements = [e.types[o].element for o in self.operands]
        init = e.empty(out, self.operands)
        maps = [affine_map(len(out.dims), m) for m in (*self.maps, range(len(out.dims)))]
        names = ["%a", "%b"][: len(elements)]
        block = ", ".join(f"{n}: {t}" for n, t in zip((*names, "%o"), (*elements, out.element)))
        text = BODIES[self.body][0].replace("{a}", elements[0]).replace("{y}", out.element)
        e.add(
            f"{self.name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            f"iterator_types = [{iterators(len(out.dims))}]}} "
            f"ins({', '.join(self.operands)} : {', '.join(e.text(o) for o in self.operands)}) "
            f"outs({init} : {e.text(out)}) attrs = {{{self.tag}}} {{\n  ^bb0({block}):\n    {text}\n"
            f"    linalg.yield %y : {out.element}\n  }} -> {e.text(out)}"
        )

    def evaluate(self, arrays):
        rank, dtype = len(self.types[0].dims), self.types[0].dtype
        aligned = []
        for a, positions in zip(arrays, self.maps):
            a = np.transpose(a, np.argsort(positions))
            aligned.append(np.expand_dims(a, tuple(d for d in range(rank) if d not in positions)))
        if self.body in CASTS:
            return [aligned[0].astype(dtype)]
        return [BODIES[self.body][1](*aligned).astype(dtype)]


@dataclass(frozen=True)
class Transpose(Node):
    permutation: tuple = ()

    @property
    def loops(self):
        return self.types[0].dims

    def emit(self, e):
        init = e.empty(self.types[0], self.operands)
        (x,) = self.operands
        e.add(
            f"{self.name} = linalg.transpose ins({x} : {e.text(x)}) outs({init} : {e.text(self.types[0])}) "
            f"permutation = [{', '.join(map(str, self.permutation))}] {{{self.tag}}}"
        )

    def evaluate(self, arrays):
        return [np.transpose(arrays[0], self.permutation)]


@dataclass(frozen=True)
class Broadcast(Node):
    """The operand along one more dimension."""

    dimension: int = 0

    @property
    def loops(self):
        return self.types[0].dims

    def emit(self, e):
        init = e.empty(self.types[0], self.operands)
        (x,) = self.operands
        e.add(
            f"{self.name} = linalg.broadcast ins({x} : {e.text(x)}) outs({init} : {e.text(self.types[0])}) "
            f"dimensions = [{self.dimension}] {{{self.tag}}}"
        )

    def evaluate(self, arrays, extents):
        x = np.expand_dims(arrays[0], self.dimension)
        return [np.repeat(x, extents(self.types[0])[self.dimension], self.dimension)]


@dataclass(frozen=True)
class Pad(Node):
    """Not to be tiled or fused by itself: upstream's tiles of a tensor.pad, an
    scf.if around it, come to IR that does not verify when tiled or fused again."""

    dimension: int = 0
    low: int = 0
    high: int = 0
    value: str = "0"

    def emit(self, e):
        out, (x,) = self.types[0], self.operands
        rank, value = len(out.dims), e.fresh()
        sides = [["0"] * rank, ["0"] * rank]
        sides[0][self.dimension], sides[1][self.dimension] = str(self.low), str(self.high)
        e.add(f"{value} = arith.constant {self.value} : {out.element}")
        block = ", ".join(f"%p{d}: index" for d in range(rank))
        e.add(
            f"{self.name} = tensor.pad {x} low[{', '.join(sides[0])}] high[{', '.join(sides[1])}] {{\n"
            f"  ^bb0({block}):\n    tensor.yield {value} : {out.element}\n  }} {{{self.tag}}} : "
            f"{e.text(x)} to {e.text(out)}"
        )

    def evaluate(self, arrays):
        widths = [(0, 0)] * arrays[0].ndim
        widths[self.dimension] = (self.low, self.high)
        value = np.array(float(self.value)).astype(self.types[0].dtype)
        return [np.pad(arrays[0], widths, constant_values=value)]


@dataclass(frozen=True)
class Slice(Node):
    """All but the first `low` and last `high` elements of a dimension."""

    dimension: int = 0
    low: int = 0

    def emit(self, e):
        out, (x,) = self.types[0], self.operands
        offsets = ["0"] * len(out.dims)
        offsets[self.dimension] = str(self.low)
        sizes = [e.size(d, self.operands) for d in out.dims]
        e.add(
            f"{self.name} = tensor.extract_slice {x}[{', '.join(offsets)}] [{', '.join(sizes)}] "
            f"[{', '.join(['1'] * len(out.dims))}] : {e.text(x)} to {e.text(out)}"
        )

    def evaluate(self, arrays, extents):
        begin, size = self.low, extents(self.types[0])[self.dimension]
        return [np.take(arrays[0], np.arange(begin, begin + size), self.dimension)]


@dataclass(frozen=True)
class Concat(Node):
    """The second operand behind the first one, by insertions."""

    dimension: int = 0

    def emit(self, e):
        out = self.types[0]
        whole, offset = e.empty(out, self.operands), "0"
        for i, part in enumerate(self.operands):
            type_, name = e.types[part], self.name if i else e.fresh()
            sizes = [e.size(d, (part,)) for d in type_.dims]
            offsets = ["0"] * len(out.dims)
            offsets[self.dimension] = offset
            e.add(
                f"{name} = tensor.insert_slice {part} into {whole}[{', '.join(offsets)}] [{', '.join(sizes)}] "
                f"[{', '.join(['1'] * len(sizes))}] : {e.text(part)} into {e.text(out)}"
            )
            whole, offset = name, sizes[self.dimension]

    def evaluate(self, arrays):
        return [np.concatenate(arrays, self.dimension)]


@dataclass(frozen=True)
class Fill(Node):
    """A tensor of zeros. The value `like` gives it its open extents."""

    like: str = None

    @property
    def loops(self):
        return self.types[0].dims

    def emit(self, e):
        out, zero = self.types[0], e.fresh()
        init = e.empty(out, (self.like,) if self.like else ())
        e.add(f"{zero} = arith.constant {'0.0' if VALUE_TYPES[out.element].is_float else '0'} : {out.element}")
        e.add(
            f"{self.name} = linalg.fill {{{self.tag}}} ins({zero} : {out.element}) outs({init} : {e.text(out)}) -> {e.text(out)}"
        )

    def evaluate(self, arrays, extents):
        return [np.zeros(extents(self.types[0]), self.types[0].dtype)]


@dataclass(frozen=True)
class RowReduce(Node):
    """Along a dimension: the sum of integers; of floats the last of those that
    are not less than the ones before."""

    dimension: int = 0
    domain: tuple = ()

    @property
    def loops(self):
        return self.domain

    @property
    def reduced(self):
        return (self.dimension,)

    @property
    def is_exact(self):
        return self.types[0].element not in ("f16", "bf16")

    def emit(self, e):
        out, (x,) = self.types[0], self.operands
        rank, is_float = len(self.domain), VALUE_TYPES[out.element].is_float
        zero, fill = e.fresh(), e.fresh()
        init = e.empty(out, self.operands)
        e.add(f"{zero} = arith.constant {'0.0' if is_float else '0'} : {out.element}")
        e.add(f"{fill} = linalg.fill ins({zero} : {out.element}) outs({init} : {e.text(out)}) -> {e.text(out)}")
        kept = [d for d in range(rank) if d != self.dimension]
        body = (
            f"%c = arith.cmpf olt, %a, %o : {out.element}\n    %y = arith.select %c, %o, %a : {out.element}"
            if is_float
            else f"%y = arith.addi %o, %a : {out.element}"
        )
        e.add(
            f"{self.name} = linalg.generic {{indexing_maps = [{affine_map(rank, range(rank))}, {affine_map(rank, kept)}], "
            f"iterator_types = [{iterators(rank, self.dimension)}]}} ins({x} : {e.text(x)}) outs({fill} : {e.text(out)}) "
            f"attrs = {{{self.tag}}} {{\n  ^bb0(%a: {out.element}, %o: {out.element}):\n    {body}\n"
            f"    linalg.yield %y : {out.element}\n  }} -> {e.text(out)}"
        )

    def evaluate(self, arrays):
        rows = np.moveaxis(arrays[0], self.dimension, 0)
        state = np.zeros(rows.shape[1:], rows.dtype)
        for row in rows:
            state = np.where(row < state, state, row) if VALUE_TYPES[self.types[0].element].is_float else state + row
        return [state.astype(rows.dtype)]


@dataclass(frozen=True)
class Iota(Node):
    """Indices: begin + step × position along a dimension. The value `like` gives
    it its open extents."""

    dimension: int = 0
    begin: int = 0
    step: int = 1
    like: str = None

    @property
    def loops(self):
        return self.types[0].dims

    def emit(self, e):
        out, rank = self.types[0], len(self.types[0].dims)
        init = e.empty(out, (self.like,))
        is_index = out.element == "index"
        cast = "" if is_index else f"%y = arith.index_cast %t : index to {out.element}\n    "
        e.add(
            f"{self.name} = linalg.generic {{indexing_maps = [{affine_map(rank, range(rank))}], "
            f"iterator_types = [{iterators(rank)}]}} outs({init} : {e.text(out)}) "
            f"attrs = {{{self.tag}}} {{\n  ^bb0(%o: {out.element}):\n    %i = linalg.index {self.dimension} : index\n"
            f"    %s = arith.constant {self.step} : index\n    %u = arith.muli %i, %s : index\n"
            f"    %b = arith.constant {self.begin} : index\n    %t = arith.addi %u, %b : index\n    {cast}"
            f"linalg.yield {'%t' if is_index else '%y'} : {out.element}\n  }} -> {e.text(out)}"
        )

    def evaluate(self, arrays, extents):
        shape = extents(self.types[0])
        return [self.begin + self.step * oracle.positions(shape, self.dimension, 0, self.types[0].dtype)]


@dataclass(frozen=True)
class Gather(Node):
    """The elements of a row, the second operand, at the indices, the first;
    those that lie beside it are its nearest ones."""

    @property
    def loops(self):
        return self.types[0].dims

    def emit(self, e):
        indices, table = self.operands
        out, rank, index = self.types[0], len(self.types[0].dims), e.types[indices].element
        zero, one, extent, last = e.fresh(), e.fresh(), e.size(e.types[table].dims[0], (table,), as_value=True), e.fresh()
        e.add(f"{zero} = arith.constant 0 : index")
        e.add(f"{one} = arith.constant 1 : index")
        e.add(f"{last} = arith.subi {extent}, {one} : index")
        init = e.empty(out, (indices,))
        cast = "%i = arith.addi %a, %z : index" if index == "index" else f"%i = arith.index_cast %a : {index} to index"
        identity = affine_map(rank, range(rank))
        e.add(
            f"{self.name} = linalg.generic {{indexing_maps = [{identity}, {identity}], "
            f"iterator_types = [{iterators(rank)}]}} ins({indices} : {e.text(indices)}) "
            f"outs({init} : {e.text(out)}) attrs = {{{self.tag}}} {{\n  ^bb0(%a: {index}, %o: {out.element}):\n"
            f"    %z = arith.constant 0 : index\n    {cast}\n    %l = arith.maxsi %i, {zero} : index\n"
            f"    %u = arith.minsi %l, {last} : index\n    %y = tensor.extract {table}[%u] : {e.text(table)}\n"
            f"    linalg.yield %y : {out.element}\n  }} -> {e.text(out)}"
        )

    def evaluate(self, arrays):
        indices, table = arrays
        return [table[np.clip(indices.astype(np.int64), 0, len(table) - 1)]]
