"""A case of the test of random schedules: a program, a schedule, some calls."""

from dataclasses import dataclass, replace

import numpy as np

from support import oracle
from support.compiled import Call
from support.element_types import VALUE_TYPES, bits_of, same_bits
from support.program_arrays import random_arrays, random_sizes
from support.program_reductions import Reduction, ValueOp
from support.programs import Program
from support.random_programs import random_program
from support.random_schedules import random_schedule
from support.schedules import MAIN, Schedule, Step

CALLS = 3
# What --plant does to the cases: a fill of the user's pulled into the loop over
# the reduced dimension; a tile that forgets where it starts; a step without an
# effect; one bit of a result changed.
PLANTS = ("fill", "base", "no-effect", "bit")


@dataclass(frozen=True, eq=False)
class Case:
    number: int
    program: Program
    main: str  # the node that is the reduction
    schedule: Schedule
    calls: tuple  # of (extents of symbols, arrays by name)
    plant: str = None

    def reduced_dimensions(self, tag):
        """Of the reductions that a tag names."""
        nodes = [n for n in self.program.nodes if isinstance(n, (Reduction, ValueOp))]
        return {d for n in nodes if n.tag == tag or tag == MAIN for d in n.reduced}

    def call(self, function, number):
        _, arrays = self.calls[number]
        inputs = [arrays[a.name] for a in self.program.arguments]
        return Call(function, inputs, self.program.result_layouts())

    def _comparable(self, results):
        """The results in a unique form."""
        results = list(results)
        for positions, d in self.program.unsorted_pairs():
            if len(positions) == 2:
                pair = oracle.order_unsorted(*(results[p] for p in positions), d)
                for p, array in zip(positions, pair):
                    results[p] = array
            for p in positions if len(positions) == 1 else ():
                results[p] = np.sort(bits_of(results[p]), axis=d).view(results[p].dtype)
        return results

    def problem(self, number, plain, transformed):
        """What is wrong with the outcomes of a call of both functions, or None."""
        for which, outcome in (("plain", plain), ("transformed", transformed)):
            if outcome.fault or outcome.status:
                return f"the {which} program: {outcome.fault or f'failed with {outcome.message!r}'}"
        if self.plant == "bit":
            _flip_a_bit(transformed.results)
        sizes, arrays = self.calls[number]
        want = self._comparable(self.program.expected(sizes, arrays))
        plain, transformed = self._comparable(plain.results), self._comparable(transformed.results)
        is_exact = self.program.is_exact()
        for name, w, p, t in zip(self.program.returned, want, plain, transformed):
            if not (same_bits(w, p) or not is_exact and _same_but_for_nans(w, p)):
                return f"the plain program: {name} is {p.tolist()}, expected {w.tolist()}"
            if not same_bits(p, t):
                return f"wrong bits: {name} is {t.tolist()}, of the plain program {p.tolist()}"
        return None


def _same_but_for_nans(a, b):
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind in "iu":
        return np.array_equal(a, b)
    return np.all((bits_of(a) == bits_of(b)) | (oracle.is_nan(a) & oracle.is_nan(b)))


def _flip_a_bit(results):
    for array in results:
        if array.size:
            bits_of(array)[(0,) * array.ndim] ^= 1
            return


def random_case(seed, number, plant=None):
    """Case `number` of a seed, whatever the others are."""
    rng = np.random.default_rng([seed, number])
    program, main = random_program(rng)
    schedule = random_schedule(rng, program, main)
    if plant == "fill":
        program, schedule = _with_users_fill(program, main, schedule)
    if plant == "no-effect":
        schedule = _without_effect(schedule)
    calls = []
    for _ in range(CALLS):
        sizes = random_sizes(rng, program)
        calls.append((sizes, random_arrays(rng, program, sizes)))
    return Case(number, program, main, schedule, tuple(calls), plant)


def _with_users_fill(program, main, schedule):
    """The main reduction accumulates to what the program fills with identities,
    and the schedule pulls that into the loop over the reduced dimension."""
    node = program.node(main)
    if not isinstance(node, Reduction) or node.given or len(node.types) == 1 or "ui" in node.types[0].element:
        return program, schedule
    changed = replace(node, accumulate=True)
    nodes = tuple(changed if n is node else n for n in program.nodes)
    sizes = tuple(2 if d == node.dimension else 0 for d in range(len(node.loops)))
    return replace(program, nodes=nodes), Schedule(((Step("fuse", node.tag, sizes),), "canonicalize"))


def _without_effect(schedule):
    stages = []
    for stage in schedule.stages:
        if not isinstance(stage, str):
            stage = tuple(
                replace(s, sizes=(0,) * len(s.sizes), interchange=(), into=(), after=None)
                if s.how == "tile_using_for"
                else s
                for s in stage
            )
        stages.append(stage)
    return Schedule(tuple(stages))
