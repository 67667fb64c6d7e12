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


# A context for each part of a file is cheap; starting a program is not.
FILES_AT_ONCE = 30


def run(tool, files, pipeline):
    """What the tool says of the files, one after the other."""
    text = b"\n// -----\n".join(file.read_bytes() for file in files)
    command = shlex.split(tool) + [
        "-split-input-file",
        # Of several errors, the one that comes first is the first else.
        "--mlir-disable-threading",
        f"--pass-pipeline=builtin.module({pipeline})",
    ]
    result = subprocess.run(command, capture_output=True, input=text)
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
    groups = [files[i : i + FILES_AT_ONCE] for i in range(0, len(files), FILES_AT_ONCE)]
    jobs = [(group, pipeline) for group in groups for pipeline in PIPELINES]

    def compare(job):
        """The files and the tools that differ from the first one."""
        group, pipeline = job
        expected = run(arguments.tool, group, pipeline)
        if expected[0] in (0, 1):
            different = [tool for tool in arguments.other if run(tool, group, pipeline) != expected]
        else:
            different = [f"{arguments.tool} (exit code {expected[0]})"]
        if len(group) == 1 or not different:
            return [(file, tool) for file in group for tool in different]
        alone = [found for file in group for found in compare(([file], pipeline))]
        # Only together they may differ.
        return alone or [(f"{group[0]} and the files behind it", tool) for tool in different]

    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (group, pipeline), different in zip(jobs, pool.map(compare, jobs)):
            passed += len(group) * len(arguments.other) - len(different)
            failed += len(different)
            for file, tool in different:
                print(f"FAIL {file} {pipeline}: {tool}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
