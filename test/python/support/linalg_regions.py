"""Random functions of one linalg.generic, or linalg.reduce where that can say the
same, that is an arg reduction, or nearly so.

A region starts as one that some front-end could write; with a chance that is
drawn for each function, its parts are changed: predicates, the order of operands,
terms for ties and NaNs, which value is kept, initial pairs, positions, maps.
"""

import ml_dtypes
import numpy as np

from support.element_types import FLOAT_TYPES, INDEX_TYPES, SIGNLESS_TYPES
from support.raising import Function
from support.values import pick

FLOAT_PREDICATES = "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split()
INTEGER_PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
MIRRORED = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge", "eq": "eq"}


def affine_map(rank, results):
    loops = ", ".join(f"d{d}" for d in range(rank))
    return f"affine_map<({loops}) -> ({', '.join(results)})>"


class Body:
    """The lines of a region over an element %e and its position, and the
    accumulator %av, %ai; `value` and `index` are what it yields."""

    def __init__(self, rng, chance, element, index, largest, signed):
        self.rng, self.chance = rng, chance
        self.element, self.index = element, index
        self.signed = signed
        self.better = "gt" if largest else "lt"
        self.extremum = ("max" if largest else "min") + (
            "imumf" if element.is_float else "si" if signed else "ui"
        )
        self.lines = []

    def changes(self):
        return self.rng.random() < self.chance

    def add(self, operation):
        name = f"%t{len(self.lines)}"
        self.lines.append(f"{name} = {operation}")
        return name

    def compare(self, predicate, lhs, rhs):
        rng = self.rng
        if rng.random() < 0.5:
            lhs, rhs, predicate = rhs, lhs, MIRRORED[predicate]
        if self.element.is_float:
            full = ("u" if rng.random() < 0.2 and predicate in ("gt", "lt") else "o") + predicate
            if self.changes():
                full = pick(rng, FLOAT_PREDICATES)
            return self.add(f"arith.cmpf {full}, {lhs}, {rhs} : {self.element.mlir}")
        full = predicate if predicate == "eq" else ("s" if self.signed else "u") + predicate
        if self.changes():
            full = pick(rng, INTEGER_PREDICATES)
        return self.add(f"arith.cmpi {full}, {lhs}, {rhs} : {self.element.mlir}")

    def nan_test(self, predicate, value):
        return self.add(f"arith.cmpf {predicate}, {value}, {value} : {self.element.mlir}")

    def join(self, how, lhs, rhs):
        if self.changes():
            how = pick(self.rng, ("andi", "ori", "xori"))
        return self.add(f"arith.{how} {lhs}, {rhs} : i1")

    def select(self, condition, yes, no, kind):
        if self.changes():
            yes, no = no, yes
        return self.add(f"arith.select {condition}, {yes}, {no} : {kind}")

    def keep(self, keeps, keeps_index=None):
        """The accumulator where the condition holds, else the element."""
        self.value = self.select(keeps, "%av", self.e, self.element.mlir)
        self.best = self.select(keeps_index or keeps, "%ai", self.p, self.index)

    # Ways to write a region.

    def element_wins(self):
        """Where it is better."""
        rng = self.rng
        wins = self.compare(self.better if rng.random() < 0.7 else self.better[0] + "e", self.e, "%av")
        if self.element.is_float and rng.random() < 0.6:
            numbered = self.nan_test("ord", "%av")
            if rng.random() < 0.5:
                wins = self.join("andi", wins, numbered)
            else:
                first = self.join("andi", self.nan_test("uno", self.e), numbered)
                wins = self.join("ori", wins, first)
        self.value = self.select(wins, self.e, "%av", self.element.mlir)
        self.best = self.select(wins, self.p, "%ai", self.index)

    def accumulator_stays(self):
        """Where it is not worse."""
        rng = self.rng
        keeps = self.compare(self.better[0] + "e" if rng.random() < 0.7 else self.better, "%av", self.e)
        if self.element.is_float and rng.random() < 0.7:
            keeps = self.join("ori", keeps, self.nan_test("une", "%av"))
        self.keep(keeps)

    def ties_by_index(self):
        rng = self.rng
        keeps = self.compare(self.better, "%av", self.e)
        if self.element.is_float and rng.random() < 0.8:
            keeps = self.join("ori", keeps, self.nan_test("une", "%av"))
        same = self.compare("eq", "%av", self.e)
        predicate = "slt" if rng.random() < 0.6 else "sgt"
        if self.changes():
            predicate = pick(rng, INTEGER_PREDICATES)
        goes_before = self.add(f"arith.cmpi {predicate}, %ai, {self.p} : {self.index}")
        tie = self.join("andi", same, goes_before)
        keeps_index = self.join("ori", keeps, tie)
        self.keep(keeps if rng.random() < 0.5 else keeps_index, keeps_index)

    def lesser_index_of_equals(self):
        keeps = self.compare(self.better[0] + "e", "%av", self.e)
        same = self.compare("eq", "%av", self.e)
        extremum = "minsi" if self.rng.random() < 0.7 else "maxsi"
        chosen = self.add(f"arith.{extremum} %ai, {self.p} : {self.index}")
        self.keep(keeps)
        self.best = self.select(same, chosen, self.best, self.index)

    def write(self, position):
        """All of it; `position` adds what the index of the element takes."""
        rng = self.rng
        self.e, self.p = "%e", position(self)
        if self.element.is_float and self.changes():  # an expression in place of it
            self.e = self.add(f"arith.negf %e : {self.element.mlir}")
        pick(
            rng,
            (self.element_wins, self.accumulator_stays, self.ties_by_index, self.lesser_index_of_equals),
            (3, 2, 3, 2),
        )()
        if self.element.is_float and self.changes():
            self.extremum = pick(rng, ("maximumf", "minimumf", "maxnumf", "minnumf"))
        if rng.random() < (0.25 if self.element.is_float else 0.5):
            self.value = self.add(f"arith.{self.extremum} {self.e}, %av : {self.element.mlir}")


