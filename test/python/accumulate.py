"""The structured ops' rule: the result depends only on which pairs there are,
never on the order in which they arrive.

The reduced dimension is split at random; the parts go in random order through
accumulate with index_base, and in random subsets with explicit indices through
merges of merges. Each way has to equal one pass to the bit, and one pass the
oracle. For every kind and tie, arg_reduce with both results and with one,
topk_reduce sorted and unsorted; with empty parts, parts smaller than k, and
states that start from identities. Closes with "N passed, N failed".
"""

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass

import numpy as np

from support import compiled, oracle, vector_targets
from support.element_types import (
    FLOAT_TYPES,
    INDEX_TYPES,
    SIGNED_TYPES,
    SIGNLESS_TYPES,
    UNSIGNED_TYPES,
    VALUE_TYPES,
    same_bits,
)
from support.structured_ops import BOTH, INDEX_ONLY, VALUE_ONLY, Family, every_second
from support.values import random_array

FLOAT_KINDS = ("maximumf", "minimumf", "maxnumf", "minnumf")
INTEGER_KINDS = ("maxsi", "minsi", "maxui", "minui")
INTEGER_TYPES = (*SIGNLESS_TYPES, *SIGNED_TYPES, *UNSIGNED_TYPES)
MODULES = 4


class Mismatch(Exception):
    pass


def random_families(rng):
    """Every kind and tie; the types, ranks and dimensions drawn."""
    variants = [dict(op="arg_reduce", tie=tie) for tie in ("first", "last")]
    for results in (VALUE_ONLY, INDEX_ONLY):
        variants.append(dict(op="arg_reduce", tie=rng.choice(["first", "last"]), results=results))
    variants += [dict(op="topk_reduce", unsorted=unsorted) for unsorted in (False, True)]
    for kind in FLOAT_KINDS + INTEGER_KINDS:
        types = tuple(FLOAT_TYPES) if kind in FLOAT_KINDS else INTEGER_TYPES
        for variant in variants:
            rank = int(rng.integers(1, 4))
            yield Family(
                kind=kind,
                element=str(rng.choice(types)),
                index=str(rng.choice(list(INDEX_TYPES))),
                rank=rank,
                dimension=int(rng.integers(rank)),
                **variant,
            )


# ----------------------------------------------------------------- trials --
# A trial yields calls and gets their results back, so that the calls of many
# trials can share a process. It raises Mismatch.


def expect_equal(family, got, want, what):
    for g, w in zip(family.comparable(got), family.comparable(family.kept(want))):
        if not same_bits(g, w):
            raise Mismatch(f"{what}: got {g.tolist()}, expected {w.tolist()}")


class Trial:
    def __init__(self, rng, family, name):
        self.rng, self.family, self.name = rng, family, name
        n = int(rng.choice([0, 1, rng.integers(2, 8), rng.integers(8, 41)], p=[0.05, 0.1, 0.35, 0.5]))
        shape = [int(s) for s in rng.integers(1, 4, family.rank)]
        shape[family.dimension] = n
        self.shape, self.n = tuple(shape), n
        self.k = int(rng.integers(0, 13))
        self.x = random_array(rng, VALUE_TYPES[family.element], self.shape)
        self.indices = family.positions(self.shape)

    def garbage(self):
        """A destination whose contents must not matter."""
        f, shape = self.family, self.family.state_shape(self.shape, self.k)
        return (
            random_array(self.rng, VALUE_TYPES[f.element], shape),
            random_array(self.rng, INDEX_TYPES[f.index], shape),
        )

    def identities(self):
        f, shape = self.family, self.family.state_shape(self.shape, self.k)
        return oracle.identities(f.kind, f.tie, shape, f.dtype, f.index_dtype)

    def run(self):
        whole = yield self.family.whole(self.name, self.x, self.garbage())
        expect_equal(self.family, whole, self.family.expected(self.x, self.k), "one pass")
        yield from self.strided()
        if self.family.results == BOTH:
            state = yield from self.accumulated()
            expect_equal(self.family, state, whole, "accumulate")
            state = yield from self.merged()
            expect_equal(self.family, state, whole, "merge")
        else:
            yield from self.single_result()

    def strided(self):
        """Input and destinations as views: the rest of the larger arrays has
        to stay as it is."""
        f = self.family
        x = random_array(self.rng, VALUE_TYPES[f.element], [2 * n for n in self.shape])
        every_second(x)[...] = self.x
        state_shape = [2 * n for n in f.state_shape(self.shape, self.k)]
        state = tuple(
            random_array(self.rng, types[name], state_shape)
            for types, name in ((VALUE_TYPES, f.element), (INDEX_TYPES, f.index))
        )
        got = yield f.strided(self.name, x, state)
        views = tuple(every_second(a) for a in got)
        expect_equal(f, views, f.expected(self.x, self.k), "strided views")
        for before, after in zip(f.kept(state), got):
            every_second(after)[...] = every_second(before)
            if not same_bits(before, after):
                raise Mismatch("strided views: wrote beside the destination")

    def ranges(self):
        """A split of the dimension into contiguous parts, in random order,
        some of them empty."""
        cuts = np.sort(self.rng.integers(0, self.n + 1, self.rng.integers(0, 6)))
        bounds = [0, *map(int, cuts), self.n]
        parts = list(zip(bounds, bounds[1:]))
        return [parts[i] for i in self.rng.permutation(len(parts))]

    def accumulated(self):
        parts = self.ranges()
        if self.rng.random() < 0.5:
            state = self.identities()
        else:
            state = yield self.family.part(self.name, self.x, *parts.pop(), self.garbage())
        for begin, end in parts:
            state = yield self.family.fold(self.name, self.x, begin, end, state)
        return state

    def subset(self, chosen):
        d = self.family.dimension
        return [np.take(a, chosen, d) for a in (self.x, self.indices)]

    def together(self, states):
        """Partial results as the input of a merge."""
        join = np.concatenate if self.family.is_topk else np.stack
        return [join(arrays, self.family.dimension) for arrays in zip(*states)]

    def merged(self):
        """Merges of merges: of subsets in any order, and of contiguous parts."""
        f, states = self.family, []
        if self.rng.random() < 0.5:
            owner = self.rng.integers(0, self.rng.integers(1, 6), self.n)
            for part in range(int(owner.max(initial=0)) + 1):
                chosen = self.rng.permutation(np.flatnonzero(owner == part))
                states.append((yield f.merge(self.name, *self.subset(chosen), self.garbage())))
        else:
            for begin, end in self.ranges():
                states.append((yield f.part(self.name, self.x, begin, end, self.garbage())))
        while len(states) > 1:
            count = min(len(states), int(self.rng.integers(2, 4)))
            some = [states.pop(self.rng.integers(len(states))) for _ in range(count)]
            if self.rng.random() < 0.5:
                call = f.merge(self.name, *self.together(some), self.garbage())
            else:
                call = f.join(self.name, *self.together(some[1:]), some[0])
            states.append((yield call))
        return states[0]

    def single_result(self):
        """One result alone cannot be merged further: one level of each way."""
        f = self.family
        order = self.rng.permutation(self.n)
        got = yield f.merge(self.name, *self.subset(order), self.garbage())
        expect_equal(f, got, f.expected(self.x, self.k), "explicit indices in random order")
        got = yield f.part(self.name, self.x, 0, self.n, self.garbage())
        expect_equal(f, got, f.expected(self.x, self.k), "one part that is the whole")


