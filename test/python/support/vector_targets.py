"""What the vector path is compiled for and run on."""

import functools
import platform
import tempfile
from dataclasses import dataclass

from support import tools

_HOST = f"{platform.machine()}-linux-gnu"
_SCALABLE = ("--cpu=neoverse-v1", "--vector-bits=scalable")


@dataclass(frozen=True)
class Target:
    flags: tuple  # of extrema-run and extrema-compile, but for the triple
    triple: str = _HOST
    emulator: tuple = ()  # the command that runs programs of the target

    @property
    def compile_flags(self):
        return (*self.flags, *((f"--target={self.triple}",) if self.triple != _HOST else ()))

    @property
    def pass_options(self):
        """The same, for convert-extrema-to-vector and the pipelines."""
        return " ".join((f"triple={self.triple}", *(flag.lstrip("-") for flag in self.flags)))

    @property
    def clang_flags(self):
        """The CPU, for clang on this machine."""
        cpu = self.flags[0].removeprefix("--cpu=")
        return {"host": ("-march=native",), "generic": ()}.get(cpu, (f"-march={cpu}",))

    def is_here(self):
        """Whether this machine runs its code, itself or by the emulator."""
        if self.emulator:
            return True
        return "does not run here" not in _messages_of_run(self.flags)


@functools.lru_cache(maxsize=None)
def _messages_of_run(flags):
    """What extrema-run says of flags: it knows what this machine has."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as module:
        module.write("func.func @main() { return }\n")
        module.flush()
        return tools.run(["extrema-run", *flags, module.name]).stderr


def _emulated(flags, cpu):
    return Target(flags, "aarch64-linux-gnu", ("qemu-aarch64", "-cpu", cpu))


TARGETS = {
    "host": Target(("--cpu=host",)),
    "generic": Target(("--cpu=generic",)),
}
if platform.machine() == "x86_64":
    TARGETS.update(
        sse2=Target(("--cpu=x86-64",)),
        avx2=Target(("--cpu=x86-64-v3",)),
        avx512=Target(("--cpu=x86-64-v4",)),
        # Masks of their own, on shorter registers.
        avx512_256=Target(("--cpu=x86-64-v4", "--vector-bits=256")),
        avx512_128=Target(("--cpu=x86-64-v4", "--vector-bits=128")),
    )
TARGETS.update(
    neon=_emulated(("--cpu=generic",), "max"),
    sve128=_emulated(_SCALABLE, "max,sve-default-vector-length=16"),
    sve256=_emulated(_SCALABLE, "max,sve-default-vector-length=32"),
    sve512=_emulated(_SCALABLE, "max,sve-default-vector-length=64"),
)


def each_width():
    """The targets, by name, for vectors of each width that this machine has."""
    names = [name for name in ("sse2", "avx2", "avx512") if name in TARGETS] or ["generic"]
    return {name: TARGETS[name] for name in names if TARGETS[name].is_here()}


def add_argument(parser):
    """--target, for tests that compile value ops by a pipeline."""
    names = [name for name, target in TARGETS.items() if not target.emulator]
    parser.add_argument("--target", choices=names, help="compile for it (default: generic)")


def pipeline_options(arguments):
    """What compiled.shared_object takes for the arguments of the command line
    --target, --pipeline and --optimize."""
    options = dict(pipeline=arguments.pipeline, optimize=arguments.optimize)
    if arguments.target:
        target = TARGETS[arguments.target]
        if not target.is_here():
            raise SystemExit(f"error: this machine does not run code for {arguments.target}")
        options["pipeline"] = f"builtin.module(extrema-to-llvm{{checks=record {target.pass_options}}})"
        options["flags"] = target.clang_flags
    return options
