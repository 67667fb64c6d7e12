"""From the text of a module to answers: extrema-opt, extrema-translate, clang,
a shared object, and calls of its entry points on NumPy arrays.

The calls happen in a child process, so that a crash of compiled code costs one
call. Inputs lie against an unreadable page and are write-protected; buffers of
the compiled code are guarded and counted (allocations.c).
"""

import ctypes
import mmap
import os
import pickle
import signal
import struct
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from support import tools

PIPELINE = "builtin.module(extrema-to-llvm{checks=record})"
CALL_SECONDS = 20
STEP_SECONDS = 900  # of compiling; on a busy machine a large module takes minutes
_HERE = os.path.dirname(os.path.abspath(__file__))


class CompileError(Exception):
    """A step refused the module or died."""


@dataclass
class Call:
    """One call of an entry point."""

    function: str
    inputs: list  # NumPy arrays
    results: list  # (NumPy type, rank) of each


@dataclass
class Outcome:
    """What a call gave. `fault` is set where the call broke its contract: it
    crashed, leaked, wrote past a buffer."""

    results: list = field(default_factory=list)
    status: int = 0
    message: str = ""  # with the values put in
    fault: str = ""


# ---------------------------------------------------------------- compile --


def step(arguments, stdin):
    """The output of a program; raises CompileError if it ends otherwise."""
    ended = tools.run(arguments, stdin, STEP_SECONDS)
    if ended.returncode:
        crash = tools.crashed(ended.returncode, ended.stderr)
        what = f"died ({crash})" if crash else "refused the module"
        raise CompileError(f"{arguments[0]} {what}:\n{ended.stderr[:2000]}")
    return ended.stdout


def to_llvm(text, pipeline=PIPELINE):
    """LLVM IR of a module given as text."""
    lowered = step(["extrema-opt", f"--pass-pipeline={pipeline}"], text)
    return step(["extrema-translate", "--mlir-to-llvmir"], lowered)


def shared_object(text, stem, pipeline=PIPELINE, optimize="-O1", flags=(), link=()):
    """Compiles a module to `stem`.so, with `flags` of clang, and returns the
    path. `link`: what its code calls besides the C library, as flags of the
    linker."""
    return _link(stem, [optimize, *flags], ["-x", "ir", "-"], link, to_llvm(text, pipeline))


def shared_object_by_compiler(text, stem, flags=()):
    """As shared_object, but by extrema-compile with these flags."""
    step(["extrema-compile", "-", "-o", f"{stem}.o", *flags], text)
    library = _link(stem, ["-O1"], ["-x", "none", f"{stem}.o"])
    os.remove(f"{stem}.o")
    return library


def _link(stem, flags, code, link=(), stdin=""):
    library = f"{stem}.so"
    step(
        [
            *("clang", *flags, "-shared", "-fPIC", "-fuse-ld=lld", "-Wno-override-module"),
            # It would leave the sources in /tmp if it crashed or was killed.
            "-fno-crash-diagnostics",
            # No undefined symbols: a kernel needs nothing but the C library.
            *("-Wl,-z,defs", "-Wl,--wrap=malloc", "-Wl,--wrap=calloc", "-Wl,--wrap=free"),
            *("-x", "c", os.path.join(_HERE, "allocations.c"), *code, "-o", library),
            *link,
        ],
        stdin,
    )
    return library


def in_parallel(function, items):
    """`function` of each item, over the cores that this process may use."""
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(function, items))


# ------------------------------------------------------------------- call --


