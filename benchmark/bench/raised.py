"""Times an argmax that comes from linalg; see README.md and --help.

The linalg.generic of examples/linalg_argmax.mlir, as torch-mlir writes it, by
upstream's loops and raised by raise-linalg-to-extrema, against extrema.argmax.
"""

import argparse
import os
import statistics
import subprocess
import sys

from bench import answers, inputs, machine, native, timing
from bench.contenders import own
from bench.contenders.reading import Reading
from bench.workloads import Workload

# What the example computes.
WORKLOAD = Workload("greedy decode", "argmax", "f32", (32, 128256), 1)
LARGEST_RATIO = 1.05  # of the raised one to extrema.argmax
OWN, RAISED, ORIGINAL, READING = "extrema.argmax", "linalg, raised", "linalg, upstream's loops", "reading"
_EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "linalg_argmax.mlir")


X, INDICES = "32x128256xf32", "32xi64"
ARGMAX = f"""func.func private @main(%x: tensor<{X}>) -> tensor<{INDICES}> {{
  %best = extrema.argmax %x axis(1) : tensor<{X}> -> tensor<{INDICES}>
  return %best : tensor<{INDICES}>
}}
"""


def example():
    with open(_EXAMPLE, encoding="utf-8") as file:
        return file.read().replace("func.func @main", "func.func private @main")


def kernel_text(main):
    """A module whose function `kernel` has input and destination as arguments and
    calls `main` on tensors."""
    return f"""{main}
func.func @kernel(%x: memref<{X}>, %indices: memref<{INDICES}>) {{
  %tensor = bufferization.to_tensor %x restrict : memref<{X}> to tensor<{X}>
  %best = call @main(%tensor) : (tensor<{X}>) -> tensor<{INDICES}>
  bufferization.materialize_in_destination %best in restrict writable %indices
    : (tensor<{INDICES}>, memref<{INDICES}>) -> ()
  return
}}
"""


def raised(text):
    program = os.path.join(native.build_folder(), "bin", "extrema-opt")
    ended = subprocess.run(
        [program, "--raise-linalg-to-extrema=nan=source"], input=text, capture_output=True, text=True
    )
    if ended.returncode or "extrema.arg_reduce" not in ended.stdout:
        raise native.CompileError(f"{program} does not raise the example:\n{ended.stderr}")
    return ended.stdout


def prepare(arrays, flags):
    vector = own.vector(flags)
    text = kernel_text(example())
    prepared = {
        OWN: own.CompiledKernel(WORKLOAD, arrays, kernel_text(ARGMAX), vector.flags),
        RAISED: own.CompiledKernel(WORKLOAD, arrays, raised(text), vector.flags),
        ORIGINAL: own.CompiledKernel(WORKLOAD, arrays, text, vector.flags),
        READING: Reading().prepare(WORKLOAD, arrays),
    }
    entries = [timing.Entry(name, kernel) for name, kernel in prepared.items()]
    exact = [answers.exact_answer(WORKLOAD, array) for array in arrays]
    for entry in entries:
        timing.check(entry, WORKLOAD, arrays, lambda i: exact[i])
    return entries


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="benchmark/raised",
        description="Times an argmax that is raised from linalg, on one core: against extrema.argmax, "
        "and against what upstream makes of it.",
    )
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="medians of N runs (default: 3)")
    parser.add_argument("--core", type=int, metavar="N", help="the core to run on (default: the last)")
    parser.add_argument("--flags", default="", metavar="TEXT", help="more flags for extrema-compile")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs: at least one")

    core = machine.pin(options.core)
    print(f"{machine.describe()}; core {core}, one thread; microseconds, medians")
    arrays = inputs.make_inputs(WORKLOAD)
    try:
        entries = prepare(arrays, options.flags.split())
    except native.CompileError as error:
        sys.exit(f"error: {error}")
    effort = timing.Effort(rounds=51, seconds=2.0, runs=options.runs)
    with machine.undisturbed():
        # The slow one apart: whoever came after it would start from a core that
        # has been at scalar code for long.
        fast = timing.measure([e for e in entries if e.name != ORIGINAL], len(arrays), effort)
        slow = timing.measure([e for e in entries if e.name == ORIGINAL], len(arrays), effort)
    runs = [{**one, **other} for one, other in zip(fast, slow)]
    print(f"{'argmax of 32 × 128256 f32':28}{'µs':>10}{'÷ extrema.argmax':>18}{'÷ reading':>10}")
    ratios = {}
    for entry in entries:
        time, ratio, to_reading = (
            statistics.median(of(run) for run in runs)
            for of in (
                lambda run: run[entry.name],
                lambda run: run[entry.name] / run[OWN],
                lambda run: run[entry.name] / run[READING],
            )
        )
        ratios[entry.name] = ratio
        print(f"{entry.name:28}{time:10.0f}{ratio:18.2f}{to_reading:10.2f}")
    wrong = [entry.name for entry in entries if entry.grade != answers.EXACT]
    for name in wrong:
        print(f"FAIL: {name} answers wrong")
    if ratios[RAISED] > LARGEST_RATIO:
        print(f"FAIL: the raised one takes more than {LARGEST_RATIO} × the time of extrema.argmax")
    return 1 if wrong or ratios[RAISED] > LARGEST_RATIO else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
