"""Where the programs are, and running them."""

import functools
import os
import shutil
import subprocess
import sys

_BUILD_BIN = os.path.join(os.path.dirname(__file__), "..", "..", "..", "build", "bin")

# What a program prints when it dies instead of reporting an error.
CRASH_MARKS = (
    "Stack dump:",
    "Assertion `",
    "LLVM ERROR:",
    "Sanitizer:",
    "terminate called",
    "UNREACHABLE executed",
    "PLEASE submit a bug report",
)


def _llvm_folder():
    """LLVM 22's programs: PATH may hold an older LLVM under the same names."""
    if not shutil.which("llvm-config-22"):
        return None
    asked = subprocess.run(["llvm-config-22", "--bindir"], capture_output=True, text=True)
    return asked.stdout.strip()


@functools.lru_cache(maxsize=None)
def find(name):
    """The path of a program of the project, of LLVM or of the system. lit
    puts the project's on PATH; by hand the usual build folder is searched."""
    folders = (None, _BUILD_BIN) if name.startswith("extrema-") else (_llvm_folder() or None, None)
    path = next(filter(None, (shutil.which(name, path=folder) for folder in folders)), None)
    if not path:
        sys.exit(f"error: program '{name}' is neither on PATH nor in build/bin")
    return os.path.abspath(path)


def crashed(returncode, stderr):
    """What shows that a program died by a signal or an assertion, or None."""
    if returncode < 0 or returncode > 128:
        return f"signal {-returncode if returncode < 0 else returncode - 128}"
    return next((mark for mark in CRASH_MARKS if mark in stderr), None)


def run(arguments, stdin="", timeout=None):
    """Runs a program by name; the result has text in stdout and stderr. A
    program that exceeds `timeout` seconds counts as killed (SIGKILL)."""
    arguments = [find(arguments[0]), *arguments[1:]]
    try:
        return subprocess.run(
            arguments, input=stdin, capture_output=True, text=True, errors="replace", timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, -9, "", f"more than {timeout} s")
