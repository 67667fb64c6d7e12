"""Large TopK through extrema-run: ends in seconds, in memory near input plus
output plus what k results are sorted in, with the right answer, for random,
ascending and all-equal input.

Memory is the peak of a run less that of the same module on one small row.
Closes with "N passed, N failed".
"""

import argparse
import os
import sys
import tempfile
import time

import numpy as np

from support import tools

SECONDS = 30  # of one run; a few on an idle machine
SLACK_SHARE, SLACK_BYTES = 0.1, 8 << 20
RECORD_BYTES = 2 * 8  # of each result: a rank with a position, in two buffers
SHAPES = ((10_000_000, 100), (1_000_000, 1_000_000))


def module(k):
    return f"""func.func @main(%x: tensor<?xf32>) -> (tensor<{k}xf32>, tensor<{k}xi64>) {{
  %v, %i = extrema.topk %x k({k}) axis(0) : tensor<?xf32> -> tensor<{k}xf32>, tensor<{k}xi64>
  return %v, %i : tensor<{k}xf32>, tensor<{k}xi64>
}}
"""


def inputs(n):
    """(name, array, indices in order of TopK)."""
    rng = np.random.default_rng(2026)
    numbers = rng.standard_normal(n, np.float32)
    yield "random", numbers, np.argsort(-numbers, kind="stable")
    # 2^24 is beyond both sizes: every float is a different one.
    yield "ascending", np.arange(n, dtype=np.float32), np.arange(n - 1, -1, -1)
    yield "all equal", np.full(n, 1.5, np.float32), np.arange(n)


def run(folder, x):
    """(seconds, peak memory in bytes, values, indices); exits on an error."""
    x_file, v_file, i_file = (os.path.join(folder, f"{name}.npy") for name in "xvi")
    np.save(x_file, x)
    arguments = [tools.find("extrema-run"), os.path.join(folder, "main.mlir"), x_file]
    arguments += ["-o", v_file, "-o", i_file]
    begin = time.monotonic()
    child = os.spawnv(os.P_NOWAIT, arguments[0], arguments)
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - begin
    if status:
        sys.exit(f"error: {' '.join(arguments)}: exit code {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss * 1024, np.load(v_file), np.load(i_file)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    passed = failed = 0
    for n, k in SHAPES:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "main.mlir"), "w") as file:
                file.write(module(100))
            _, baseline, _, _ = run(folder, np.zeros(100, np.float32))
            with open(os.path.join(folder, "main.mlir"), "w") as file:
                file.write(module(k))
            for name, x, order in inputs(n):
                seconds, peak, values, indices = run(folder, x)
                used = peak - baseline
                needed = x.nbytes + values.nbytes + indices.nbytes
                allowed = needed + RECORD_BYTES * k + SLACK_SHARE * needed + SLACK_BYTES
                problems = []
                if not np.array_equal(indices, order[:k]) or not np.array_equal(values, x[order[:k]]):
                    problems.append("wrong answer")
                if seconds > SECONDS:
                    problems.append(f"slower than {SECONDS} s")
                if used > allowed:
                    problems.append(f"more memory than {allowed / 1e6:.0f} MB")
                print(
                    f"{'FAILED' if problems else 'passed'}: n {n}, k {k}, {name}: {seconds:.1f} s, "
                    f"{used / 1e6:.0f} MB for {needed / 1e6:.0f} MB of input and output"
                    f"{''.join('; ' + p for p in problems)}",
                    flush=True,
                )
                passed += not problems
                failed += bool(problems)
    print(f"{passed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
