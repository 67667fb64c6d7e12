"""Value ops, compiled and called on seeded random input, against NumPy.

Many functions make one module; each is called several times. A failure is
shrunk and printed as a module, its inputs and a command. Closes with
"N passed, N failed"; exit code 1 if one failed.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter

import numpy as np

from support import compiled, oracle, vector_targets
from support.element_types import INDEX_TYPES, VALUE_TYPES
from support.reproduce import describe
from support.shrink import shrink
from support.value_ops import RUN_TIME, Case, ValueOp, function_text
from support.values import pick, random_array

MAX_ELEMENTS = 3000
MAX_EXTENT = 70
FUNCTIONS_PER_MODULE = 60


# ------------------------------------------------------------- signatures --


def random_extents(rng, rank, axis):
    """Extents 0-70 with at most MAX_ELEMENTS elements, the axis first served."""
    extents, room = [1] * rank, MAX_ELEMENTS
    for d in [axis] + [d for d in rng.permutation(rank) if d != axis]:
        low = 0 if d != axis and rng.random() < 0.06 else 1
        limit = max(low, min(MAX_EXTENT, room))
        if d != axis:
            limit = min(limit, pick(rng, (2, 6, MAX_EXTENT)))
        extents[d] = int(rng.integers(low, max(low, limit) + 1))
        room //= max(extents[d], 1)
    return extents


def random_op(rng):
    rank = int(pick(rng, range(1, 7), (4, 5, 5, 3, 2, 2)))
    axis = int(rng.integers(rank))
    extents = random_extents(rng, rank, axis)
    name = pick(rng, ("argmin", "argmax", "topk"), (1, 1, 2))
    index = pick(rng, INDEX_TYPES)
    if index == "i8" and rng.random() < 0.4:  # the index type's limit is near
        extents = [min(e, 3) for e in extents]
        extents[axis] = int(rng.integers(120, 129))
    is_dynamic = [pick(rng, (0.0, 0.5, 1.0)) > rng.random() for _ in range(rank)]
    says_more = rng.random() < 0.25  # results that state what is not known
    stated = None
    if says_more and rng.random() < 0.7:
        stated = tuple(None if rng.integers(2) else e for e in extents)
    common = dict(
        element=pick(rng, VALUE_TYPES),
        extents=tuple(None if d else e for d, e in zip(is_dynamic, extents)),
        stated=stated,
        axis=axis - rank if rng.random() < 0.4 else axis,
        index=index,
    )
    if name != "topk":
        return ValueOp(
            name,
            **common,
            keepdims=bool(rng.integers(2)),
            last=bool(rng.integers(2)),
            ignore_nan=bool(rng.integers(2)),
        )
    n = extents[axis]
    k, k_extent, k_type = random_k(rng, n), None, pick(rng, INDEX_TYPES, (1, 1, 2, 6, 2))
    if rng.random() < 0.5:
        fits = k <= np.iinfo(INDEX_TYPES[k_type].dtype).max
        k, k_extent = RUN_TIME, (k if fits and says_more else None)
    return ValueOp(
        name,
        **common,
        k=k,
        k_type=k_type,
        k_extent=k_extent,
        open_result=pick(rng, (None, 0, 1), (2, 1, 1) if says_more else (18, 1, 1)),
        largest=bool(rng.integers(2)),
        sorted=rng.random() < 0.75,
    )


def random_k(rng, n):
    return int(np.clip(pick(rng, (0, 1, n - 1, n, rng.integers(n + 1)), (1, 2, 2, 3, 6)), 0, n))


# ------------------------------------------------------------------ calls --


def random_input(rng, op):
    """An input for an op and, where it is given at run time, k. Some of them
    make the op fail."""
    axis = op.dimension
    shape = list(random_extents(rng, len(op.extents), axis))
    if op.index == "i8" and rng.random() < 0.4:
        shape = [min(e, 3) for e in shape]
        shape[axis] = int(rng.integers(120, 132))
    elif rng.random() < 0.04:
        shape[axis] = 0
    elif op.is_topk and op.k != RUN_TIME and rng.random() < 0.9:
        shape[axis] = max(shape[axis], op.k)
    stated = op.stated if op.stated and rng.random() < 0.8 else [None] * len(shape)
    for d, (e, s) in enumerate(zip(op.extents, stated)):
        if d != axis and s is not None:
            shape[d] = s
        if e is not None:
            shape[d] = e
    shape = tuple(shape)
    x = random_array(rng, VALUE_TYPES[op.element], shape)
    if op.k != RUN_TIME:
        return x, op.k
    n = shape[axis]
    limits = np.iinfo(INDEX_TYPES[op.k_type].dtype)
    wrong = (-1, n + 1, limits.min, limits.max, n - (1 << 32), n + (1 << 32))
    chance = rng.random()
    if chance < 0.12:
        k = pick(rng, [w for w in wrong if limits.min <= w <= limits.max])
    elif op.k_extent is not None and chance < 0.9:
        k = op.k_extent
    else:
        k = min(random_k(rng, n), limits.max)
    return x, int(k)


def random_functions(rng, count):
    """`count` different functions, each a tuple of one or two ops."""
    functions = {}
    while len(functions) < count:
        ops = tuple(random_op(rng) for _ in range(2 if rng.random() < 0.15 else 1))
        functions[function_text("f", ops)] = ops
    return list(functions.values())


def random_cases(rng, functions, count):
    for i in range(count):
        ops = functions[i % len(functions)]
        inputs, ks = zip(*(random_input(rng, op) for op in ops))
        yield Case(ops, inputs, ks)


# ---------------------------------------------------------------- judging --


def judge(cases, folder, options, refusals=6):
    """What is wrong with each case, or None. Cases with the same ops share a
    function, all functions share a module. A module that does not compile is
    halved until its broken functions are found, `refusals` times."""
    names = {}
    for case in cases:
        names.setdefault(case.ops, f"f{len(names)}")
    text = "".join(function_text(name, ops) for ops, name in names.items())
    try:
        library = compiled.shared_object(text, os.path.join(folder, f"m{id(cases)}"), **options)
    except compiled.CompileError as error:
        if len(names) == 1 or not refusals:
            return [str(error)] * len(cases)
        half = set(list(names)[: len(names) // 2])
        parts = [[c for c in cases if c.ops in half], [c for c in cases if c.ops not in half]]
        problems = [iter(judge(part, folder, options, refusals - 1)) for part in parts]
        return [next(problems[case.ops not in half]) for case in cases]
    outcomes = compiled.call_all(library, [c.call(names[c.ops]) for c in cases])
    return [case.problem(outcome) for case, outcome in zip(cases, outcomes)]


def judge_in_modules(cases, functions, folder, options):
    modules = [[] for _ in range(-(-len(functions) // FUNCTIONS_PER_MODULE))]
    index = {ops: i % len(modules) for i, ops in enumerate(functions)}
    for case in cases:
        modules[index[case.ops]].append(case)
    problems = compiled.in_parallel(lambda module: judge(module, folder, options), modules)
    return [pair for module, found in zip(modules, problems) for pair in zip(module, found)]


def count_of(cases):
    """How often what was tested: a look at the generator."""
    seen = Counter()
    for case in cases:
        for op, x, k in zip(case.ops, case.inputs, case.ks):
            try:
                op.expected(x, k)
            except oracle.Failure as failure:
                seen["failing: " + failure.words[0]] += 1
            seen[op.name] += 1
            seen[f"rank {x.ndim}"] += 1
            seen[op.element] += 1
            seen["dynamic" if None in op.extents else "static"] += 1
            seen["empty result"] += x.size == 0
    return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--functions", type=int, help="default: a sixth of the cases")
    parser.add_argument("--optimize", default="-O1", help="clang's level")
    parser.add_argument("--pipeline", default=compiled.PIPELINE)
    parser.add_argument("--reproducer", help="folder for the reproducer of the first failure")
    vector_targets.add_argument(parser)
    parser.add_argument("--oracle-fault", choices=oracle.FAULTS, help="break the oracle: the test has to fail")
    parser.add_argument("--statistics", action="store_true", help="print what the cases cover")
    arguments = parser.parse_args()

    oracle.set_fault(arguments.oracle_fault)
    options = vector_targets.pipeline_options(arguments)
    begin = time.monotonic()
    print(f"seed {arguments.seed}", flush=True)
    rng = np.random.default_rng(arguments.seed)
    functions = random_functions(rng, arguments.functions or max(1, arguments.cases // 6))
    cases = list(random_cases(rng, functions, arguments.cases))
    if arguments.statistics:
        print(", ".join(f"{name}: {count}" for name, count in sorted(count_of(cases).items())))

    with tempfile.TemporaryDirectory() as folder:
        judged = judge_in_modules(cases, functions, folder, options)
        failures = [(case, problem) for case, problem in judged if problem]
        if failures:
            case, problem = shrink(failures[0], lambda c: judge(c, folder, options))
            print(describe(case, problem, arguments.reproducer))
    for _, problem in failures[1:10]:
        print(f"also: {problem[:300]}")
    print(f"{len(functions)} signatures in {time.monotonic() - begin:.0f} s")
    print(f"{len(judged) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
