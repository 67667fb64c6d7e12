"""Rows so long that an index leaves what a narrower type holds: f32's whole
numbers end at 2^24, 32-bit positions at 2^31. On vectors of each width, and by
scalar loops.

The inputs are zeros that the system never stores, but for a few pages, so that
rows of gigabytes need no memory. Closes with "N passed, N failed".
"""

import argparse
import ctypes
import os
import sys
import tempfile
from dataclasses import dataclass

import numpy as np

from support.compiled import step
from support.element_types import INDEX_TYPES, VALUE_TYPES
from support.layouts import IDENTITY
from support.reductions import Reduction
from support.structured_ops import INDEX_ONLY
from support.vector_targets import each_width

_F32_END, _I32_END = 1 << 24, 1 << 31


@dataclass(frozen=True)
class LargeCase:
    element: str
    shape: tuple
    kind: str
    tie: str
    planted: tuple  # (place in the flat input, value)
    expected: tuple  # indices
    index: str = "i64"

    @property
    def reduction(self):
        """Along the first dimension."""
        common = dict(results=INDEX_ONLY, stated=IDENTITY, to_stated=IDENTITY)
        return Reduction(self.kind, self.element, self.index, self.shape, 0, self.tie, **common)


def _row(element, extent, kind, tie, planted, expected, index="i64"):
    return LargeCase(element, (extent,), kind, tie, planted, (expected,), index)


_LONG, _HUGE = 20_000_003, 3_000_000_000
_FIRST, _SECOND = _F32_END + 1, _F32_END + 3
LARGE = (
    _row("f32", _LONG, "maximumf", "first", ((_FIRST, 1), (_SECOND, 1)), _FIRST),
    _row("f32", _LONG, "maximumf", "last", ((_FIRST, 1), (_SECOND, 1)), _SECOND, "i32"),
    _row("f32", _LONG, "minimumf", "first", ((_FIRST, -1), (_SECOND, np.nan)), _SECOND),
    _row("f32", _LONG, "minnumf", "last", ((_FIRST, -1), (_SECOND, np.nan)), _FIRST, "index"),
    _row("f32", _LONG, "maxnumf", "last", (), _LONG - 1),
    LargeCase("f32", (_LONG, 2), "maximumf", "first", ((2 * _FIRST, 1), (2 * _SECOND + 1, 1)), (_FIRST, _SECOND)),
)
HUGE = (
    _row("i8", _HUGE, "maxsi", "first", ((_I32_END + 11, 1), (_HUGE - 1, 1)), _I32_END + 11),
    _row("i8", _HUGE, "maxsi", "last", ((_I32_END + 11, 1), (_HUGE - 1, 1)), _HUGE - 1, "index"),
    _row("i8", _HUGE, "minui", "last", (), _HUGE - 1),
    _row("i8", _HUGE, "maxui", "first", ((_HUGE - 2, -1), (5, 127)), _HUGE - 2),
    # One byte a row: more rows than 32 bits count, on lanes.
    LargeCase("i8", (_I32_END + 17, 2), "maxsi", "first", ((2 * _I32_END + 6, 1), (9, 1)), (_I32_END + 3, 4)),
)


def compiled(cases, flags, folder):
    """The functions of the cases, by ctypes."""
    text = "".join(case.reduction.text(f"f{i}") for i, case in enumerate(cases))
    stem = os.path.join(folder, "large")
    step(["extrema-compile", "-", "--checks=off", *flags, "-o", f"{stem}.o"], text)
    step(["clang", "-shared", "-fuse-ld=lld", f"{stem}.o", "-o", f"{stem}.so"], "")
    library = ctypes.CDLL(f"{stem}.so")
    os.unlink(f"{stem}.so")  # the next one must not be taken for it
    return [getattr(library, f"_mlir_ciface_f{i}") for i in range(len(cases))]


def descriptor(array):
    strides = [s // array.itemsize for s in array.strides]
    return np.array([array.ctypes.data] * 2 + [0, *array.shape, *strides], np.int64)


def problem(case, function, x):
    """What is wrong with the answer on x, zeros of the case's shape, or None."""
    flat = x.reshape(-1)
    for place, value in case.planted:
        flat[place] = value
    out = np.full(case.shape[1:], -1, INDEX_TYPES[case.index].dtype)
    arguments = [descriptor(a) for a in (x, out)]
    function(*(ctypes.c_void_p(a.ctypes.data) for a in arguments))
    for place, _ in case.planted:
        flat[place] = 0
    got = tuple(np.atleast_1d(out).tolist())
    return None if got == case.expected else f"{case}: got {got}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--huge", action="store_true", help="rows of gigabytes too")
    cases = LARGE + (HUGE if parser.parse_args().huge else ())
    runs = {name: target.flags for name, target in each_width().items()}
    runs["scalar loops"] = ("--no-vector",)
    passed = failed = 0
    inputs = {}
    for case in cases:
        dtype = VALUE_TYPES[case.element].dtype
        inputs.setdefault((case.element, case.shape), np.zeros(case.shape, dtype))
    for name, flags in runs.items():
        with tempfile.TemporaryDirectory() as folder:
            functions = compiled(cases, flags, folder)
        for case, function in zip(cases, functions):
            wrong = problem(case, function, inputs[case.element, case.shape])
            if wrong:
                print(f"FAILED on {name}: {wrong}")
            passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
