"""Times whole ranges of shapes; see README.md and --help."""

import argparse
import json
import sys
import time

from bench import answers, chart, machine, main, native, sweep_arg, sweep_chart, sweep_topk, timing
from bench.contenders import registry
from bench.verdict import OWN


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="benchmark/sweep",
        description="Times shapes by the thousand, to find those on which Extrema is slow.",
    )
    parser.add_argument("operation", choices=("argmax", "topk"), help="argmax against --no-vector, topk against peers")
    parser.add_argument("--step", type=int, default=1, metavar="N", help="only each N-th extent or power")
    parser.add_argument("--largest", type=int, default=sweep_arg.LARGEST, help="argmax: the largest extent")
    parser.add_argument("--json", metavar="FILE", help="write the points there")
    parser.add_argument("--chart", metavar="FILE", help="draw heat maps there, as SVG (with matplotlib)")
    parser.add_argument("--core", type=int, metavar="N", help="the core to run on (default: the last)")
    parser.add_argument("--flags", default="", metavar="TEXT", help="more flags for extrema-compile")
    options = parser.parse_args(arguments)
    if options.step < 1 or not 1 <= options.largest <= sweep_arg.LARGEST:
        parser.error(f"--step is at least 1, --largest 1 to {sweep_arg.LARGEST}")
    options.flags = options.flags.split()
    return options


def sweep_argmax(options):
    """(objects of the points, whether the answers are right)"""
    sweeps = []
    for dtype in sweep_arg.DTYPES:
        for axis in (1, 0):
            sweep = sweep_arg.Sweep(dtype, axis, options.flags)
            sweep.run(options.largest, options.step)
            print("\n".join(sweep_arg.report(sweep)), flush=True)
            sweeps.append(sweep)
    if options.chart:
        sweep_chart.draw_arg(options.chart, sweeps, machine.describe())
    return [sweep_arg.as_object(s) for s in sweeps], all(p.is_exact for s in sweeps for p in s.points)


def sweep_topk_rows(options):
    found, missing = registry.contenders(sweep_topk.PEERS, options.flags)
    everyone = [contender for contender in found if contender.is_peer or contender.name == OWN]
    for name, reason in missing.items():
        print(f"{name} is missing: {reason}")
    effort = timing.Effort(rounds=11, seconds=0.3, runs=1)
    rows = []
    for workload in sweep_topk.workloads(options.step):
        rows.append(main.measure(everyone, workload, effort))
        if not sweep_topk.passes(rows[-1]):  # chance alone makes some
            rows[-1] = main.measure(everyone, workload, effort)
    print("\n".join(sweep_topk.summary(rows)))
    if options.chart:
        sweep_chart.draw_topk(options.chart, rows, machine.describe())
    return [sweep_topk.as_object(row) for row in rows], all(row.grades.get(OWN) == answers.EXACT for row in rows)


def run(arguments=None):
    options = parse(arguments)
    if options.chart:
        chart.load_pyplot()
    begin = time.monotonic()
    core = machine.pin(options.core)
    print(f"{machine.describe()}; core {core}, one thread")
    try:
        objects, is_right = {"argmax": sweep_argmax, "topk": sweep_topk_rows}[options.operation](options)
    except native.CompileError as error:
        sys.exit(f"error: {error}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(objects, file, indent=1)
    print(f"{time.monotonic() - begin:.0f} s")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(run())