def initial_constant(rng, element, largest, signed):
    """What a destination starts from, as text: mostly the worst value. None for
    anything, in an argument."""
    how = pick(rng, ("worst", "limit", "zero", "any", "argument"), (14, 2, 1, 1, 2))
    if how == "argument":
        return None
    if element.is_float:
        limit = float(ml_dtypes.finfo(element.dtype).max)
        value = {
            "worst": -np.inf if largest else np.inf,
            "limit": -limit if largest else limit,
            "zero": pick(rng, (0.0, -0.0)),
            "any": pick(rng, (1.0, -1.0, np.nan, np.inf, -np.inf)),
        }[how]
        bits = np.array(value).astype(element.dtype).view(element.bits)
        return f"0x{int(bits):0{2 * element.dtype.itemsize}X}"
    half = 1 << (8 * element.dtype.itemsize - 1)
    low, high = (-half, half - 1) if signed else (0, -1)
    value = {
        "worst": low if largest else high,
        "limit": half - 1,
        "zero": 0,
        "any": int(rng.integers(-3, 4)),
    }[how]
    return str(value)


class RandomFunction:
    """`function` is it; `arguments` says of each argument what it holds
    ('input', 'values', 'indices') and an extent for each of its dimensions."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.lines, self.parameters, self.arguments = [], [], []
        element = pick(rng, [*FLOAT_TYPES.values(), *SIGNLESS_TYPES.values()])
        self.index = pick(rng, INDEX_TYPES, (1, 1, 2, 4, 2))
        largest, signed = bool(rng.integers(2)), bool(rng.integers(2))
        self.body = Body(rng, pick(rng, (0.0, 0.04, 0.12)), element, self.index, largest, signed)
        self.draw_loops()

        self.ins = [self.read_input(element)]
        position = self.number_elements()
        value = self.destination("v", element.mlir, initial_constant(rng, element, largest, signed), "values")
        limit = str(np.iinfo(INDEX_TYPES[self.index].dtype).max)
        start = pick(rng, ("0", "-1", limit, "3", None), (16, 1, 1, 1, 1))
        index = self.destination("i", self.index, start, "indices")
        self.body.write(position)
        self.outs = [(*value, self.body.value), (*index, self.body.best)]
        if rng.integers(2):
            self.outs.reverse()
        rng.shuffle(self.ins)
        self.function = Function(name, self.text())

    def draw_loops(self):
        rng = self.rng
        self.rank = int(pick(rng, (1, 2, 3), (1, 3, 2)))
        self.reduced = int(rng.integers(self.rank))
        self.extents = [int(rng.integers(1, 8)) for _ in range(self.rank)]
        self.extents[self.reduced] = int(rng.integers(1, 20))
        self.dynamic = [bool(rng.random() < 0.25) for _ in self.extents]

    def tensor(self, loops, kind):
        """The type of a tensor with these loops as its dimensions."""
        shape = "".join(f"{'?' if self.dynamic[d] else self.extents[d]}x" for d in loops)
        return f"tensor<{shape}{kind}>"

    def sizes(self, loops):
        return ", ".join(f"%n{d}" for d in loops if self.dynamic[d])

    def map(self, loops):
        return affine_map(self.rank, [f"d{d}" for d in loops])

    def shuffled(self, loops, chance):
        loops = list(loops)
        return [int(d) for d in self.rng.permutation(loops)] if self.rng.random() < chance else loops

    def read_input(self, element):
        """The elements: name, type, map and block argument."""
        self.order = self.shuffled(range(self.rank), 0.4)
        kind = self.tensor(self.order, element.mlir)
        self.parameters.append(f"%x: {kind}")
        self.arguments.append(("input", [self.extents[d] for d in self.order]))
        for at, d in enumerate(self.order):
            self.lines.append(f"%k{d} = arith.constant {at} : index")
            self.lines.append(f"%n{d} = tensor.dim %x, %k{d} : {kind}")
        return "%x", kind, self.map(self.order), f"%e: {element.mlir}"

    def read_backwards(self):
        """The elements. Another input has to say how long the loop is."""
        if self.dynamic[self.reduced]:
            return
        results = [f"d{d}" for d in self.order]
        at = self.order.index(self.reduced)
        results[at] = f"-d{self.reduced} + {self.extents[self.reduced] - 1}"
        name, kind, _, argument = self.ins[0]
        self.ins[0] = (name, kind, affine_map(self.rank, results), argument)

    def number_elements(self):
        """What adds the position of an element to a body."""
        rng, index = self.rng, self.index
        along = int(rng.integers(self.rank)) if self.body.changes() else self.reduced
        how = pick(rng, ("linalg.index", "iota", "constant"), (4, 2, 1))
        if how != "linalg.index" and self.body.changes():
            self.read_backwards()
        if how == "constant" and not self.dynamic[self.reduced]:
            first = int(self.body.changes())
            numbers = list(range(first, first + self.extents[self.reduced]))
            kind = self.tensor([self.reduced], index)
            self.lines.append(f"%iota = arith.constant dense<{numbers}> : {kind}")
            self.ins.append(("%iota", kind, self.map([self.reduced]), f"%p: {index}"))
            return lambda body: "%p"
        cast = "" if index == "index" else f"arith.index_cast %at : index to {index}"
        if how == "iota":
            loops = list(range(self.rank))
            kind = self.tensor(loops, index)
            iterators = ", ".join(['"parallel"'] * self.rank)
            yields = f"%p = {cast}\n      linalg.yield %p" if cast else "linalg.yield %at"
            self.lines.append(f"%empty = tensor.empty({self.sizes(loops)}) : {kind}")
            self.lines.append(
                f"%iota = linalg.generic {{indexing_maps = [{self.map(loops)}], "
                f"iterator_types = [{iterators}]}} outs(%empty : {kind}) {{\n"
                f"    ^bb0(%o: {index}):\n      %at = linalg.index {along} : index\n"
                f"      {yields} : {index}\n    }} -> {kind}"
            )
            self.ins.append(("%iota", kind, self.map(loops), f"%p: {index}"))
            return lambda body: "%p"

        def position(body):
            at = body.add(f"linalg.index {along} : index")
            return body.add(cast.replace("%at", at)) if cast else at

        return position

    def destination(self, letter, element, constant, role):
        """A destination: name, type, map and block argument."""
        loops = self.shuffled([d for d in self.order if d != self.reduced], 0.2)
        kind, name = self.tensor(loops, element), f"%{letter}"
        if constant is None:
            self.parameters.append(f"{name}: {kind}")
            self.arguments.append((role, [self.extents[d] for d in loops]))
        else:
            self.lines += [
                f"%c{letter} = arith.constant {constant} : {element}",
                f"%e{letter} = tensor.empty({self.sizes(loops)}) : {kind}",
                f"{name} = linalg.fill ins(%c{letter} : {element}) outs(%e{letter} : {kind}) -> {kind}",
            ]
        return name, kind, self.map(loops), f"%a{letter}: {element}"

    def is_named_reduction(self):
        """True if linalg.reduce can say it: two inputs of all loops in their order."""
        kept = [d for d in range(self.rank) if d != self.reduced]
        return (
            len(self.ins) == 2
            and all(row[2] == self.map(range(self.rank)) for row in self.ins)
            and all(row[2] == self.map(kept) for row in self.outs)
        )

    def text(self):
        ins, outs = ([", ".join(column) for column in zip(*rows)] for rows in (self.ins, self.outs))
        used = pick(self.rng, ([0, 1], [0], [1]), (2, 1, 1))
        results = ", ".join(self.outs[u][1] for u in used)
        element_types = ", ".join(row[3].split(": ")[1] for row in self.outs)
        iterators = ", ".join(
            '"reduction"' if d == self.reduced else '"parallel"' for d in range(self.rank)
        )
        operands = f"ins({ins[0]} : {ins[1]}) outs({outs[0]} : {outs[1]})"
        if self.is_named_reduction() and self.rng.random() < 0.7:
            head = [f"%r:2 = linalg.reduce {operands} dimensions = [{self.reduced}] ({ins[3]}, {outs[3]}) {{"]
            tail = "}"
        else:
            head = [
                f"%r:2 = linalg.generic {{indexing_maps = [{ins[2]}, {outs[2]}], iterator_types = [{iterators}]}} "
                f"{operands} {{",
                f"^bb0({ins[3]}, {outs[3]}):",
            ]
            tail = f"}} -> ({outs[1]})"
        lines = [
            *self.lines,
            *head,
            *("  " + line for line in self.body.lines),
            f"  linalg.yield {outs[4]} : {element_types}",
            tail,
            f"return {', '.join(f'%r#{u}' for u in used)} : {results}",
        ]
        body = "\n".join("    " + line for line in lines)
        return f"  func.func @{self.name}({', '.join(self.parameters)}) -> ({results}) {{\n{body}\n  }}\n"
