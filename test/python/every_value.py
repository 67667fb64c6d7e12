"""topk_reduce by way of vectors on whole sets of values, against NumPy and scalar
loops: all floats of 16 bits in one order; all rows of zeros and ones, which a
sorting network has to sort to sort everything (D. E. Knuth, "The Art of Computer
Programming", 5.3.4, theorem Z); all rows of one value but for one element.
"""

import argparse
import sys
import tempfile

import numpy as np

from support.element_types import VALUE_TYPES
from support.reductions import Case, Reduction
from support.vector_targets import TARGETS
from vector_differential import Judge


def case_of(x, kind, element, dimension, k):
    """The k best of x, of static extents and without gaps."""
    reduction = Reduction.packed_topk(kind, element, x.shape, dimension, k)
    layout = reduction.layout
    return Case(reduction=reduction, x=x, layout=layout, to_layout=layout, noise=1, places=(1, 1, 1, 1), k=k)


def all_halves(rng, element, kind):
    """All values of 16 bits: as a row, sorted and selected; beside one another as
    columns; as rows of each of the lengths that strategies tell apart."""
    bits = rng.permutation(1 << 16).astype(np.uint16)
    x = bits.view(VALUE_TYPES[element].dtype)
    yield case_of(x, kind, element, 0, len(x))
    yield case_of(x, kind, element, 0, 3000)
    columns = np.stack([bits, np.roll(bits, 1), np.roll(bits, 77)]).view(x.dtype)
    yield case_of(columns, kind, element, 0, 2)
    for length in (8, 16, 128, 2048):
        yield case_of(x.reshape(-1, length), kind, element, 1, min(length, 16))


def zeros_and_ones(element, kind, length):
    """All rows of that length of zeros and ones, sorted."""
    numbers = np.arange(1 << length)[:, None]
    x = (numbers >> np.arange(length) & 1).astype(VALUE_TYPES[element].dtype)
    return case_of(x, kind, element, 1, length)


def one_outlier(element, kind, dimension, extent, k):
    """Rows of one value but for one element, at each position."""
    pairs = [(1, 2), (2, 1)]
    if VALUE_TYPES[element].is_float:
        pairs += [(0.0, -0.0), (1, np.nan), (np.nan, 1), (-np.inf, 1), (np.inf, np.nan)]
    for value, one in pairs:
        x = np.full((extent, extent), value, VALUE_TYPES[element].dtype)
        np.fill_diagonal(x, one)
        yield case_of(x, kind, element, dimension, k)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", action="append", choices=TARGETS, help="default: host")
    arguments = parser.parse_args()
    rng = np.random.default_rng(2026)
    cases = []
    for element in ("f16", "bf16"):
        for kind in VALUE_TYPES[element].kinds:
            cases += all_halves(rng, element, kind)
    for element, kinds in (("f32", ("maximumf", "minnumf")), ("i8", ("minui",)), ("f64", ("minimumf",))):
        for kind in kinds:
            for length, k in ((7, 3), (33, 5), (300, 2), (300, 16), (1100, 20)):
                cases += one_outlier(element, kind, 1, length, k)
                cases += one_outlier(element, kind, 0, min(length, 300), min(k, 17))
    for element in ("i32", "i64"):
        for length in (2, 4, 8, 16):
            cases.append(zeros_and_ones(element, "maxsi", length))
    failed = 0
    for name in arguments.target or ["host"]:
        with tempfile.TemporaryDirectory() as folder:
            problems = Judge(TARGETS[name], folder, ["-O3"])(cases)
        for case, problem in zip(cases, problems):
            if problem:
                failed += 1
                print(f"FAILED on {name}: {problem}\n\n{case.reduction.text('main')}")
        print(f"{name}: {len(cases)} cases", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