class _Page:
    """Memory whose last byte is followed by an unreadable page."""

    _libc = ctypes.CDLL(None, use_errno=True)

    def __init__(self):
        self._size = -1

    def _protect(self, begin, size, flags):
        if self._libc.mprotect(ctypes.c_void_p(begin), ctypes.c_size_t(size), flags):
            raise OSError(ctypes.get_errno(), "mprotect")

    def place(self, data, is_written=False):
        """Copies bytes to the end of the memory, which can then only be read
        unless it is to be written; returns their address."""
        if len(data) > self._size:
            size = -(-max(len(data), 1 << 16) // mmap.PAGESIZE) * mmap.PAGESIZE
            self._memory = mmap.mmap(-1, size + mmap.PAGESIZE)
            self._begin = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
            self._size = size
            self._protect(self._begin + size, mmap.PAGESIZE, 0)
        self._protect(self._begin, self._size, mmap.PROT_READ | mmap.PROT_WRITE)
        address = self._begin + self._size - len(data)
        ctypes.memmove(address, data, len(data))
        if not is_written:
            self._protect(self._begin, self._size, mmap.PROT_READ)
        return address


def descriptor(array, address):
    """The memref of an array without gaps whose elements lie at `address`."""
    strides = [s // array.itemsize for s in np.empty(array.shape, array.dtype).strides]
    words = [address, address, 0, *array.shape, *strides]
    return np.array(words, np.int64)


def _read(words, dtype, rank):
    """A copy of the array that a result descriptor describes."""
    _, aligned, offset = (int(w) for w in words[:3])
    shape = tuple(int(w) for w in words[3 : 3 + rank])
    strides = tuple(int(w) * dtype.itemsize for w in words[3 + rank :])
    if any(extent < 0 for extent in shape):
        raise ValueError(f"a result has the shape {shape}")
    if 0 in shape:
        return np.empty(shape, dtype)
    reach = offset * dtype.itemsize + sum((e - 1) * s for e, s in zip(shape, strides)) + dtype.itemsize
    memory = np.frombuffer((ctypes.c_char * reach).from_address(aligned), np.uint8)
    view = np.ndarray(shape, dtype, memory, offset * dtype.itemsize, strides)
    return view.copy()


class _Library:
    def __init__(self, path):
        self._code = ctypes.CDLL(path)
        self._take = self._code.extremaTestTakeAllocations
        self._take.restype = ctypes.c_int64
        self._free = ctypes.CDLL(None).free
        self._pages = []
        self._scratch = _Page()

    def _scratch_for(self, entry, inputs):
        """The scratch memory that a function with scratch=argument asks for, as
        a list of one argument; none of another function."""
        try:
            size_of = getattr(self._code, f"{entry}_scratch_size")
        except AttributeError:
            return []
        size_of.restype = ctypes.c_int64
        size = size_of(*(ctypes.c_void_p(a.ctypes.data) for a in inputs))
        memory = np.full(size, 0xA5, np.uint8)
        return [descriptor(memory, self._scratch.place(memory.tobytes(), is_written=True))]

    def call(self, call):
        while len(self._pages) < len(call.inputs):
            self._pages.append(_Page())
        inputs = [
            descriptor(array, page.place(array.tobytes()))
            for array, page in zip(call.inputs, self._pages)
        ]
        sizes = [3 + 2 * rank for _, rank in call.results]
        result = np.zeros(sum(sizes) + 1, np.int64)
        context = np.zeros(5, np.int64)
        name = f"_mlir_ciface_{call.function}"
        entry = getattr(self._code, name)
        arguments = (result, *inputs, *self._scratch_for(name, inputs), context)
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in arguments]
        if call.results:
            entry.restype = None
            entry(*pointers)
            status = struct.unpack_from("<i", result.tobytes(), 8 * (len(result) - 1))[0]
        else:
            entry.restype = ctypes.c_int32
            status = entry(*pointers[1:])

        outcome = Outcome(status=status, message=_message(context))
        parts = np.split(result[:-1], np.cumsum(sizes)[:-1]) if sizes else []
        bases = {int(words[0]) for words in parts}
        alive = self._take()
        if alive < 0:
            outcome.fault = "wrote past the end of a buffer"
        elif alive != len(bases):
            outcome.fault = f"{alive} buffers alive after the call, {len(bases)} of them results"
        try:
            outcome.results = [_read(w, *r) for w, r in zip(parts, call.results)]
        except ValueError as error:
            outcome.fault = str(error)
        for base in bases:
            self._free(ctypes.c_void_p(base))
        return outcome


def _message(context):
    if not context[0]:
        return ""
    text = ctypes.string_at(int(context[0])).decode()
    for i, value in enumerate(context[1:]):
        text = text.replace(f"{{{i}}}", str(int(value)))
    return text


def _serve(path, calls, pipe):
    """The child: an answer for each call, in order."""
    library = _Library(path)
    for call in calls:
        signal.alarm(CALL_SECONDS)
        try:
            outcome = library.call(call)
        except (AttributeError, OSError) as error:
            outcome = Outcome(fault=f"{type(error).__name__}: {error}")
        pickle.dump(outcome, pipe)
        pipe.flush()


def call_all(path, calls):
    """The outcomes of the calls, in order. A call that ends its process has a
    fault; the ones after it run in a new one."""
    outcomes = []
    while len(outcomes) < len(calls):
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.close(read_end)
                with os.fdopen(write_end, "wb") as pipe:
                    _serve(path, calls[len(outcomes) :], pipe)
                code = 0
            finally:
                os._exit(code)
        os.close(write_end)
        with os.fdopen(read_end, "rb") as pipe:
            while True:
                try:
                    outcomes.append(pickle.load(pipe))
                except (EOFError, pickle.UnpicklingError):
                    break
        _, status = os.waitpid(child, 0)
        if status:
            code = os.waitstatus_to_exitcode(status)
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            outcomes.append(Outcome(fault=f"the call ended its process: {name}"))
    return outcomes[: len(calls)]
