"""Compiled code and calls of it: the harness, and kernels by extrema-compile."""

import ctypes
import functools
import itertools
import os
import shutil
import subprocess
import tempfile

import numpy as np

from bench import machine

HERE = os.path.dirname(os.path.abspath(__file__))
READING_FLAGS = ["-O3", "-march=native"]


class CompileError(Exception):
    """A compiler refused, with its message."""


@functools.lru_cache(maxsize=None)
def _folder():
    folder = tempfile.TemporaryDirectory(prefix="extrema-benchmark-")
    return folder  # kept until the end by the cache


_numbers = itertools.count()


def temporary_file(suffix):
    """The path of a new file: a loaded library must not be written again."""
    return os.path.join(_folder().name, f"{next(_numbers)}{suffix}")


def build_folder():
    default = os.path.join(HERE, "..", "..", "build")
    return os.path.abspath(os.environ.get("EXTREMA_BUILD", default))


def _program(*names):
    path = next(filter(None, map(shutil.which, names)), None)
    if not path:
        raise CompileError(f"none of {', '.join(names)} is there to compile with")
    return path


def _compile(arguments, text=None):
    ended = subprocess.run(arguments, input=text, capture_output=True, text=True)
    if ended.returncode:
        raise CompileError(f"{' '.join(arguments)}:\n{ended.stderr.strip()[:2000]}")
    return ended.stdout


def extrema_compile(text, flags):
    """The object file of a module of MLIR."""
    program = os.path.join(build_folder(), "bin", "extrema-compile")
    if not os.path.exists(program):
        raise CompileError(f"{program} is not there: build it, or name the build folder in EXTREMA_BUILD")
    path = temporary_file(".o")
    _compile([program, "-", *flags, "-o", path], text)
    return path


def load_kernel(object_file):
    """(the address of an object file's kernel, what keeps it loaded)"""
    path = temporary_file(".so")
    _compile([_program("clang-22", "clang"), "-shared", "-fuse-ld=lld", object_file, "-o", path])
    library = ctypes.CDLL(path)
    return ctypes.cast(library._mlir_ciface_kernel, ctypes.c_void_p), library


@functools.lru_cache(maxsize=None)
def harness():
    path = temporary_file(".so")
    bits = machine.vector_bits()
    _compile(
        [
            *(_program("clang++-22", "clang++"), *READING_FLAGS, f"-DVECTOR_BYTES={bits // 8}"),
            # LLVM takes half vectors where the CPU's clock once suffered.
            *([f"-mprefer-vector-width={bits}"] if machine.is_x86() else []),
            *("-shared", "-fPIC", os.path.join(HERE, "harness.cpp"), "-o", path),
        ]
    )
    library = ctypes.CDLL(path)
    library.extremaBenchmarkRun.restype = ctypes.c_int64
    library.extremaBenchmarkRun.argtypes = [
        *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64),
        *(ctypes.c_void_p, ctypes.c_void_p),
    ]
    return library


def descriptor(array):
    """MLIR's memref descriptor (docs/EntryPoint.md)."""
    address = array.ctypes.data
    strides = [s // array.itemsize for s in array.strides]
    return np.array([address, address, 0, *array.shape, *strides], np.int64)


def _address(array):
    return None if array is None else array.ctypes.data


class Loop:
    """Calls of a kernel, the loop over them in compiled code. Arguments are
    descriptors; `values` is None for kernels that have only indices."""

    def __init__(self, kernel, inputs, values, indices):
        self._kernel = kernel
        self._inputs = inputs
        self._pointers = np.array([_address(i) for i in inputs], np.uintp)
        self._values, self._indices = values, indices

    def sample(self, first, calls):
        """Nanoseconds of `calls` calls, the first on input `first`."""
        return harness().extremaBenchmarkRun(
            self._kernel,
            self._pointers.ctypes.data,
            *(len(self._inputs), first, calls),
            *(_address(self._values), _address(self._indices)),
        )
