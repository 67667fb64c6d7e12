"""Random functions on tensors around arg_reduce and topk_reduce.

Explicit indices are distinct in a row: which of two pairs that are equal in
value and index, and differ in bits, is kept is not defined. Floats meet finite
numbers only, so that the bits of a NaN never depend on which operand it was.
"""

from dataclasses import replace

import numpy as np

from support.element_types import FLOAT_TYPES, INDEX_TYPES, SIGNLESS_TYPES, VALUE_TYPES
from support.program_arrays import MAX_BASE, least_extents, random_extent
from support.program_nodes import (
    BODIES,
    Broadcast,
    Concat,
    Elementwise,
    Fill,
    Gather,
    Iota,
    Pad,
    RowReduce,
    Slice,
    Transpose,
)
from support.program_reductions import Reduction, ValueOp
from support.programs import Argument, Dim, Program, Type
from support.structured_ops import BOTH, INDEX_ONLY, VALUE_ONLY
from support.values import pick

_FLOAT_BODIES = ("negf", "addf", "mulf", "largerf")
_INTEGER_BODIES = ("addi", "xori", "largeri", "noti", "double")
_NARROWER = {"f32": ("f16", "bf16"), "f64": ("f32",), "i16": ("i8",), "i32": ("i8", "i16"), "i64": ("i32",)}


def _is_float(element):
    return element in FLOAT_TYPES


def _is_signless(element):
    return element in FLOAT_TYPES or element in SIGNLESS_TYPES


