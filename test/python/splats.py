"""Reductions of a constant splat, which fold, answer as those of an input with
the same elements, which do not: to the bit, for all orders, NaNs and zeros.

Closes with "N passed, N failed".
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile

import numpy as np

from support import tools

# The type, its bits, and elements: as numbers, or as bits in hexadecimal.
SPLATS = (
    ("f32", np.float32, np.uint32, ("-0.0", "0x7FC00001", "0xFF800000")),
    ("f16", np.float16, np.uint16, ("0x7E01",)),
    ("f64", np.float64, np.uint64, ("0xFFF8000000000001",)),
    ("i8", np.int8, np.uint8, ("-128",)),
    ("ui8", np.uint8, np.uint8, ("255", "0")),
    ("i64", np.int64, np.uint64, ("-9223372036854775808",)),
)
FLOAT_KINDS = ("maximumf", "minimumf", "maxnumf", "minnumf")
INTEGER_KINDS = ("maxsi", "minsi", "maxui", "minui")
ROWS, EXTENT = 3, 7


def element(dtype, bits, text):
    if text.startswith("0x"):
        return np.array(int(text, 16), bits).view(dtype)
    return np.array(float(text) if "." in text else int(text), dtype)


def operations(name):
    """(text, types of results) of operations on %x; %b is an index."""
    x = f"tensor<{ROWS}x{EXTENT}x{name}>"
    for op, axis, last, nan in itertools.product(
        ("argmax", "argmin"), (0, 1), ("", "last"), ("", "nan(ignore)")
    ):
        result = f"tensor<{EXTENT if axis == 0 else ROWS}xi64>"
        yield f"extrema.{op} %x axis({axis}) {last} {nan} : {x} -> {result}", (result,)
    for axis, k, smallest in itertools.product((0, 1), (0, 1, 3), ("", "smallest")):
        shape = f"{k}x{EXTENT}" if axis == 0 else f"{ROWS}x{k}"
        results = f"tensor<{shape}x{name}>", f"tensor<{shape}xi32>"
        yield f"extrema.topk %x k({k}) axis({axis}) {smallest} : {x} -> {', '.join(results)}", results
    kinds = FLOAT_KINDS if name.startswith("f") else INTEGER_KINDS
    for kind, base in itertools.product(kinds, ("", "index_base(%b)")):
        for last in ("", "last"):
            results = f"tensor<{ROWS}x{name}>", f"tensor<{ROWS}xi32>"
            yield reduction("arg_reduce", kind, f"{last} {base}", x, results), results
        for k in (2, EXTENT, EXTENT + 2):
            results = f"tensor<{ROWS}x{k}x{name}>", f"tensor<{ROWS}x{k}xi16>"
            yield reduction("topk_reduce", kind, base, x, results), results


def reduction(op, kind, flags, x, types):
    """Its destinations are written as their types: module() names them."""
    return (
        f"extrema.{op} <{kind}> dimension(1) {flags} ins(%x : {x})"
        f" outs(DESTINATIONS : {', '.join(types)}) -> {', '.join(types)}"
    )


def module(name, splat):
    """A function of all operations; (text, types of its results)."""
    x = f"tensor<{ROWS}x{EXTENT}x{name}>"
    lines, values, types = ["%b = arith.constant 100 : index"], [], []
    if splat:
        lines.append(f"%x = arith.constant dense<{splat}> : {x}")
    for number, (text, results) in enumerate(operations(name)):
        destinations = [f"%d{number}_{i}" for i in range(len(results))]
        if "DESTINATIONS" in text:
            lines += [f"{d} = tensor.empty() : {t}" for d, t in zip(destinations, results)]
        found = [f"%r{number}_{i}" for i in range(len(results))]
        lines.append(f"{', '.join(found)} = {text.replace('DESTINATIONS', ', '.join(destinations))}")
        values += found
        types += results
    lines.append(f"return {', '.join(values)} : {', '.join(types)}")
    argument = "" if splat else f"%x: {x}"
    body = "\n  ".join(lines)
    return f"func.func @main({argument}) -> ({', '.join(types)}) {{\n  {body}\n}}\n", types


def run(folder, text, count, inputs):
    """The bytes of each result; exits on an error."""
    model = os.path.join(folder, "main.mlir")
    with open(model, "w", encoding="utf-8") as file:
        file.write(text)
    files = [os.path.join(folder, f"{i}.npy") for i in range(count)]
    outputs = [part for file in files for part in ("-o", file)]
    arguments = [tools.find("extrema-run"), model, *inputs, *outputs, "--no-vector", "-O0"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"error: {done.stderr}\n{text}")
    contents = []
    for name in files:
        with open(name, "rb") as file:
            contents.append(file.read())
    return contents


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, dtype, bits, elements in SPLATS:
            for splat in elements:
                x = os.path.join(folder, "x.npy")
                np.save(x, np.full((ROWS, EXTENT), element(dtype, bits, splat)))
                folded, types = module(name, splat)
                kept, _ = module(name, "")
                pairs = zip(
                    run(folder, folded, len(types), []), run(folder, kept, len(types), [x])
                )
                for number, (answer, expected) in enumerate(pairs):
                    if answer == expected:
                        passed += 1
                        continue
                    failed += 1
                    print(f"FAIL: {name} {splat}: result {number} of type {types[number]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
