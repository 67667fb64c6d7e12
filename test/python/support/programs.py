"""Functions on tensors around arg_reduce and topk_reduce as data: their text,
and what NumPy says that they return."""

from dataclasses import dataclass, replace

import numpy as np

from support.element_types import INDEX_TYPES, VALUE_TYPES
from support.value_ops import tensor


@dataclass(frozen=True)
class Dim:
    """The extent of a dimension: that of a symbol plus a number, or, without a
    symbol, the number."""

    symbol: str
    delta: int = 0

    def plus(self, number):
        return replace(self, delta=self.delta + number)


@dataclass(frozen=True)
class Type:
    element: str
    dims: tuple

    @property
    def dtype(self):
        return (VALUE_TYPES.get(self.element) or INDEX_TYPES[self.element]).dtype


@dataclass(frozen=True)
class Argument:
    """An argument of the function. `role` says what an array for it holds; that
    of a state or of indices is about the reduction of that name."""

    name: str
    type: Type
    role: str = "data"
    about: str = None


@dataclass(frozen=True)
class Node:
    """One operation with its tag, or a few without. `loops` are the dimensions
    that it can be tiled in, None where it cannot; `reduced` those of them that
    are reduced."""

    name: str
    operands: tuple
    types: tuple  # of the results

    loops = None
    reduced = ()

    @property
    def results(self):
        return (self.name,) if len(self.types) == 1 else tuple(f"{self.name}#{i}" for i in range(len(self.types)))

    @property
    def tag(self):
        return self.name[1:]

    @property
    def is_exact(self):
        """Whether NumPy gives the same bits, those of NaNs too."""
        return True


class Emitter:
    """Collects the lines of a function."""

    def __init__(self, program):
        self._program = program
        self.types = program.types
        self.lines = []
        self._count = 0

    def fresh(self):
        self._count += 1
        return f"%t{self._count}"

    def add(self, line):
        self.lines.append(f"  {line}")

    def text(self, what):
        """The MLIR type of a value or a Type."""
        type_ = what if isinstance(what, Type) else self.types[what]
        return tensor([self._program.static_extent(d) for d in type_.dims], type_.element)

    def scalar(self, argument):
        """The one element of an argument, as an index."""
        zero, element, index = self.fresh(), self.fresh(), self.fresh()
        self.add(f"{zero} = arith.constant 0 : index")
        self.add(f"{element} = tensor.extract {argument}[{zero}] : tensor<1xi64>")
        self.add(f"{index} = arith.index_cast {element} : i64 to index")
        return index

    def size(self, dim, values, as_value=False):
        """An extent, for a list of sizes: a number where it is static, else a
        value, from one of `values` if the program takes sizes from there."""
        static = self._program.static_extent(dim)
        if static is not None:
            if not as_value:
                return str(static)
            name = self.fresh()
            self.add(f"{name} = arith.constant {static} : index")
            return name
        arguments = [a.name for a in self._program.arguments]
        sources = [*values, *arguments] if self._program.sizes_of_operands else [*arguments, *values]
        for value in sources:
            dims = self.types[value].dims
            if dim in dims:
                return self._dim(value, dims.index(dim))
        if dim.symbol == "k":
            return self.scalar("%k")
        for value in sources:
            for d, other in enumerate(self.types[value].dims):
                if other.symbol == dim.symbol:
                    size, delta, name = self._dim(value, d), self.fresh(), self.fresh()
                    self.add(f"{delta} = arith.constant {dim.delta - other.delta} : index")
                    self.add(f"{name} = arith.addi {size}, {delta} : index")
                    return name
        raise AssertionError(f"nothing has the extent {dim}")

    def _dim(self, value, d):
        position, size = self.fresh(), self.fresh()
        self.add(f"{position} = arith.constant {d} : index")
        self.add(f"{size} = tensor.dim {value}, {position} : {self.text(value)}")
        return size

    def empty(self, type_, values):
        sizes = [self.size(d, values) for d in type_.dims if self._program.static_extent(d) is None]
        name = self.fresh()
        self.add(f"{name} = tensor.empty({', '.join(sizes)}) : {self.text(type_)}")
        return name


@dataclass(frozen=True)
class Program:
    arguments: tuple
    nodes: tuple
    returned: tuple
    statics: tuple  # of (symbol, extent)
    sizes_of_operands: bool = False  # tensor.dim of the operand, not of an argument

    @property
    def types(self):
        types = {a.name: a.type for a in self.arguments}
        for node in self.nodes:
            types.update(zip(node.results, node.types))
        return types

    def node(self, name):
        return next((n for n in self.nodes if n.name == name.split("#")[0]), None)

    def static_extent(self, dim):
        if dim.symbol is None:
            return dim.delta
        extent = dict(self.statics).get(dim.symbol)
        return None if extent is None else extent + dim.delta

    def text(self, name):
        emitter = Emitter(self)
        for node in self.nodes:
            node.emit(emitter)
        arguments = ", ".join(f"{a.name}: {emitter.text(a.type)}" for a in self.arguments)
        types = ", ".join(emitter.text(r) for r in self.returned)
        ending = f"  return {', '.join(self.returned)} : {types}\n}}\n"
        return f"func.func @{name}({arguments}) -> ({types}) {{\n" + "\n".join(emitter.lines) + "\n" + ending

    def result_layouts(self):
        types = self.types
        return [(types[r].dtype, len(types[r].dims)) for r in self.returned]

    def is_exact(self):
        return all(node.is_exact for node in self.nodes)

    def unsorted_pairs(self):
        """Positions among the results of the values and the indices that come in
        any order, with the dimension. Either may be missing."""
        pairs = []
        for node in self.nodes:
            if getattr(node, "unsorted", False) and node.is_topk:
                found = [self.returned.index(r) for r in node.results if r in self.returned]
                pairs.append((found, node.dimension))
        return pairs

    def expected(self, sizes, arrays):
        """What NumPy gives for the arrays of the arguments, by name."""
        known = dict(arrays)

        def extents(type_):
            return tuple((sizes[d.symbol] if d.symbol else 0) + d.delta for d in type_.dims)

        scalars = {a.name: int(known[a.name][0]) for a in self.arguments if a.role in ("base", "k")}
        for node in self.nodes:
            wanted = node.evaluate.__code__.co_varnames[: node.evaluate.__code__.co_argcount]
            more = [value for name, value in (("extents", extents), ("scalars", scalars)) if name in wanted]
            with np.errstate(all="ignore"):
                results = node.evaluate([known[o] for o in node.operands], *more)
            known.update(zip(node.results, results))
        return [known[r] for r in self.returned]
