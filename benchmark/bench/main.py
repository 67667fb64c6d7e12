"""Times the workload table; see README.md and --help."""

import argparse
import functools
import math
import re
import sys
import time
from dataclasses import replace

from bench import answers, chart, contenders, inputs, machine, native, report, timing, verdict, workloads
from bench.contenders import registry

EXAMPLES = """\
examples:
  benchmark/run                                  all, with peers: up to an hour
  benchmark/run --quick --json times.json        all, with peers: ten minutes
  benchmark/run --own-only --filter 'vector|u8'  while working on a kernel
  benchmark/run --filter LLM --orders all        the inputs that break methods

EXTREMA_BUILD names the build folder (default: build), EXTREMA_BENCHMARK_VENV the
folder of the Python packages (default: benchmark-venv in the build folder).
"""


# Less than the ten minutes promised, since a peer that was begun with is finished.
QUICK_SECONDS = 480


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="benchmark/run",
        description="Times ArgMin, ArgMax and TopK against the time of reading the input and other libraries, on one core.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--filter", default="", metavar="REGEX", help="workloads whose names match it")
    parser.add_argument("--list", action="store_true", help="print the workloads, and time nothing")
    parser.add_argument("--quick", action="store_true", help="fewer samples, one run")
    parser.add_argument("--runs", type=int, metavar="N", help="medians of N runs (default: 3, quick: 1)")
    parser.add_argument(
        "--orders",
        default="random",
        metavar="LIST",
        help=f"inputs: all, or some of {', '.join(inputs.ORDERS)} (default: random)",
    )
    parser.add_argument("--own-only", action="store_true", help="only Extrema and the time of reading")
    parser.add_argument("--no-peers", action="store_true", help="install nothing: only Extrema, the time of reading, NumPy")
    parser.add_argument("--peers", metavar="LIST", help=f"some of {', '.join(registry.PEERS)} (default: all)")
    parser.add_argument("--json", metavar="FILE", help="write the rows there")
    parser.add_argument("--chart", metavar="FILE", help="draw the rows there, as SVG (with matplotlib)")
    parser.add_argument("--core", type=int, metavar="N", help="the core to run on (default: the last)")
    parser.add_argument("--flags", default="", metavar="TEXT", help="more flags for extrema-compile")
    options = parser.parse_args(arguments)
    if options.runs is not None and options.runs < 1:
        parser.error("--runs: at least one")
    try:
        options.filter = re.compile(options.filter, re.IGNORECASE)
    except re.error as error:
        parser.error(f"--filter: {error}")
    options.orders = list(inputs.ORDERS) if options.orders == "all" else options.orders.split(",")
    options.peers = list(registry.PEERS) if options.peers is None else options.peers.split(",")
    for given, known in ((options.orders, inputs.ORDERS), (options.peers, registry.PEERS)):
        for name in given:
            if name not in known:
                parser.error(f"'{name}' is none of {', '.join(known)}")
    if options.own_only:
        options.peers = []
    elif options.no_peers:
        options.peers = ["numpy"]
    return options


def selected(options):
    """The workloads in the orders asked for; random inputs first, since the
    others are compared with them."""
    for workload in workloads.WORKLOADS:
        if not options.filter.search(workload.name):
            continue
        if workload.order != "random":
            yield workload
            continue
        orders = [o for o in inputs.ORDERS if o in options.orders or o == "random"]
        yield from (replace(workload, order=o) for o in orders if inputs.has_order(workload, o))


def prepare(everyone, workload, arrays, seconds):
    """(entries, {name: why not}). No peer is begun with `seconds` after the first."""
    begin = math.inf
    exact = functools.lru_cache(maxsize=None)(lambda i: answers.exact_answer(workload, arrays[i]))
    entries, unsupported = [], {}
    for contender in everyone:
        if contender.is_peer:
            begin = min(begin, time.monotonic())
        if time.monotonic() - begin > seconds:
            unsupported[contender.name] = "left out, since --quick ends within ten minutes"
            continue
        try:
            entry = timing.Entry(contender.name, contender.prepare(workload, arrays))
            timing.check(entry, workload, arrays, exact)
            entries.append(entry)
        except (contenders.Unsupported, native.CompileError) as error:
            unsupported[contender.name] = str(error)
        except Exception as error:  # whatever a library raises
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            unsupported[contender.name] = first[:160]
    return entries, unsupported


def measure(everyone, workload, effort, seconds=math.inf):
    arrays = inputs.make_inputs(workload)
    entries, unsupported = prepare(everyone, workload, arrays, seconds)
    with machine.undisturbed():
        runs = timing.measure(entries, len(arrays), effort)
    return verdict.Row(workload, runs, {e.name: e.grade for e in entries}, unsupported)


def effort(options):
    own = not options.peers
    runs = options.runs or (1 if options.quick else 3)
    if options.quick:
        return timing.Effort(rounds=15, seconds=0.4, runs=runs)
    return timing.Effort(rounds=51, seconds=1.0 if own else 2.0, runs=runs)


def introduce(core, everyone, missing):
    with machine.undisturbed() as is_undisturbed:
        alone = "before all other programs" if is_undisturbed else "beside other programs"
    print(f"{machine.describe()}; core {core}, one thread, {alone}; microseconds, medians")
    for contender in everyone:
        print(f"  {contender.name}: {contender.version}")
    for name, reason in missing.items():
        print(f"  {name} is missing: {reason}")
    if not machine.has_targets():
        print("  the targets are for CPUs with AVX-512, and are not asked of this one")
    print()


def measure_all(todo, everyone, options):
    """The rows, each printed as soon as it is there."""
    head = report.header(everyone)
    print(report.line(head, head), flush=True)
    end = time.monotonic() + (QUICK_SECONDS if options.quick else math.inf)
    rows, random_times = [], {}
    for done, workload in enumerate(todo):
        # Half of a row's time is for preparing its peers.
        seconds = (end - time.monotonic()) / (len(todo) - done) / 2
        row = measure(everyone, workload, effort(options), seconds)
        if workload.order == "random":
            random_times[workload.name] = row.times.get(verdict.OWN)
        row.random_time = random_times.get(workload.name) if workload.order != "random" else None
        rows.append(row)
        print(report.line(report.cells(row, head, machine.has_targets()), head), flush=True)
    print()
    return rows


def are_right(rows):
    """Whether Extrema has run everywhere, and its answers are exact."""
    return all(
        verdict.OWN in row.times and row.grades.get(name, answers.EXACT) == answers.EXACT
        for row in rows
        for name in (verdict.OWN, verdict.SCALAR)
    )


def main(arguments=None):
    options = parse(arguments)
    todo = list(selected(options))
    if options.list:
        print("\n".join(map(report.title, todo)))
        return 0
    if not todo:
        sys.exit("error: no workload's name matches --filter")
    if options.chart:
        chart.load_pyplot()  # now, rather than after an hour
    begin = time.monotonic()
    core = machine.pin(options.core)
    everyone, missing = registry.contenders(options.peers, options.flags.split())
    introduce(core, everyone, missing)
    rows = measure_all(todo, everyone, options)
    has_targets = machine.has_targets()
    print("\n".join(report.notes(rows) + report.summary(rows, has_targets)))
    print(f"{time.monotonic() - begin:.0f} s")
    if options.json:
        report.write_json(options.json, rows, has_targets)
    if options.chart:
        chart.draw(options.chart, rows, f"{machine.describe()}, one core")
    return 0 if are_right(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
