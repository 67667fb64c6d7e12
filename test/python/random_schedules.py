"""Random schedules of the transform dialect on random programs around
arg_reduce, topk_reduce and the value ops: the transformed program against the
plain one, bit for bit, and the plain one against NumPy.

A case is a program, a schedule and some calls. It ends as the same, as refused
with a message that is known and called for, or as a fault of upstream's that is
known by its signature. All else is a failure: other bits, an unknown message, IR
that does not verify, a step that has no effect without a word, an end of the
process. A failure is shrunk and printed, with the commands that show it again.
Closes with how often what happened, and "N passed, N failed".
"""

import argparse
import re
import sys
import tempfile
import time
from collections import Counter

from support import oracle
from support.schedule_cases import PLANTS, random_case
from support.schedule_files import describe
from support.schedule_judge import Judge
from support.schedules import MAIN
from support.shrink import shrink
from support.shrink_schedules import simpler_cases


def count_of(cases):
    """How often what was tried: a look at the generator."""
    seen = Counter()
    for case in cases:
        main = case.program.node(case.main)
        seen[f"of {main.op}"] += 1
        seen[f"rank {len(main.loops)}"] += 1
        seen[main.types[0].element] += 1
        for flag in ("accumulate", "explicit", "base", "unsorted", "given"):
            seen[flag] += bool(getattr(main, flag, False))
        seen.update({type(n).__name__ for n in case.program.nodes if n is not main})
        for _, step in case.schedule.steps:
            seen[step.how] += 1
            seen["of another operation"] += step.is_tiling and step.tag not in (main.tag, MAIN)
            seen["reduced dimension"] += any(any(step.sizes[d : d + 1]) for d in main.reduced if step.tag == main.tag)
            seen["fused into"] += bool(step.into)
            seen[step.after] += 1
    return seen


def same_kind_as(problem):
    """Whether a problem is of the same kind: begins with the same words, before
    what is told of the case."""
    begin = re.split(r"[0-9%]", problem)[0][:40]
    return lambda other: other.startswith(begin)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one case of the seed")
    parser.add_argument("--reproducer", default="FOLDER", help="where to put the first failure")
    parser.add_argument("--shrink", type=float, default=60, metavar="SECONDS", help="for making a failure small")
    parser.add_argument("--plant", choices=PLANTS, help="break the transformed programs: the test has to fail")
    parser.add_argument("--oracle-fault", choices=oracle.FAULTS, help="break the oracle: the test has to fail")
    parser.add_argument("--statistics", action="store_true", help="print what the cases cover")
    parser.add_argument("--list-failures", metavar="FILE", help="a line for each failure, unshrunk")
    arguments = parser.parse_args()

    oracle.set_fault(arguments.oracle_fault)
    begin = time.monotonic()
    print(f"seed {arguments.seed}", flush=True)
    numbers = range(arguments.cases) if arguments.only is None else [arguments.only]
    cases = [random_case(arguments.seed, number, arguments.plant) for number in numbers]
    if arguments.statistics:
        print(", ".join(f"{name}: {count}" for name, count in sorted(count_of(cases).items(), key=str) if name))
    with tempfile.TemporaryDirectory() as folder:
        with Judge(folder) as judge:
            verdicts = judge(cases)
            failures = [(c, v.problem) for c, v in zip(cases, verdicts) if v.problem]
            if failures:
                number = failures[0][0].number
                same_kind = same_kind_as(failures[0][1])
                judge_kind = lambda simpler: [p if p and same_kind(p) else None for p in judge.problems(simpler)]
                case, problem = shrink(failures[0], judge_kind, simpler_cases, arguments.shrink)
                print(describe(case, problem, arguments, number))
    for case, problem in failures[1:10]:
        print(f"also: case {case.number}: {problem[:300]}")
    if arguments.list_failures:
        with open(arguments.list_failures, "w") as file:
            file.writelines(f"{case.number}\t{problem[:1500]!r}\n" for case, problem in failures)
    for what, count in Counter(v.outcome for v in verdicts).most_common():
        print(f"{count:6} {what}")
    print(f"{sum(v.without_target for v in verdicts)} steps found their operation gone")
    print(f"{len(cases)} cases in {time.monotonic() - begin:.0f} s")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
