"""The blocks of TopK as functions (test/lib/SelectionBlocks.cpp), compiled for a
target and called with arrays."""

import ctypes
import os
import tempfile

import numpy as np

from support import kernels
from support.compiled import descriptor, step

ROW = "memref<?xi64, strided<[1], offset: ?>>"


def with_blocks(text, target):
    """The module `text`, in which declared functions have their blocks."""
    blocks = f"test-selection-blocks{{{target.pass_options}}}"
    return step(["extrema-test-opt", f"--pass-pipeline=builtin.module({blocks})"], text)


def for_each_row(name, block, matrices):
    """Function `name`: calls `block` with each row of `matrices` matrices of
    words, whose names begin with "out" if only the block writes to them, and
    with `%size` behind all the others."""
    rows = "".join(
        f"    %{m}_row = memref.subview %{m}[%i, 0] [1, %n] [1, 1] : memref<?x?xi64> to {ROW}\n" for m in matrices
    )
    inputs = [f"%{m}_row" for m in matrices if not m.startswith("out")]
    outputs = [f"%{m}_row" for m in matrices if m.startswith("out")]
    arguments = ", ".join([*inputs, *(["%size"] if outputs else []), *outputs])
    types = ", ".join([*[ROW] * len(inputs), *(["index"] if outputs else []), *[ROW] * len(outputs)])
    return (
        f"func.func @{name}({', '.join(f'%{m}: memref<?x?xi64>' for m in matrices)}, %size: index) {{\n"
        "  %c0 = arith.constant 0 : index\n"
        "  %c1 = arith.constant 1 : index\n"
        f"  %rows = memref.dim %{matrices[0]}, %c0 : memref<?x?xi64>\n"
        f"  %n = memref.dim %{matrices[0]}, %c1 : memref<?x?xi64>\n"
        f"  scf.for %i = %c0 to %rows step %c1 {{\n{rows}"
        f"    func.call @{block}({arguments}) : ({types}) -> ()\n"
        "  }\n  return\n}\n"
    )


class Blocks:
    """A compiled module: its public functions, by name, on one target."""

    def __init__(self, text, names, target):
        self._target, self._names = target, names
        self._folder = tempfile.TemporaryDirectory()
        stem = os.path.join(self._folder.name, "blocks")
        self._program = kernels.lowered_program(with_blocks(text, target), names, stem, target)

    def __call__(self, name, *arguments):
        """The arrays among the arguments as the call left them, copies. They lie
        between unreadable pages. Fails if the call faulted."""
        buffers, passed = [], []
        for place, a in enumerate(arguments):
            if isinstance(a, np.ndarray):
                a = np.ascontiguousarray(a)
                strides = tuple(s // a.itemsize for s in a.strides)
                passed.append(kernels.MemRef(len(buffers), 0, a.shape, strides))
                buffers.append(kernels.Buffer(a.reshape(-1).view(np.uint8), place % 2, True))
            else:
                passed.append(int(a))
        call = kernels.KernelCall(self._names.index(name), buffers, passed)
        outcome = kernels.call_all(self._program, self._target, [call])[0]
        assert not outcome.fault, f"{name}: {outcome.fault}"
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        return [c.view(a.dtype).reshape(a.shape).copy() for a, c in zip(arrays, outcome.contents)]


class BlocksHere:
    """The same in this process, for many large arrays: not guarded."""

    def __init__(self, text, target):
        with tempfile.TemporaryDirectory() as folder:
            stem = os.path.join(folder, "blocks")
            kernels.lowered_object(with_blocks(text, target), stem, target)
            step(["clang", "-shared", f"{stem}.o", "-o", f"{stem}.so"], "")
            self._code = ctypes.CDLL(f"{stem}.so")

    def __call__(self, name, *arrays):
        """Calls a function on arrays without gaps, which it may write to."""
        descriptors = [descriptor(a, a.ctypes.data) for a in arrays]
        self._code[f"_mlir_ciface_{name}"](*(ctypes.c_void_p(d.ctypes.data) for d in descriptors))
