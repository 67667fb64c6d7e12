"""Random arg_reduce and topk_reduce whose memrefs lie in memory spaces of every
form, the same for all operands or mixed, lowered in several ways: each result has
to verify, and no operation that the lowering takes may make an error. Closes with
"N passed, N failed"; exit code 1 if one failed."""

import argparse
import bisect
import re
import sys

import numpy as np

from support import tools
from support.compiled import in_parallel
from support.values import pick

SPACES = ("", ", 1", ", 5", ", #gpu.address_space<workgroup>", ", #gpu.address_space<private>", ', "host"')
EXTENTS = (None, 1, 2, 3, 5, 8, 10, 17, 64, 100, 300, 1000, 5000)
RESULTS = (None, 1, 2, 4, 7, 10, 16, 20, 50, 100, 1000)
KINDS = {
    **dict.fromkeys(("f32", "f16", "bf16", "f64"), ("maximumf", "minimumf")),
    **dict.fromkeys(("i8", "i16", "i32", "i64"), ("maxsi", "minui")),
}
LOWERINGS = (
    ("--convert-extrema-to-vector=triple=x86_64-linux-gnu cpu=x86-64-v4",),
    ("--convert-extrema-to-vector=triple=x86_64-linux-gnu cpu=x86-64-v3 scratch=alloc cache-sizes=4096,65536,65536",),
    ("--convert-extrema-to-vector=triple=x86_64-linux-gnu", "--convert-extrema-to-loops"),
    ("--convert-extrema-to-vector=triple=aarch64-linux-gnu cpu=neoverse-v1 vector-bits=scalable",),
    ("--convert-extrema-to-linalg", "--convert-linalg-to-loops", "--convert-strided-copy-to-loops"),
    ("--convert-extrema-to-loops",),
)


def layout(rng, rank):
    """Identity, or strided with a unit stride last, first or nowhere known."""
    kind = int(rng.integers(8)) if rank else 0
    strides = ["?"] * rank
    if kind < 5:
        return ""
    if kind < 7:
        strides[-1 if kind == 5 else 0] = "1"
    return f", strided<[{','.join(strides)}], offset: ?>"


def memref(rng, shape, element, space):
    dimensions = "".join(f"{'?' if extent is None else extent}x" for extent in shape)
    return f"memref<{dimensions}{element}{layout(rng, len(shape))}{space}>"


def function(rng, number):
    element, index = pick(rng, KINDS), pick(rng, ("i32", "i64", "index"))
    kind = pick(rng, KINDS[element])
    rank = int(pick(rng, (1, 2, 3), (1, 3, 1)))
    dimension = rank - 1 if rng.random() < 0.5 else int(rng.integers(rank))
    shape = [pick(rng, EXTENTS) for _ in range(rank)]
    one = pick(rng, SPACES)
    is_mixed = rng.random() < 0.6

    def operand(shape, element):
        return memref(rng, shape, element, pick(rng, SPACES) if is_mixed else one)

    inputs = {"x": operand(shape, element)}
    if rng.random() < 0.2:
        inputs["xi"] = operand(shape, index)
    accumulates = rng.random() < 0.4
    if rng.random() < 0.5:
        op, results = "arg_reduce", shape[:dimension] + shape[dimension + 1 :]
    else:
        op, results = "topk_reduce", list(shape)
        fitting = [k for k in RESULTS if k is None or shape[dimension] is None or k <= shape[dimension]]
        results[dimension] = pick(rng, fitting)
    outputs = {"v": operand(results, element), "i": operand(results, index)}
    only = ""
    if op == "arg_reduce" and not accumulates and rng.random() < 0.4:
        only = "index_only "
        del outputs["v"]

    def say(operands):
        return f"({', '.join('%' + name for name in operands)} : {', '.join(operands.values())})"

    arguments = ", ".join(f"%{name}: {kind}" for name, kind in {**inputs, **outputs}.items())
    return (
        f"func.func @f{number}({arguments}) {{\n"
        f"  extrema.{op} <{kind}> dimension({dimension}){' accumulate' * accumulates}"
        f" ins{say(inputs)} {only}outs{say(outputs)}\n  return\n}}\n"
    )


def judge(lowering, functions):
    """The functions that do not get through, each with the first error."""
    result = tools.run(["extrema-opt", "--split-input-file", *lowering], "// -----\n".join(functions))
    if mark := tools.crashed(result.returncode, result.stderr):
        sys.exit(f"{' '.join(lowering)}: {mark}\n{result.stderr}")
    begins, line = [], 1
    for text in functions:
        begins.append(line)
        line += text.count("\n") + 1
    failures = {}
    for found in re.finditer(r"^.*?:(\d+):\d+: error: (.*)$", result.stderr, re.MULTILINE):
        failures.setdefault(bisect.bisect(begins, int(found.group(1))) - 1, found.group(2))
    if result.returncode and not failures:
        sys.exit(f"{' '.join(lowering)}: {result.stderr}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--functions", type=int, default=150)
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    functions = [function(rng, number) for number in range(arguments.functions)]
    failed = 0
    for lowering, failures in zip(LOWERINGS, in_parallel(lambda l: judge(l, functions), LOWERINGS)):
        for number, message in list(failures.items())[:3]:
            print(f"{' '.join(lowering)}: {message}\n{functions[number]}")
        failed += len(failures)
    print(f"{len(LOWERINGS) * len(functions) - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
