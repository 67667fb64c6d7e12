"""Random graphs of ONNX, with extents of 0, 1 and open sizes in any place, through
the importer and the compiler, against an evaluator in NumPy, which is held to ONNX
Runtime where it is installed and to ONNX's reference evaluator elsewhere.

An answer has to be right to the bit; a refusal has to be one of docs/ONNX.md
(support/graph_refusals.py), with a message of this project that names the node; no
message may come from within. Prints how often what was seen and closes with
"N runs passed, N failed"; exit code 1 if one failed. A failure is printed with its
graph, smaller where that is cheap, its inputs and the command that shows it again.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from support import forkserver, graph_generator, graph_judge, graph_notes, graph_other_judges
from support import graph_refusals, graph_shrink, oracle

BATCH = 25


def _flags(arguments):
    """Of extrema-compile."""
    return [arguments.optimize, *["--no-vector"] * arguments.scalar]


def _set_fault(name):
    graph_notes.set_fault(name)
    oracle.set_fault(name if name in oracle.FAULTS else None)
    graph_refusals.set_fault(name)


def judge_batch(arguments, library, indices):
    """Counts of what was seen, and the cases that failed."""
    _set_fault(arguments.fault)
    seen, failed = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        tools = graph_judge.Tools(folder, forkserver, library, _flags(arguments))
        cases = [graph_judge.Case(i, *graph_generator.random_case(arguments.seed, i, arguments.operators)) for i in indices]
        verdicts = graph_judge.judge(tools, cases)
        for case in cases:
            seen["graphs"] += 1
            seen.update(f"operator {node.op_type}" for node in case.graph.nodes)
            for verdict, what in verdicts[case.index]:
                seen[f"{verdict}: {what if verdict == graph_judge.PASSED else kind_of(what)}"] += 1
            for answer in case.answers:
                seen["runs with an extent of 0"] += any(not a.size for a in answer.values.values())
            if not arguments.no_cross_check:
                seen.update(graph_other_judges.cross_check(case))
            if any(verdict == graph_judge.FAILED for verdict, _ in verdicts[case.index]):
                failed.append((case.index, [what for v, what in verdicts[case.index] if v == graph_judge.FAILED][0]))
        tools.close()
    return seen, failed


def kind_of(problem):
    """The problem without what differs from case to case."""
    text = problem.split("\n")
    text = " ".join(text[:2]) if problem.startswith("does not compile") else text[0]
    text = re.sub(r"(wrong (?:values|shape|type|static shape|rank)) of \w+.*", r"\1", text)
    text = re.sub(r"/\S*/|(?<=<stdin>)[:\d]+|'[^']*tensor<[^']*'|tensor<[^>]*>|memref<[^>]*>", "", text)
    text = re.sub(r'node ("[^"]*"|#\d+)', "node", text)
    text = re.sub(r'"[^"]*"', "NAME", text)
    return re.sub(r"-?\d+", "N", text)[:240]


def report(arguments, library, failed):
    """Prints one failure of each kind, the most frequent first."""
    kinds = {}
    for index, problem in failed:
        kinds.setdefault(kind_of(problem), []).append((index, problem))
    ordered = sorted(kinds.items(), key=lambda item: -len(item[1]))
    for kind, members in ordered:
        print(f"FAILED graphs {', '.join(str(i) for i, _ in members[:20])}: {kind}", flush=True)
    for kind, members in ordered[: arguments.show]:
        index, problem = members[0]
        with tempfile.TemporaryDirectory() as folder:
            tools = graph_judge.Tools(folder, forkserver, library, _flags(arguments))
            graph, runs = graph_generator.random_case(arguments.seed, index, arguments.operators)
            case = graph_judge.Case(index, graph, runs)
            small, problem = graph_shrink.shrink(tools, case, problem, kind_of)
            tools.close()
        again = f"random_onnx_graphs.py --seed {arguments.seed} --first {index} --graphs 1"
        again += f" --operators {' '.join(arguments.operators)}" * bool(arguments.operators)
        print(f"\nFAILED {len(members)} graphs: {problem[:1500]}")
        print(graph_shrink.describe(small, arguments.reproducer, index))
        print(f"the whole graph: {again}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--first", type=int, default=0, help="number of the first graph")
    parser.add_argument("--graphs", type=int, default=200)
    parser.add_argument("--operators", nargs="+", default=(), help="only of these")
    parser.add_argument("--show", type=int, default=10, help="kinds of failures to print")
    parser.add_argument("--optimize", default="-O1", help="LLVM's level")
    parser.add_argument("--scalar", action="store_true", help="scalar loops: faster to compile")
    parser.add_argument("--reproducer", help="folder for the models and arrays of failures")
    parser.add_argument("--no-cross-check", action="store_true", help="only this test's own evaluator")
    faults = (*graph_notes.FAULTS, *oracle.FAULTS, *graph_refusals.FAULTS)
    parser.add_argument("--fault", choices=faults, help="break the judge: the test has to fail")
    arguments = parser.parse_args()

    begin = time.monotonic()
    seen, failed = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        library = forkserver.compile_server(folder)
        numbers = range(arguments.first, arguments.first + arguments.graphs)
        batches = [numbers[i : i + BATCH] for i in range(0, len(numbers), BATCH)]
        with ProcessPoolExecutor(min(2, len(os.sched_getaffinity(0)))) as pool:
            futures = [pool.submit(judge_batch, arguments, library, batch) for batch in batches]
            for future in futures:
                counts, found = future.result()
                seen.update(counts)
                failed += found
                # At once: a long run may be stopped.
                for index, problem in found:
                    print(f"graph {index}: {problem[:300]}", flush=True)
        _set_fault(arguments.fault)
        report(arguments, library, failed)
    print(f"\nseed {arguments.seed}, judged also by {graph_other_judges.name()}")
    for what, count in sorted(seen.items()):
        print(f"{count:7} {what}")
    passed = sum(count for what, count in seen.items() if what.startswith(graph_judge.PASSED))
    wrong = sum(count for what, count in seen.items() if what.startswith(graph_judge.FAILED))
    disagreements = seen[graph_other_judges.DISAGREES]
    print(f"{seen['graphs']} graphs in {time.monotonic() - begin:.0f} s")
    print(f"{passed} runs passed, {wrong} failed, {disagreements} judges disagree")
    sys.exit(bool(wrong or disagreements))


if __name__ == "__main__":
    main()
