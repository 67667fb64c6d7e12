"""arg_reduce or topk_reduce at the borders of its strategies: with one element less
than each border, with just as many, and with one more, against scalar loops and NumPy.
The borders are those that the program prints of its own tables of strategies. Rows of
one element, and one row, are borders too.

Each border is visited, but for those of more elements than LONGEST. Closes with the
number of both.
"""

import argparse
import sys
import tempfile

import numpy as np

from support import strategies
from support.reduction_cases import random_case
from support.reductions import Reduction
from support.vector_targets import TARGETS
from vector_differential import Judge, compile_flags

KINDS = {"f": "maximumf", "b": "maximumf", "i": "maxsi"}
LONGEST = 100_000  # elements of the reduced dimension: more take too much memory


def borders_of(regime):
    """Pairs of an extent and a number of lanes around the regime's ends."""
    enough = max(1, regime["lanes"])
    extents = {1, *(end + d for end in regime["extents"] for d in (-1, 0, 1))}
    pairs = {(extent, enough) for extent in extents}
    pairs |= {(regime["extents"][0], lanes) for lanes in (1, regime["lanes"] - 1, regime["lanes"] + 1)}
    return sorted((extent, lanes) for extent, lanes in pairs if extent >= 1 and lanes >= 1)


def reduction_of(op, regime, form, extent, lanes):
    """Its memrefs have no gaps, and the extent if that is None is dynamic."""
    is_column = form == strategies.COLUMNS
    return Reduction.packed(
        KINDS[regime["element"][0]],
        regime["element"],
        (extent, lanes) if is_column else (lanes, extent),
        0 if is_column else 1,
        is_topk=op == "topk_reduce",
        k=regime.get("k"),
        explicit=regime["explicit"],
    )


def is_wanted(regime, arguments):
    if regime["element"] not in arguments.elements:
        return False
    return "k" not in regime or (
        regime["k"] in arguments.results and regime["results"][0] <= regime["k"] <= regime["results"][1]
    )


def cases_of(rng, target, arguments):
    """Cases, the borders that they visit, and those that are too far away."""
    cpu = target.flags[0].removeprefix("--cpu=")
    cases, visited, far = [], set(), set()
    for regime in strategies.table(arguments.op, target.triple, cpu)["regimes"]:
        if not is_wanted(regime, arguments):
            continue
        form = strategies.form_of(arguments.op, regime["strategy"], target.triple, cpu)
        # What no regime asks about is tried both ways.
        known = [regime["is_extent_known"]] if "is_extent_known" in regime else [True, False]
        for extent, lanes in borders_of(regime):
            border = (regime["strategy"], regime["element"], regime.get("k"), extent, lanes)
            if extent > LONGEST:
                far.add(border)
                continue
            for is_known in known:
                reduction = reduction_of(arguments.op, regime, form, extent if is_known else None, lanes)
                for _ in range(arguments.calls):
                    case = random_case(rng, reduction, extent=extent)
                    if case.x.shape[reduction.dimension] != extent:
                        sys.exit(f"error: the case is not of {extent} elements: {reduction.text('f')}")
                    cases.append(case)
            visited.add(border)
    return cases, visited, far


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--op", choices=strategies.OPTIONS, default="topk_reduce")
    parser.add_argument("--target", choices=TARGETS, default="host")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=2, help="of each function")
    parser.add_argument("--elements", nargs="+", default=["f32", "i8"])
    parser.add_argument("--verify-invariants", action="store_true", help="by the kernels, as extrema-compile has it")
    parser.add_argument("--some", action="store_true", help="not of each strategy")
    parser.add_argument("--results", nargs="+", type=int, default=[2, 5, 16, 64], help="of topk_reduce")
    parser.set_defaults(optimize="-O1", scratch="alloca", cache_sizes=None)
    arguments = parser.parse_args()
    target = TARGETS[arguments.target]
    cases, visited, far = cases_of(np.random.default_rng(arguments.seed), target, arguments)
    unseen = strategies.names(arguments.op) - {name for name, *_ in visited}
    if unseen and not arguments.some:
        sys.exit(f"error: no border is visited of {', '.join(sorted(unseen))}")
    with tempfile.TemporaryDirectory() as folder:
        problems = Judge(target, folder, compile_flags(arguments))(cases)
    failures = [(case, problem) for case, problem in zip(cases, problems) if problem]
    for case, problem in failures[:10]:
        print(f"FAILED: {case.reduction.text('f')}{problem}")
    print(f"{len({v[0] for v in visited})} strategies, {len(visited)} borders visited, {len(far)} too far away")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
