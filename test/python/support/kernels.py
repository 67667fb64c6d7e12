"""Kernels, functions on memrefs, compiled by extrema-compile and called in a
program of their own (kernel_runner.c), on this machine or an emulated one."""

import os
import resource
import signal
import subprocess
from dataclasses import dataclass

import numpy as np

from support import tools
from support.compiled import step

CPU_SECONDS = 300  # of one program; thousands of calls take a few
AT_BEGIN, AT_END = 0, 1
_FAULTS = (
    "",
    "did not free its scratch memory",
    "wrote beside a buffer",
    "wrote beside its scratch memory",
    "allocated memory instead of using what it was given",
)
_RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernel_runner.c")


@dataclass
class Buffer:
    content: np.ndarray  # of bytes
    place: int  # AT_BEGIN: unreadable memory in front of it; AT_END: behind it
    is_written: bool = False


@dataclass
class MemRef:
    """An argument: a view of the buffer of that number."""

    buffer: int
    offset: int
    shape: tuple
    strides: tuple  # in elements


@dataclass
class KernelCall:
    function: int  # its number
    buffers: list
    arguments: list  # of MemRef or int
    allocations: int = 0  # that the function makes besides its scratch memory

    def request(self):
        words = [self.function, self.allocations, len(self.buffers)]
        for buffer in self.buffers:
            words += [buffer.content.size, buffer.place, buffer.is_written]
        words.append(len(self.arguments))
        for a in self.arguments:
            if isinstance(a, MemRef):
                words += [a.buffer, len(a.shape), a.offset, *a.shape, *a.strides]
            else:
                words += [-1, a]
        parts = [np.array(words, np.int64).tobytes()]
        for buffer in self.buffers:
            parts.append(buffer.content.tobytes())
            parts.append(bytes(-buffer.content.size % 8))
        return b"".join(parts)


@dataclass
class KernelOutcome:
    """The bytes of the written buffers, or what the call did wrong."""

    contents: list
    fault: str = ""


def program(text, names, stem, target, flags=()):
    """Compiles the functions `names` of a module to the program `stem`, in
    which they have the numbers of that order. `flags` are extrema-compile's;
    with --scratch=argument, kernels are given memory of just the size they ask
    for, between unreadable pages."""
    # Without a context: structured ops have no errors.
    step(["extrema-compile", "-", "--checks=off", *target.compile_flags, *flags, "-o", f"{stem}.o"], text)
    return _link(names, stem, target, "--scratch=argument" in flags)


# From loops over vectors on memrefs to the LLVM dialect: the end of the pipeline
# extrema-to-llvm, whose begin refuses operations that strategies make.
_TO_LLVM = (
    *("convert-extrema-to-loops", "convert-linalg-to-loops", "convert-strided-copy-to-loops"),
    *("canonicalize", "cse", "loop-invariant-code-motion"),
    *("arith-emulate-unsupported-floats{source-types=f16,bf16 target-type=f32}", "extrema-expand-floats"),
    *("expand-strided-metadata", "lower-affine", "convert-scf-to-cf", "convert-vector-to-llvm"),
    *("func.func(llvm-request-c-wrappers)", "finalize-memref-to-llvm", "convert-to-llvm", "reconcile-unrealized-casts"),
    "extrema-allow-negative-strides",
)


def lowered_program(text, names, stem, target):
    """The same of a module of loops over vectors, by clang."""
    lowered_object(text, stem, target)
    return _link(names, stem, target)


def lowered_object(text, stem, target):
    """The object file `stem`.o of a module of loops over vectors."""
    lowered = step(["extrema-opt", f"--pass-pipeline=builtin.module({','.join(_TO_LLVM)})"], text)
    ir = step(["extrema-translate", "--mlir-to-llvmir"], lowered)
    flags = (f"--target={target.triple}", *target.clang_flags, "-O2", "-fPIC", "-Wno-override-module")
    step(["clang", *flags, "-c", "-x", "ir", "-", "-o", f"{stem}.o"], ir)


def _link(names, stem, target, takes_scratch=False):
    """The program of the object file `stem`.o and of what calls it."""
    entries = [f"_mlir_ciface_{name}" for name in names]
    sizes = [f"{entry}_scratch_size" for entry in entries if takes_scratch]
    with open(f"{stem}.c", "w") as table:
        table.write("".join(f"void {name}(void);\n" for name in entries + sizes))
        for array, members in (("kernels", entries), ("scratchSizes", sizes or ["0"] * len(names))):
            values = ", ".join(f"(void *){member}" for member in members)
            table.write(f"void *const {array}[] = {{{values}}};\n")
    step(
        [
            *("clang", f"--target={target.triple}", "-O2", "-ffreestanding", "-fno-builtin"),
            *("-nostdlib", "-static", "-fuse-ld=lld", "-Wall", "-Werror"),
            *(_RUNNER, f"{stem}.c", f"{stem}.o", "-o", stem),
        ],
        "",
    )
    return stem


def _limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))


def _run_once(path, target, calls):
    """The outcomes up to the call, if any, that ends the program."""
    requests, replies = f"{path}.requests", f"{path}.replies"
    with open(requests, "wb") as file:
        for call in calls:
            file.write(call.request())
    emulator = [tools.find(target.emulator[0]), *target.emulator[1:]] if target.emulator else []
    with open(requests, "rb") as stdin, open(replies, "wb") as stdout:
        ended = subprocess.run(
            [*emulator, path], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, preexec_fn=_limit_time
        )
    outcomes = []
    with open(replies, "rb") as file:
        for call in calls:
            sizes = [b.content.size for b in call.buffers if b.is_written]
            head = file.read(8)
            contents = [np.frombuffer(file.read(size), np.uint8) for size in sizes]
            if len(head) < 8 or [c.size for c in contents] != sizes:
                break
            outcomes.append(KernelOutcome(contents, _FAULTS[int.from_bytes(head, "little")]))
    code = ended.returncode
    if code:
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        said = ended.stderr.decode(errors="replace").strip()
        outcomes.append(KernelOutcome([], f"the call ended its process: {name}" + (f": {said}" if said else "")))
    return outcomes


def call_all(path, target, calls):
    """The outcomes of the calls, in order. After one that ends the program, a
    new one goes on with the next."""
    outcomes = []
    while len(outcomes) < len(calls):
        outcomes += _run_once(path, target, calls[len(outcomes) :])
    return outcomes[: len(calls)]
