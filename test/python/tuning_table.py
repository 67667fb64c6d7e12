"""Whether the table of thresholds (lib/Conversion/ExtremaToVector/Tuning.def) says of
each how it was measured: by a program of the benchmark, on workloads that there are."""

import argparse
import re
import shlex
import sys

from support import tuning


def problem_of(row, names):
    """What is wrong with one row, or None."""
    if not row["text"].endswith("."):
        return "its text is no sentence"
    if row["command"] == "none":
        return None
    program, *arguments = shlex.split(row["command"])
    if program not in ("benchmark/run", "benchmark/sweep", "benchmark/compile"):
        return f"there is no program {program}"
    if "--filter" in arguments:
        wanted = arguments[arguments.index("--filter") + 1]
        if not any(re.search(wanted, name) for name in names):
            return f"no workload is called '{wanted}'"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", help="the project's root")
    arguments = parser.parse_args()
    sys.path.insert(0, f"{arguments.source}/benchmark")
    from bench.workloads import WORKLOADS

    rows = tuning.rows()
    failed = 0
    for row in rows:
        problem = problem_of(row, [w.name for w in WORKLOADS])
        if problem:
            failed += 1
            print(f"FAILED: {row['group']}::{row['name']}: {problem}")
    print(f"{len(rows)} thresholds, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
