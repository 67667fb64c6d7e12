"""How long the IR of one static argmax is after the vector lowering, for shapes
that each strategy takes, element types and targets. Prints the longest; exit
code 1 if one has as many lines as the limit."""

import argparse
import itertools
import sys

from support import tools
from support.compiled import in_parallel
from support.vector_targets import TARGETS

LIMIT = 600
# Long, medium and short rows, one row, columns.
SHAPES = (((64, 4096), 1), ((512, 100), 1), ((4096, 64), 1), ((4096, 9), 1), ((1000000,), 0), ((512, 4096), 0))
TYPES = ("ui8", "bf16", "f32", "i64")


def module(shape, axis, element):
    x = f"tensor<{''.join(f'{e}x' for e in shape)}{element}>"
    outer = "".join(f"{e}x" for d, e in enumerate(shape) if d != axis)
    result = f"tensor<{outer}i64>"
    return (
        f"func.func @main(%x: {x}) -> {result} {{\n"
        f"  %i = extrema.argmax %x axis({axis}) : {x} -> {result}\n"
        f"  return %i : {result}\n}}\n"
    )


def count_lines(job):
    (shape, axis), element, name = job
    flags = TARGETS[name].compile_flags
    ended = tools.run(["extrema-compile", "-", "--show=loops", *flags], module(shape, axis, element))
    if ended.returncode:
        sys.exit(f"error: {job}: {ended.stderr}")
    return len(ended.stdout.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", action="append", choices=TARGETS, required=True)
    jobs = list(itertools.product(SHAPES, TYPES, parser.parse_args().target))
    found = sorted(zip(in_parallel(count_lines, jobs), jobs), reverse=True)
    for lines, ((shape, axis), element, name) in found[:5]:
        print(f"{lines} lines: {'x'.join(map(str, shape))} {element}, axis {axis}, {name}")
    sys.exit(found[0][0] >= LIMIT)


if __name__ == "__main__":
    main()
