"""Functions with several operations, in loops and in branches, that have their
scratch memory from the caller: the bytes that they leave are those of the same
functions with memory of their own. What they are given is just as large as they
say and lies between unreadable pages, and they allocate nothing.

Closes with "N passed, N failed"; exit code 1 if one failed.
"""

import argparse
import os
import sys
import tempfile

import numpy as np

from support import kernels
from support.vector_targets import TARGETS

# Operations after one another, which need more and less.
SEVERAL = """
func.func @several(%x: memref<?x?xf32>, %v: memref<?x?xf32>, %i: memref<?x?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %some = memref.subview %x[0, 0] [%rows, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  extrema.topk_reduce <maximumf> dimension(1) ins(%some : memref<?x?xf32, strided<[?, 1]>>) outs(%v, %i : memref<?x?xf32>, memref<?x?xi64>)
  %best_v = memref.subview %v[0, 0] [%rows, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?]>>
  %best_i = memref.subview %i[0, 0] [%rows, 1] [1, 1] : memref<?x?xi64> to memref<?xi64, strided<[?]>>
  extrema.arg_reduce <minimumf> dimension(1) ins(%x : memref<?x?xf32>) outs(%best_v, %best_i : memref<?xf32, strided<[?]>>, memref<?xi64, strided<[?]>>)
  %rest_v = memref.subview %v[0, 1] [%rows, 4] [1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1], offset: 1>>
  %rest_i = memref.subview %i[0, 1] [%rows, 4] [1, 1] : memref<?x?xi64> to memref<?x4xi64, strided<[?, 1], offset: 1>>
  extrema.topk_reduce <minnumf> dimension(1) ins(%x : memref<?x?xf32>) outs(%rest_v, %rest_i : memref<?x4xf32, strided<[?, 1], offset: 1>>, memref<?x4xi64, strided<[?, 1], offset: 1>>)
  return
}
"""

# Each row apart, of which %n elements less take part than of the one before.
LOOP = """
func.func @loop(%x: memref<?x?xf32>, %v: memref<?x?xf32>, %i: memref<?x?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %k = memref.dim %v, %c1 : memref<?x?xf32>
  scf.for %row = %c0 to %rows step %c1 {
    %less = arith.muli %row, %n : index
    %most = memref.dim %x, %c1 : memref<?x?xf32>
    %left = arith.subi %most, %less : index
    %extent = arith.maxsi %left, %c0 : index
    %part = memref.subview %x[%row, 0] [1, %extent] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %to_v = memref.subview %v[%row, 0] [1, %k] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %to_i = memref.subview %i[%row, 0] [1, %k] [1, 1] : memref<?x?xi64> to memref<?xi64, strided<[1], offset: ?>>
    extrema.topk_reduce <maximumf> dimension(0) ins(%part : memref<?xf32, strided<[1], offset: ?>>) outs(%to_v, %to_i : memref<?xf32, strided<[1], offset: ?>>, memref<?xi64, strided<[1], offset: ?>>)
  }
  return
}
"""

# Columns in one branch, rows in the other.
BRANCH = """
func.func @branch(%x: memref<?x?xf32>, %v: memref<?x?xf32>, %i: memref<?x?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %is_zero = arith.cmpi eq, %n, %c0 : index
  scf.if %is_zero {
    %columns = memref.dim %v, %c1 : memref<?x?xf32>
    %to_v = memref.subview %v[0, 0] [5, %columns] [1, 1] : memref<?x?xf32> to memref<5x?xf32, strided<[?, 1]>>
    %to_i = memref.subview %i[0, 0] [5, %columns] [1, 1] : memref<?x?xi64> to memref<5x?xi64, strided<[?, 1]>>
    %from = memref.subview %x[0, 0] [6, %columns] [1, 1] : memref<?x?xf32> to memref<6x?xf32, strided<[?, 1]>>
    extrema.topk_reduce <maximumf> dimension(0) ins(%from : memref<6x?xf32, strided<[?, 1]>>) outs(%to_v, %to_i : memref<5x?xf32, strided<[?, 1]>>, memref<5x?xi64, strided<[?, 1]>>)
  } else {
    extrema.topk_reduce <minnumf> dimension(1) ins(%x : memref<?x?xf32>) outs(%v, %i : memref<?x?xf32>, memref<?x?xi64>)
  }
  return
}
"""

