"""topk_reduce by way of vectors at every extent from 0 to 300 and around every
switch between strategies, with all numbers of results that are special to the
extent, for each form of matrix. Against NumPy and scalar loops.
"""

import argparse
import sys
import tempfile
import time

import numpy as np

from support.element_types import VALUE_TYPES
from support.reduction_cases import random_case
from support.reduction_files import describe
from support.reductions import Reduction
from support.shrink import shrink
from support.shrink_reductions import simpler_reductions
from support.topk_switches import DENSE, EXTENTS, LONG_EXTENTS, special_results
from support.vector_targets import TARGETS, each_width
from vector_differential import Judge, compile_flags

# The reduced dimension and the extent of the other one, if there is one.
MATRICES = ((0, None), (1, 3), (1, 19), (0, 5), (0, 37))
# None: known at run time only.
RESULTS = (None, 2, 5, 16, 17)
ELEMENTS = (("f32", "maximumf"), ("i8", "minsi"), ("f64", "maxnumf"), ("bf16", "minimumf"))


def functions():
    for number, (element, kind) in enumerate(ELEMENTS):
        for dimension, other in MATRICES:
            for k in RESULTS:
                extents = (None,) if other is None else (other, other)
                extents = extents[:dimension] + (None,) + extents[dimension + 1 :]
                way = len(extents) + dimension + (k or 0) + number
                yield Reduction.packed_topk(
                    kind,
                    element,
                    extents,
                    dimension,
                    k,
                    accumulate=way % 5 == 1,
                    explicit=way % 7 == 2,
                    unsorted=way % 3 == 0,
                )


def cases(rng, share):
    """A share of all, drawn at random."""
    for reduction in functions():
        extents = list(range(DENSE + 1)) + [e for e in EXTENTS if e > DENSE]
        if reduction.extents == (None,):
            extents += LONG_EXTENTS
        for extent in extents:
            results = [reduction.k] if reduction.k is not None else special_results(extent)
            for k in results:
                if rng.random() < share:
                    yield random_case(rng, reduction, extent, k)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--target", action="append", choices=TARGETS, help="default: one for each width")
    parser.add_argument("--share", type=float, default=1, help="of all calls, at random")
    parser.add_argument("--reproducer", default="FOLDER", help="where to put the first failure of a target")
    parser.add_argument("--optimize", default="-O3", help="extrema-compile's level")
    parser.set_defaults(scratch="alloca", turn=None, verify_invariants=False, cache_sizes=None)
    arguments = parser.parse_args()
    failed = 0
    for name in arguments.target or each_width():
        begin = time.monotonic()
        rng = np.random.default_rng([arguments.seed, list(TARGETS).index(name)])
        drawn = list(cases(rng, arguments.share))
        with tempfile.TemporaryDirectory() as folder:
            judge = Judge(TARGETS[name], folder, compile_flags(arguments))
            failures = [(c, p) for c, p in zip(drawn, judge(drawn)) if p]
            if failures:
                case, problem = shrink(failures[0], judge, simpler_reductions, 60)
                print(describe(case, problem, name, arguments))
        failed += len(failures)
        seconds = time.monotonic() - begin
        print(f"{name}: {len(drawn)} cases, {len(failures)} failed, {seconds:.0f} s", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
