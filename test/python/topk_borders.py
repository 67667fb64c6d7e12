"""topk_reduce at the borders of its strategies: with one element less than each border,
with just as many, and with one more, against scalar loops and NumPy. The borders are
those that the program prints of its own table of strategies.

Closes with the number of borders that were visited, and of those that are too far away.
"""

import argparse
import sys
import tempfile

import numpy as np

from support import strategies
from support.reduction_cases import random_case
from support.reductions import Reduction
from support.vector_targets import TARGETS
from vector_differential import Judge

KINDS = {"f": "maximumf", "b": "maximumf", "i": "maxsi"}
MOST_ELEMENTS = 20_000  # of all rows: those of farther borders take too much memory


def borders_of(regime):
    """Pairs of an extent and a number of lanes around the regime's ends."""
    enough = max(1, regime["lanes"])
    for end in regime["extents"]:
        for extent in (end - 1, end, end + 1):
            yield extent, enough
    for lanes in (regime["lanes"] - 1, regime["lanes"] + 1):
        yield regime["extents"][0], lanes


def reductions_of(regime, form):
    """A reduction for each border that can be visited, by border; and how many cannot."""
    found, far = {}, 0
    is_column = form == strategies.COLUMNS
    for extent, lanes in borders_of(regime):
        if extent < 1 or lanes < 1:
            continue
        if extent * lanes > MOST_ELEMENTS:
            far += 1
            continue
        stated = extent if regime["is_extent_known"] else None
        found[extent, lanes] = Reduction.packed_topk(
            KINDS[regime["element"][0]],
            regime["element"],
            (stated, lanes) if is_column else (lanes, stated),
            0 if is_column else 1,
            regime["k"],
            explicit=regime["explicit"],
        )
    return found, far


def is_wanted(regime, arguments):
    return (
        regime["element"] in arguments.elements
        and regime["k"] in arguments.results
        and regime["results"][0] <= regime["k"] <= regime["results"][1]
    )


def cases_of(rng, target, arguments):
    """Cases, the borders that they visit, and how many are too far away."""
    cpu = target.flags[0].removeprefix("--cpu=")
    cases, visited, far = [], set(), 0
    for regime in strategies.table(target.triple, cpu)["regimes"]:
        if not is_wanted(regime, arguments):
            continue
        form = strategies.form_of(regime["strategy"], target.triple, cpu)
        reductions, too_far = reductions_of(regime, form)
        far += too_far
        for (extent, lanes), reduction in reductions.items():
            for _ in range(arguments.calls):
                case = random_case(rng, reduction, extent=extent)
                if case.x.shape[reduction.dimension] != extent:
                    sys.exit(f"error: the case is not of {extent} elements: {reduction.text('f')}")
                cases.append(case)
            visited.add((regime["strategy"], regime["element"], regime["k"], extent, lanes))
    return cases, visited, far


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", choices=TARGETS, default="host")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=2, help="of each function")
    parser.add_argument("--elements", nargs="+", default=["f32", "i8"])
    parser.add_argument("--some", action="store_true", help="not of each strategy")
    parser.add_argument("--results", nargs="+", type=int, default=[2, 5, 16, 64])
    arguments = parser.parse_args()
    target = TARGETS[arguments.target]
    cases, visited, far = cases_of(np.random.default_rng(arguments.seed), target, arguments)
    unseen = strategies.names() - {name for name, *_ in visited}
    if unseen and not arguments.some:
        sys.exit(f"error: no border is visited of {', '.join(sorted(unseen))}")
    with tempfile.TemporaryDirectory() as folder:
        problems = Judge(target, folder, ["-O1", "--scratch=alloca"])(cases)
    failures = [(case, problem) for case, problem in zip(cases, problems) if problem]
    for case, problem in failures[:10]:
        print(f"FAILED: {case.reduction.text('f')}{problem}")
    print(f"{len({v[0] for v in visited})} strategies, {len(visited)} borders visited, {far} too far away")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