# As many results as the element of a memref says, which is only read.
ELEMENT = """
func.func @element(%x: memref<?x?xf32>, %v: memref<?x?xf32>, %i: memref<?x?xi64>, %n: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %element = memref.load %n[%c0] : memref<1xi64>
  %k = arith.index_cast %element : i64 to index
  %to_v = memref.subview %v[0, 0] [%rows, %k] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %to_i = memref.subview %i[0, 0] [%rows, %k] [1, 1] : memref<?x?xi64> to memref<?x?xi64, strided<[?, 1]>>
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<?x?xf32>) outs(%to_v, %to_i : memref<?x?xf32, strided<[?, 1]>>, memref<?x?xi64, strided<[?, 1]>>)
  return
}
"""

FUNCTIONS = {"several": SEVERAL, "loop": LOOP, "branch": BRANCH, "element": ELEMENT}


def shapes(name):
    """Rows, columns, results a row, and the last argument."""
    wide = ((6, 5000, 50), (6, 300, 17), (7, 20, 8), (6, 20000, 5000), (33, 64, 9))
    for rows, columns, k in wide:
        numbers = {
            "several": (columns, columns // 2),
            "loop": (0, columns // 3),
            "branch": (0, 1),
            "element": (k, 1, 0),
        }[name]
        for number in numbers:
            yield rows, columns, k, number


def call(rng, number, name, shape):
    rows, columns, k, last = shape
    x = rng.standard_normal((rows, columns)).astype(np.float32)
    if rng.random() < 0.5:
        x = x.round()  # many ties
    buffers = [
        kernels.Buffer(x.reshape(-1).view(np.uint8), kernels.AT_END),
        kernels.Buffer(np.zeros(4 * rows * k, np.uint8), kernels.AT_END, is_written=True),
        kernels.Buffer(np.zeros(8 * rows * k, np.uint8), kernels.AT_END, is_written=True),
    ]
    arguments = [
        kernels.MemRef(0, 0, x.shape, (x.shape[1], 1)),
        kernels.MemRef(1, 0, (rows, k), (k, 1)),
        kernels.MemRef(2, 0, (rows, k), (k, 1)),
    ]
    if name == "element":
        buffers.append(kernels.Buffer(np.array([last], np.int64).view(np.uint8), kernels.AT_BEGIN))
        arguments.append(kernels.MemRef(3, 0, (1,), (1,)))
    else:
        arguments.append(last)
    return kernels.KernelCall(number, buffers, arguments)


def test(target_name, seed, folder):
    target = TARGETS[target_name]
    rng = np.random.default_rng(seed)
    calls, labels = [], []
    for number, name in enumerate(FUNCTIONS):
        for shape in shapes(name):
            calls.append(call(rng, number, name, shape))
            labels.append(f"{target_name}: @{name} of {shape}")
    outcomes = []
    for scratch in ("argument", "alloc"):
        stem = os.path.join(folder, f"{target_name}_{scratch}")
        kernels.program("".join(FUNCTIONS.values()), list(FUNCTIONS), stem, target, [f"--scratch={scratch}"])
        outcomes.append(kernels.call_all(stem, target, calls))
    failed = 0
    for label, given, own in zip(labels, *outcomes):
        same = all(np.array_equal(a, b) for a, b in zip(given.contents, own.contents))
        problem = given.fault or own.fault or ("" if same else "leaves other bytes")
        if problem:
            print(f"FAIL {label}: {problem}")
        failed += bool(problem)
    return len(calls), failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--target", action="append", choices=TARGETS, help="default: that of this machine")
    arguments = parser.parse_args()
    cases = failed = 0
    for name in arguments.target or ["host"]:
        with tempfile.TemporaryDirectory() as folder:
            counts = test(name, arguments.seed, folder)
        cases, failed = cases + counts[0], failed + counts[1]
    print(f"{cases - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