@dataclass
class Running:
    trial: Trial
    steps: object  # the trial's generator
    call: object = None
    problem: str = ""


def advance(running, results):
    """Sends the results of a trial's last call; takes its next call."""
    try:
        running.call = running.steps.send(results)
    except StopIteration:
        running.call = None
    except Mismatch as mismatch:
        running.call, running.problem = None, str(mismatch)


def run_trials(library, trials):
    """Runs the trials side by side: their next calls share a process."""
    all_running = [Running(trial, trial.run()) for trial in trials]
    for running in all_running:
        advance(running, None)
    while active := [r for r in all_running if r.call]:
        outcomes = compiled.call_all(library, [r.call for r in active])
        for running, outcome in zip(active, outcomes):
            if outcome.fault or outcome.status:
                running.problem = outcome.fault or f"failed with {outcome.message!r}"
                running.problem += f" in {running.call.function}"
                running.call = None
            else:
                advance(running, tuple(outcome.results))
    return all_running


def run_module(rng, families, trials, stem, options):
    named = {f"f{i}": family for i, family in enumerate(families)}
    text = "".join(family.functions(name) for name, family in named.items())
    library = compiled.shared_object(text, stem, **options)
    return run_trials(library, [Trial(rng, f, name) for name, f in named.items() for _ in range(trials)])


def describe(running):
    trial = running.trial
    smallest = trial.family.functions(trial.name)
    return (
        f"FAILED: {running.problem}\n{trial.family}\n"
        f"k = {trial.k}, x{list(trial.shape)} = {trial.x.tolist()}\n{smallest}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--trials", type=int, default=12, help="of each family of functions")
    parser.add_argument("--optimize", default="-O1", help="clang's level")
    parser.add_argument("--pipeline", default=compiled.PIPELINE)
    vector_targets.add_argument(parser)
    parser.add_argument("--oracle-fault", choices=oracle.FAULTS, help="break the oracle: the test has to fail")
    arguments = parser.parse_args()

    oracle.set_fault(arguments.oracle_fault)
    options = vector_targets.pipeline_options(arguments)
    print(f"seed {arguments.seed}", flush=True)
    rng = np.random.default_rng(arguments.seed)
    families = list(random_families(rng))
    jobs = list(zip((families[i::MODULES] for i in range(MODULES)), rng.spawn(MODULES), range(MODULES)))
    with tempfile.TemporaryDirectory() as folder:

        def run(job):
            return run_module(job[1], job[0], arguments.trials, os.path.join(folder, f"m{job[2]}"), options)

        try:
            ended = [running for part in compiled.in_parallel(run, jobs) for running in part]
        except compiled.CompileError as error:
            sys.exit(f"error: {error}")
    failures = [running for running in ended if running.problem]
    failures.sort(key=lambda running: running.trial.x.size)  # the smallest first
    for running in failures[:3]:
        print(describe(running))
    print(f"{len(families)} families of functions")
    print(f"{len(ended) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