class _Builder:
    def __init__(self, rng):
        self.rng = rng
        # A value op's reduction is found by the name of its operation: it has to
        # be the only one.
        self.is_value = self.chance(0.15)
        self.arguments, self.nodes = [], []

    def chance(self, probability):
        return self.rng.random() < probability

    def argument(self, type_, role="data", about=None, name=None):
        name = name or f"%a{len(self.arguments)}"
        self.arguments.append(Argument(name, type_, role, about))
        return name

    def name(self):
        """That of the node that is added next."""
        return f"%n{len(self.nodes)}"

    def add(self, node):
        assert node.name == self.name()
        self.nodes.append(node)
        return node.results[0]

    # ------------------------------------------------------- producers --

    def value(self, type_, depth):
        """The name of a value of that type, with up to `depth` producers."""
        if depth <= 0 or not type_.dims:
            same = [a.name for a in self.arguments if a.type == type_ and a.role == "data"]
            return pick(self.rng, same) if same and self.chance(0.2) else self.argument(type_)
        makers = [self.transpose, self.slice, self.concat, self.broadcast]
        weights = [2 * (len(type_.dims) > 1), 1, 1, 1]
        if _is_signless(type_.element):
            makers += [self.elementwise, self.cast, self.pad, self.row_reduce, self.arg_values, self.filled]
            weights += [6, 3 * (type_.element in _NARROWER), 1, 1, 1, 0.5]
        return pick(self.rng, makers, weights)(type_, depth)

    def elementwise(self, type_, depth):
        body = pick(self.rng, _FLOAT_BODIES if _is_float(type_.element) else _INTEGER_BODIES)
        rank = len(type_.dims)
        maps = [tuple(range(rank))]
        if rank > 1 and self.chance(0.2):
            maps = [tuple(int(d) for d in self.rng.permutation(rank))]
        operands = [self.value(Type(type_.element, tuple(type_.dims[d] for d in maps[0])), depth - 1)]
        if "%b" in BODIES[body][0]:
            # A bias along some of the dimensions.
            maps.append(tuple(d for d in range(rank) if self.chance(0.6)))
            bias = Type(type_.element, tuple(type_.dims[d] for d in maps[1]))
            operands.append(self.argument(bias, "finite"))
        return self.add(Elementwise(self.name(), tuple(operands), (type_,), body, tuple(maps)))

    def cast(self, type_, depth):
        narrow = Type(pick(self.rng, _NARROWER[type_.element]), type_.dims)
        operand = self.value(narrow, depth - 1)
        body = "extf" if _is_float(type_.element) else "extsi"
        return self.add(Elementwise(self.name(), (operand,), (type_,), body, (tuple(range(len(type_.dims))),)))

    def transpose(self, type_, depth):
        if len(type_.dims) == 1:
            return self.slice(type_, depth)
        # One that leaves all as it is would fold.
        permutation = tuple(np.roll(np.arange(len(type_.dims)), int(self.rng.integers(1, len(type_.dims)))).tolist())
        before = Type(type_.element, tuple(type_.dims[d] for d in np.argsort(permutation)))
        operand = self.value(before, depth - 1)
        return self.add(Transpose(self.name(), (operand,), (type_,), permutation))

    def broadcast(self, type_, depth):
        d = int(self.rng.integers(len(type_.dims)))
        before = Type(type_.element, type_.dims[:d] + type_.dims[d + 1 :])
        operand = self.value(before, depth - 1)
        return self.add(Broadcast(self.name(), (operand,), (type_,), d))

    def _grown(self, type_, d, number):
        return Type(type_.element, type_.dims[:d] + (type_.dims[d].plus(number),) + type_.dims[d + 1 :])

    def pad(self, type_, depth):
        d, low, high = int(self.rng.integers(len(type_.dims))), int(self.rng.integers(3)), int(self.rng.integers(3))
        operand = self.value(self._grown(type_, d, -low - high), depth - 1)
        value = pick(self.rng, ("0.0", "-0.0", "2.0") if _is_float(type_.element) else ("0", "1", "-1"))
        return self.add(Pad(self.name(), (operand,), (type_,), d, low, high, value))

    def slice(self, type_, depth):
        d, low, high = int(self.rng.integers(len(type_.dims))), int(self.rng.integers(3)), int(self.rng.integers(3))
        operand = self.value(self._grown(type_, d, low + high), depth - 1)
        return self.add(Slice(self.name(), (operand,), (type_,), d, low))

    def concat(self, type_, depth):
        d, count = int(self.rng.integers(len(type_.dims))), int(self.rng.integers(1, 4))
        first = self.value(self._grown(type_, d, -count), depth - 1)
        rest = Type(type_.element, type_.dims[:d] + (Dim(None, count),) + type_.dims[d + 1 :])
        operands = (first, self.value(rest, 0))
        return self.add(Concat(self.name(), operands, (type_,), d))

    def filled(self, type_, depth):
        d, count = int(self.rng.integers(len(type_.dims))), int(self.rng.integers(1, 4))
        first = self.value(self._grown(type_, d, -count), depth - 1)
        rest = Type(type_.element, type_.dims[:d] + (Dim(None, count),) + type_.dims[d + 1 :])
        zeros = self.add(Fill(self.name(), (), (rest,), first))
        return self.add(Concat(self.name(), (first, zeros), (type_,), d))

    def _with_more(self, type_):
        """The dimensions of what is reduced to that type, and which one is."""
        d = int(self.rng.integers(len(type_.dims) + 1))
        return type_.dims[:d] + (Dim("q"),) + type_.dims[d:], d

    def row_reduce(self, type_, depth):
        if len(type_.dims) > 2:
            return self.elementwise(type_, depth)
        domain, d = self._with_more(type_)
        operand = self.value(Type(type_.element, domain), depth - 2)
        return self.add(RowReduce(self.name(), (operand,), (type_,), d, domain))

    def arg_values(self, type_, depth):
        if len(type_.dims) > 2 or self.is_value:
            return self.elementwise(type_, depth)
        domain, d = self._with_more(type_)
        operand = self.value(Type(type_.element, domain), depth - 2)
        return self.add(
            Reduction(
                self.name(),
                (operand,),
                (type_,),
                kind=pick(self.rng, VALUE_TYPES[type_.element].kinds),
                dimension=d,
                tie=pick(self.rng, ("first", "last")),
                results_kept=VALUE_ONLY,
                domain=domain,
            )
        )

    # ------------------------------------------------------ reductions --

    def reduction(self, x, type_, d, *, plain=False):
        """arg_reduce or topk_reduce of x; returns the names of the results."""
        rng = self.rng
        is_topk = self.chance(0.5)
        kinds = list(VALUE_TYPES[type_.element].kinds)
        if type_.element in SIGNLESS_TYPES:
            kinds += ["maxui", "minui"]
        results = BOTH if is_topk else pick(rng, (BOTH, VALUE_ONLY, INDEX_ONLY), (3, 1, 2))
        index = pick(rng, INDEX_TYPES)
        explicit = not plain and self.chance(0.2)
        accumulate = not plain and results == BOTH and self.chance(0.25)
        # There are no constants of other types to fill with.
        given = (accumulate and (self.chance(0.7) or not _is_signless(type_.element))) or self.chance(0.15)
        name = self.name()
        operands = [x]
        if explicit:
            xi = Type(index, type_.dims)
            if self.chance(0.4):
                begin, step = int(rng.integers(MAX_BASE)), 1 if index == "i8" else int(rng.integers(1, 3))
                operands.append(self.add(Iota(self.name(), (), (xi,), d, begin, step, x)))
                name = self.name()
            else:
                operands.append(self.argument(xi, "indices", name))
        dims = type_.dims[:d] + ((Dim("k"),) if is_topk else ()) + type_.dims[d + 1 :]
        pair = Type(type_.element, dims), Type(index, dims)
        types = [pair[i] for i in {BOTH: (0, 1), VALUE_ONLY: (0,), INDEX_ONLY: (1,)}[results]]
        if given:
            roles = ("state values", "state indices") if accumulate else ("data", "data")
            operands += [self.argument(t, role, name) for t, role in zip(types, roles)]
        base = None
        if not explicit and self.chance(0.25):
            base = self.argument(Type("i64", (Dim(None, 1),)), "base")
        if is_topk and not given:
            self.k_argument()
        node = Reduction(
            name,
            tuple(operands),
            tuple(types),
            op="topk_reduce" if is_topk else "arg_reduce",
            kind=pick(rng, kinds),
            dimension=d,
            tie="first" if is_topk else pick(rng, ("first", "last")),
            unsorted=is_topk and self.chance(0.3),
            results_kept=results,
            index=index,
            domain=type_.dims,
            explicit=explicit,
            base=base,
            accumulate=accumulate,
            given=given,
        )
        self.add(node)
        return node

    def halves(self, node):
        """The same reduction once more, or what it leaves out, as another node."""
        kept = {VALUE_ONLY: INDEX_ONLY, INDEX_ONLY: VALUE_ONLY}.get(node.results_kept, BOTH)
        if kept == BOTH or node.given:
            other = replace(node, name=self.name())
        else:
            dims = node.types[0].dims
            types = (Type(self.element if kept == VALUE_ONLY else node.index, dims),)
            other = replace(node, name=self.name(), types=types, results_kept=kept)
        self.add(other)
        return other

    def k_argument(self):
        if not any(a.role == "k" for a in self.arguments):
            self.argument(Type("i64", (Dim(None, 1),)), "k", name="%k")

    def value_op(self, x, type_, d):
        rng = self.rng
        is_topk = self.chance(0.5)
        index = pick(rng, INDEX_TYPES)
        if not is_topk:
            dims = type_.dims[:d] + type_.dims[d + 1 :]
            node = ValueOp(
                self.name(),
                (x,),
                (Type(index, dims),),
                op=pick(rng, ("argmax", "argmin")),
                dimension=d,
                last=self.chance(0.5),
                ignore_nan=self.chance(0.5),
                domain=type_.dims,
            )
        else:
            dims = type_.dims[:d] + (Dim("k"),) + type_.dims[d + 1 :]
            self.k_argument()
            node = ValueOp(
                self.name(),
                (x,),
                (Type(type_.element, dims), Type(index, dims)),
                op="topk",
                dimension=d,
                largest=self.chance(0.5),
                unsorted=self.chance(0.3),
                k="%k",
                domain=type_.dims,
            )
        self.add(node)
        return node

    # ------------------------------------------------------- consumers --

    def consumer(self, node):
        """Something that takes results of the reduction; returns its results, or
        none if there is nothing that fits."""
        rng = self.rng
        values = next((r for r, t in zip(node.results, node.types) if t.element == self.element), None)
        indices = node.results[-1] if getattr(node, "results_kept", BOTH) != VALUE_ONLY else None
        if len(node.types) == 1 and indices:
            values = None
        makers = []
        if getattr(node, "unsorted", False):
            makers = [] if self.is_value else [self.merge]
        else:
            if values and _is_signless(self.element) and node.types[0].dims:
                makers += [self.on_values] + ([] if self.is_value else [self.again])
            if indices and node.types[-1].dims:
                makers += [self.gather, self.on_indices]
            if node.is_topk and not self.is_value:
                makers += [self.merge, self.merge]
        return pick(rng, makers)(node) if makers else ()

    def on_values(self, node):
        type_ = node.types[0]
        body = pick(self.rng, _FLOAT_BODIES if _is_float(type_.element) else _INTEGER_BODIES)
        operands, maps = [node.results[0]], [tuple(range(len(type_.dims)))]
        if "%b" in BODIES[body][0]:
            maps.append(tuple(d for d in maps[0] if self.chance(0.6)))
            operands.append(self.argument(Type(type_.element, tuple(type_.dims[d] for d in maps[1])), "finite"))
        added = Elementwise(self.name(), tuple(operands), (type_,), body, tuple(maps))
        self.add(added)
        return added.results

    def on_indices(self, node):
        type_ = node.types[-1]
        added = Elementwise(self.name(), (node.results[-1],), (type_,), "double", (tuple(range(len(type_.dims))),))
        self.add(added)
        return added.results

    def gather(self, node):
        dims = node.types[-1].dims
        table = self.argument(Type(pick(self.rng, ("f32", "i32", "bf16")), (Dim("t"),)), "table")
        added = Gather(self.name(), (node.results[-1], table), (Type(self._type_of(table).element, dims),))
        self.add(added)
        return added.results

    def _type_of(self, argument):
        return next(a.type for a in self.arguments if a.name == argument)

    def merge(self, node):
        """A selection from what was selected, with its indices."""
        values, indices = node.types
        d = node.dimension
        arg = self.chance(0.4)
        dims = values.dims[:d] + (() if arg else (Dim(None, int(self.rng.integers(1, 4))),)) + values.dims[d + 1 :]
        kinds = VALUE_TYPES[self.element].kinds
        added = Reduction(
            self.name(),
            node.results,
            (Type(values.element, dims), Type(indices.element, dims)),
            op="arg_reduce" if arg else "topk_reduce",
            # The same order, or any.
            kind=node.kind if isinstance(node, Reduction) and self.chance(0.7) else pick(self.rng, kinds),
            dimension=d,
            index=indices.element,
            domain=values.dims,
            explicit=True,
        )
        self.add(added)
        return added.results

    def again(self, node):
        """A reduction of the values, with their positions."""
        values = node.types[0]
        d = int(self.rng.integers(len(values.dims)))
        dims = values.dims[:d] + values.dims[d + 1 :]
        added = Reduction(
            self.name(),
            (node.results[0],),
            (Type(values.element, dims), Type("i64", dims)),
            kind=pick(self.rng, VALUE_TYPES[self.element].kinds),
            dimension=d,
            tie=pick(self.rng, ("first", "last")),
            domain=values.dims,
        )
        self.add(added)
        return added.results


