"""Random linalg.generic regions that are arg reductions or nearly so: raising
one never changes an answer.

The original, by upstream's loops, is compared with the raised one, by scalar
loops and by vectors, to the bit. What arith leaves open (a NaN's payload out of
maximumf, which zero maxnumf takes) is let pass where the region uses it. Closes
with "N passed, N failed", and says how many were raised.
"""

import argparse
import sys
import tempfile
from collections import Counter

import numpy as np

from support import raising
from support.element_types import VALUE_TYPES
from support.linalg_regions import RandomFunction
from support.values import random_array

REGIONS_PER_MODULE = 100
CALLS = 6


def random_inputs(rng, made, with_nans):
    arrays = []
    for tensor, (role, shape) in zip(made.function.arguments, made.arguments):
        if role == "indices":
            arrays.append(rng.integers(0, 6, shape).astype(tensor.element.dtype))
        else:
            array = random_array(rng, VALUE_TYPES[tensor.element.mlir], shape)
            arrays.append(array if with_nans else raising.without_nans(rng, array))
    return arrays


def check_module(seed, count, policy, folder, counts, fault):
    """Yields a report on each region whose answers change."""
    rng = np.random.default_rng(seed)
    made = [RandomFunction(rng, f"f{n}") for n in range(count)]
    functions = [m.function for m in made]
    texts = raising.raise_all(functions, policy)
    chosen = [n for n, (text, _) in enumerate(texts) if raising.reductions(text)]
    for n, (text, remarks) in enumerate(texts):
        counts["raised" if n in chosen else "left"] += 1
        if n not in chosen and not remarks:
            yield f"{functions[n].text}\nis left without a remark"
    if not chosen:
        return
    inputs = [
        [random_inputs(rng, made[n], with_nans=fault or policy == "exact") for _ in range(CALLS)] for n in chosen
    ]
    broken = set()
    for answers in raising.run_both([functions[n] for n in chosen], inputs, policy, folder):
        name, text = answers.function.name, answers.function.text
        for how, raised in zip(("loops", "vectors"), answers.raised):
            problem = answers.original.fault or raised.fault
            for a, b in zip(answers.original.results, raised.results):
                # Code generators quieten NaNs where they carry 16-bit floats.
                any_nan = "imumf" in text or "numf" in text or a.dtype.itemsize == 2
                if not problem and not raising.same(a, b, any_nan=any_nan, any_zero="numf" in text):
                    problem = f"{b.tolist()}, not {a.tolist()}"
            if problem and name not in broken:
                broken.add(name)
                shown = "\n".join(str(x.tolist()) for x in answers.inputs)
                yield f"seed {seed}, nan={policy}, by {how}:\n{text}{texts[int(name[1:])][0]}\n{shown}\n{problem}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--regions", type=int, default=200)
    parser.add_argument("--fault", action="store_true", help="call with NaNs what is raised for there being none: has to fail")
    options = parser.parse_args()
    counts, failed, done = Counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for n, start in enumerate(range(0, options.regions, REGIONS_PER_MODULE)):
            count = min(REGIONS_PER_MODULE, options.regions - start)
            policy = "none" if options.fault or n % 3 == 2 else "exact"
            for report in check_module(options.seed * 1000 + n, count, policy, folder, counts, options.fault):
                print(f"FAIL: {report}\n")
                failed += 1
            done += count
    print(f"{counts['raised']} raised, {counts['left']} left")
    print(f"{done - failed} passed, {failed} failed")
    return 1 if failed or not counts["raised"] else 0


if __name__ == "__main__":
    sys.exit(main())
