"""arg_reduce or topk_reduce on memrefs of any layout, lowered to vectors and to scalar loops,
compiled for several targets and called on guarded buffers, against NumPy.

For each target some hundred functions; a case is one call of one of them. A
failure is shrunk and printed as a function and its arrays, with a command that
repeats it. Closes with "N passed, N failed"; exit code 1 if one failed.
"""

import argparse
import os
import sys
import tempfile
import time

import numpy as np

from support import kernels, oracle
from support.compiled import CompileError, in_parallel
from support.element_types import VALUE_TYPES
from support.reduction_cases import FORMS, random_case, random_reductions
from support.reduction_files import describe, read_case
from support.shrink import shrink
from support.shrink_reductions import simpler_reductions
from support.topk_switches import TOPK_FORMS
from support.turned import TURNS, turn
from support.vector_targets import TARGETS, each_width

FUNCTIONS_PER_MODULE = 40
REFUSALS = 6


class Judge:
    """Says of cases what is wrong with them, on one target."""

    def __init__(self, target, folder, flags, turned=None):
        self.target, self.folder, self.flags, self.turned = target, folder, flags, turned
        # Emulated code takes long, and that of scalar loops is the same.
        self.scalar_target = TARGETS["host"] if target.emulator else target
        self.num_turned = 0  # modules
        self._modules = 0

    def __call__(self, cases):
        """What is wrong with each, or None."""
        names = {}
        for case in cases:
            names.setdefault(case.reduction, f"f{len(names)}")
        functions = list(names)
        modules = [functions[i : i + FUNCTIONS_PER_MODULE] for i in range(0, len(functions), FUNCTIONS_PER_MODULE)]
        judged = in_parallel(lambda module: self._judge([c for c in cases if c.reduction in set(module)]), modules)
        problems = [iter(part) for part in judged]
        owner = {r: i for i, module in enumerate(modules) for r in module}
        return [next(problems[owner[case.reduction]]) for case in cases]

    def _judge(self, cases, refusals=REFUSALS):
        """The same, in one module. If that does not compile, it is halved until
        the broken functions are found, `refusals` times."""
        numbers = {}
        for case in cases:
            numbers.setdefault(case.reduction, len(numbers))
        try:
            outcomes = self._run(cases, numbers, self.target, self.turned)
        except CompileError as error:
            if len(numbers) == 1 or not refusals:
                return [str(error)] * len(cases)
            half = set(list(numbers)[: len(numbers) // 2])
            parts = [[c for c in cases if (c.reduction in half) == first] for first in (True, False)]
            problems = [iter(self._judge(part, refusals - 1)) for part in parts]
            return [next(problems[case.reduction not in half]) for case in cases]
        problems = [case.problem(outcome) for case, outcome in zip(cases, outcomes)]
        if self.turned:
            return problems
        outcomes = self._run(cases, numbers, self.scalar_target, "scalar")
        for i, (case, outcome) in enumerate(zip(cases, outcomes)):
            problem = case.problem(outcome)
            if problem:
                problems[i] = f"scalar loops: {problem}; vectors: {problems[i]}"
        return problems

    def _run(self, cases, numbers, target, how):
        text = "".join(r.text(f"f{number}") for r, number in numbers.items())
        self._modules += 1
        stem = os.path.join(self.folder, f"m{self._modules}_{id(cases)}")
        flags = [*self.flags, "--no-vector"] if how == "scalar" else self.flags
        names = [f"f{i}" for i in range(len(numbers))]
        if how in TURNS:
            text, is_turned = turn(text, target, how, "--verify-invariants" in flags)
            self.num_turned += is_turned
            path = kernels.lowered_program(text, names, stem, target)
        else:
            path = kernels.program(text, names, stem, target, flags)
        outcomes = kernels.call_all(path, target, [c.call(numbers[c.reduction]) for c in cases])
        for name in os.listdir(self.folder):
            if name.startswith(os.path.basename(stem)):
                os.unlink(os.path.join(self.folder, name))
        return outcomes


def test(name, arguments, folder):
    """Runs the cases of one target; returns their number and the failures."""
    begin = time.monotonic()
    # The same functions for all targets, other calls for each.
    rng = np.random.default_rng(arguments.seed)
    reductions = random_reductions(rng, arguments.functions, arguments.form, arguments.op == "topk_reduce")
    if arguments.turn == "nan":
        reductions = [r for r in reductions if VALUE_TYPES[r.element].is_float]
    rng = np.random.default_rng([arguments.seed, list(TARGETS).index(name)])
    cases = [random_case(rng, reductions[i % len(reductions)]) for i in range(arguments.cases)]
    judge = Judge(TARGETS[name], folder, compile_flags(arguments), arguments.turn)
    failures = [(c, p) for c, p in zip(cases, judge(cases)) if p]
    if arguments.turn and not judge.num_turned:
        sys.exit(f"error: the turn '{arguments.turn}' finds nothing to change")
    if failures:
        case, problem = shrink(failures[0], judge, simpler_reductions, arguments.shrink)
        print(describe(case, problem, name, arguments))
        for _, problem in failures[1:10]:
            print(f"also: {problem[:300]}")
    print(
        f"{name}: {len(reductions)} signatures, {len(cases)} cases, {len(failures)} failed, "
        f"{time.monotonic() - begin:.0f} s",
        flush=True,
    )
    return len(cases), len(failures)


def compile_flags(arguments):
    """Of extrema-compile, for all targets."""
    caches = [f"--cache-sizes={arguments.cache_sizes}"] if arguments.cache_sizes else []
    invariants = ["--verify-invariants"] if arguments.verify_invariants else []
    return [arguments.optimize, f"--scratch={arguments.scratch}", *caches, *invariants]


def replay(arguments):
    case, name = read_case(arguments.replay)
    with tempfile.TemporaryDirectory() as folder:
        problem = Judge(TARGETS[name], folder, compile_flags(arguments), arguments.turn)([case])[0]
    print(problem or "passed")
    sys.exit(bool(problem))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--op", choices=("arg_reduce", "topk_reduce"), default="arg_reduce")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--cases", type=int, default=300, help="of each target")
    parser.add_argument("--functions", type=int, default=100, help="of each target")
    parser.add_argument("--target", action="append", choices=TARGETS, help="default: those of this machine")
    parser.add_argument("--each-width", action="store_true", help="one target for registers of each width")
    parser.add_argument("--form", choices=[*FORMS, *TOPK_FORMS], help="only matrices that one strategy takes")
    parser.add_argument("--optimize", default="-O3", help="extrema-compile's level")
    parser.add_argument("--scratch", default="alloca", help="where kernels have scratch memory from, as extrema-compile has it")
    parser.add_argument("--verify-invariants", action="store_true", help="by the kernels, as extrema-compile has it")
    parser.add_argument("--cache-sizes", help="of the targets, as extrema-compile has them (default: their own)")
    parser.add_argument("--reproducer", default="FOLDER", help="where to put the first failure of a target")
    parser.add_argument("--replay", metavar="FILE", help="run one case, from a file that a failure left")
    parser.add_argument("--shrink", type=float, default=60, metavar="SECONDS", help="for making a failure small")
    parser.add_argument("--turn", choices=TURNS, help="break the vectors' IR: the test has to fail")
    parser.add_argument("--oracle-fault", choices=oracle.FAULTS, help="break the oracle: the test has to fail")
    arguments = parser.parse_args()

    oracle.set_fault(arguments.oracle_fault)
    if arguments.replay:
        replay(arguments)
    print(f"seed {arguments.seed}", flush=True)
    here = each_width() if arguments.each_width else [n for n, target in TARGETS.items() if not target.emulator]
    names = arguments.target or list(here)
    cases = failed = 0
    for name in names:
        if not TARGETS[name].is_here():
            print(f"{name}: this machine does not run its code", flush=True)
            continue
        with tempfile.TemporaryDirectory() as folder:
            counts = test(name, arguments, folder)
        cases, failed = cases + counts[0], failed + counts[1]
    print(f"{cases - failed} passed, {failed} failed")
    sys.exit(bool(failed) or not cases)


if __name__ == "__main__":
    main()