def _random_statics(rng, dims, is_short):
    """Extents of the symbols that are static."""
    probability = pick(rng, (0.0, 0.5, 1.0), (2, 2, 3))
    found = {}
    for symbol in dims:
        if rng.random() < probability:
            found[symbol] = random_extent(rng, symbol, is_short)
    return found


def random_program(rng):
    """A program whose main reduction is the node named by `main`: (program, name)."""
    b = _Builder(rng)
    rank = int(pick(rng, (1, 2, 3), (2, 5, 3)))
    d = int(rng.integers(rank))
    symbols = ["p", "r"][: rank - 1]
    symbols.insert(d, "n")
    wide = rng.random() < 0.08  # integers with a sign or without one, by name
    elements = list(FLOAT_TYPES) + list(SIGNLESS_TYPES)
    if wide:
        elements = [e for e in VALUE_TYPES if e not in elements]
    b.element = pick(rng, elements)
    type_ = Type(b.element, tuple(Dim(s) for s in symbols))
    x = b.value(type_, int(pick(rng, (0, 1, 2, 3), (2, 4, 3, 1))))
    if b.is_value:
        node = b.value_op(x, type_, d)
    else:
        node = b.reduction(x, type_, d)
    returned = list(node.results)
    producers = [n for n in b.nodes if n is not node and n.results[0] == x]
    if rng.random() < 0.12 and isinstance(node, Reduction):
        other = b.halves(node) if b.chance(0.5) else b.reduction(x, type_, d, plain=True)
        returned += other.results
    if rng.random() < 0.15 and producers:
        returned.append(x)  # of use elsewhere too
    consumed = b.consumer(node) if rng.random() < 0.45 else ()
    if consumed and rng.random() < 0.3:
        returned = [r for r in returned if r.split("#")[0] != node.name]
    returned += consumed
    is_short = any(t.element == "i8" for n in b.nodes for t in n.types) or wide
    statics = _random_statics(rng, ("p", "r", "n", "q", "k", "t"), is_short)
    # What no argument shows has to be known.
    shown = {d.symbol for a in b.arguments for d in a.type.dims}
    shown |= {"k"} if any(a.role == "k" for a in b.arguments) else set()
    for symbol in {d.symbol for n in b.nodes for t in n.types for d in t.dims} - shown - {None}:
        statics.setdefault(symbol, random_extent(rng, symbol, is_short))
    least = least_extents(b.arguments, b.nodes)
    # Upstream takes no slices of a static extent of 0.
    statics = {s: max(e, least.get(s, 0) + 1) for s, e in statics.items()}
    if isinstance(node, ValueOp) and node.is_topk and "n" in statics and "k" in statics:
        statics["k"] = min(statics["k"], statics["n"])
    if isinstance(node, ValueOp) and node.is_topk and "k" in statics:
        node = next(n for n in b.nodes if n.name == node.name)
        at = b.nodes.index(node)
        b.nodes[at] = type(node)(**{**node.__dict__, "k": str(statics["k"])})
    program = Program(
        tuple(b.arguments), tuple(b.nodes), tuple(dict.fromkeys(returned)), tuple(statics.items()), b.chance(0.5)
    )
    return program, node.name
