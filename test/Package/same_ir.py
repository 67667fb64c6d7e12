"""Checks that several opt tools print the same for the same input and pipeline.

usage: same_ir.py FOLDER TOOL [--other TOOL]...

Runs each pipeline of Extrema over every .mlir file below FOLDER (but not in
folders called Inputs) by TOOL and by the others. What they print, errors
included, and their exit codes must be equal. A tool is a command with its
options in one string. Closes with "N passed, N failed", a count of comparisons.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shlex
import subprocess
import sys

PIPELINES = [
    "canonicalize",
    "extrema-to-linalg",
    "extrema-to-loops{checks=record}",
    "extrema-to-llvm{checks=none}",
]


def run(tool, file, pipeline):
    command = shlex.split(tool) + [
        str(file),
        "-split-input-file",
        # Of several errors, the one that comes first is the first else.
        "--mlir-disable-threading",
        f"--pass-pipeline=builtin.module({pipeline})",
    ]
    result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
    return result.returncode, result.stdout, result.stderr


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("tool")
    parser.add_argument("--other", action="append", required=True)
    arguments = parser.parse_args()

    files = [
        file
        for file in sorted(arguments.folder.rglob("*.mlir"))
        if "Inputs" not in file.parts
    ]
    jobs = [(file, pipeline) for file in files for pipeline in PIPELINES]

    def compare(job):
        """The tools that differ from the first one."""
        expected = run(arguments.tool, *job)
        if expected[0] not in (0, 1):
            return [f"{arguments.tool} (exit code {expected[0]})"]
        return [tool for tool in arguments.other if run(tool, *job) != expected]

    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (file, pipeline), different in zip(jobs, pool.map(compare, jobs)):
            passed += len(arguments.other) - len(different)
            failed += len(different)
            for tool in different:
                print(f"FAIL {file} {pipeline}: {tool}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
