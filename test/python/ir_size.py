"""How long the IR of one static operation is after the vector lowering, for
shapes that each strategy takes, element types and targets. Prints the longest;
exit code 1 if one of argmax, or of topk, has as many lines as the limit."""

import argparse
import itertools
import sys

from support import tools
from support.compiled import in_parallel
from support.vector_targets import TARGETS

LIMITS = {"argmax": 600, "topk": 2000}
TYPES = ("ui8", "bf16", "f32", "i64")
# Long, medium and short rows, one row, columns.
ARG_SHAPES = (((64, 4096), 1), ((512, 100), 1), ((4096, 64), 1), ((4096, 9), 1), ((1000000,), 0), ((512, 4096), 0))
# Rows in batches, short and medium, with and without a rest; one short row; long
# rows, a few of medium length among them; columns.
TOPK_SHAPES = (
    ((1024, 64), 1),
    ((1024, 67), 1),
    ((64, 1000), 1),
    ((64, 1024), 1),
    ((200,), 0),
    ((4, 1000), 1),
    ((32, 50257), 1),
    ((1000, 1000), 0),
)
KS = (2, 3, 4, 5, 8, 10, 16, 50)


def module(op, shape, axis, element, k=None):
    x = f"tensor<{''.join(f'{e}x' for e in shape)}{element}>"
    if op == "argmax":
        outer = "".join(f"{e}x" for d, e in enumerate(shape) if d != axis)
        count, attributes, results = "%r", f"axis({axis})", f"tensor<{outer}i64>"
        returned = "%r"
    else:
        kept = "".join(f"{k if d == axis else e}x" for d, e in enumerate(shape))
        count, attributes, results = "%r:2", f"k({k}) axis({axis})", f"tensor<{kept}{element}>, tensor<{kept}i64>"
        returned = "%r#0, %r#1"
    return (
        f"func.func @main(%x: {x}) -> ({results}) {{\n"
        f"  {count} = extrema.{op} %x {attributes} : {x} -> {results}\n"
        f"  return {returned} : {results}\n}}\n"
    )


def count_lines(job):
    operation, name = job
    ended = tools.run(["extrema-compile", "-", "--show=loops", *TARGETS[name].compile_flags], module(*operation))
    if ended.returncode:
        sys.exit(f"error: {job}: {ended.stderr}")
    return len(ended.stdout.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--op", choices=LIMITS, default="argmax")
    parser.add_argument("--target", action="append", choices=TARGETS, required=True)
    arguments = parser.parse_args()
    if arguments.op == "argmax":
        operations = [("argmax", *shape, element) for shape, element in itertools.product(ARG_SHAPES, TYPES)]
    else:
        operations = [("topk", *shape, element, k) for shape, element, k in itertools.product(TOPK_SHAPES, TYPES, KS)]
    jobs = list(itertools.product(operations, arguments.target))
    found = sorted(zip(in_parallel(count_lines, jobs), jobs), reverse=True)
    for lines, ((_, shape, axis, element, *k), name) in found[:5]:
        results = f", k {k[0]}" if k else ""
        print(f"{lines} lines: {'x'.join(map(str, shape))} {element}, axis {axis}{results}, {name}")
    sys.exit(found[0][0] >= LIMITS[arguments.op])


if __name__ == "__main__":
    main()
