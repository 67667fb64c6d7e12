"""Checks an installed tree: each program and the plugin is small, loads the
shared MLIR library once and nothing of the build tree; each program starts.

Arguments: the installed tree and the build tree. Closes with "N passed, N failed".
"""

import glob
import os
import subprocess
import sys

MAX_BYTES = 15_000_000


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True)


def problems_of(path, build, is_program):
    if os.path.getsize(path) >= MAX_BYTES:
        yield f"has {os.path.getsize(path)} bytes"
    loaded = run("ldd", path).stdout
    count = sum(line.split()[0].startswith("libMLIR.so") for line in loaded.splitlines())
    if count != 1:
        yield f"loads {count} MLIR libraries"
    if build in loaded + run("readelf", "--dynamic", path).stdout:
        yield "names the build tree"
    if "not found" in loaded:
        yield f"does not find its libraries:\n{loaded}"
    if is_program:
        ended = run(path, "--version")
        if ended.returncode or "LLVM version" not in ended.stdout:
            yield f"does not start: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}"


def main(tree, build):
    programs = sorted(glob.glob(os.path.join(tree, "bin", "extrema-*")))
    files = [(path, True) for path in programs]
    files += [(path, False) for path in glob.glob(os.path.join(tree, "lib", "ExtremaPlugin.so"))]
    failed = 0
    for path, is_program in files:
        problems = list(problems_of(path, build, is_program))
        failed += bool(problems)
        for problem in problems:
            print(f"FAILED: {path}: {problem}")
    print(f"{len(files) - failed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) != 0)
