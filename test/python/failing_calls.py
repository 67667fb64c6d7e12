"""Calls that fail at run time, among ones that do not, in one process of
extrema-run --onnx-test: each failure is reported, every other answer is right,
and valgrind finds no leak and no stray access.

Closes with "N passed, N failed", which count the checks of this program.
"""

import argparse
import os
import re
import sys
import tempfile

import numpy as np
from onnx import TensorProto, helper

from support import oracle, tools
from support.element_types import VALUE_TYPES
from support.reproduce import onnx_tensor
from support.values import random_array

FAILING = 10
# A case takes valgrind some five seconds: two of each kind.
FAILING_UNDER_VALGRIND = 4
SECONDS = 900


def save(path, message):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(message.SerializeToString())


def save_case(folder, node, inputs, outputs):
    """A folder in backend-test form; all extents are symbolic."""
    onnx_type = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.int64): TensorProto.INT64}

    def declared(names, arrays):
        shapes = ([f"{name}{d}" for d in range(a.ndim)] for name, a in zip(names, arrays))
        types = (onnx_type[a.dtype] for a in arrays)
        return [helper.make_tensor_value_info(*info) for info in zip(names, types, shapes)]

    graph = helper.make_graph([node], "graph", declared(node.input, inputs), declared(node.output, outputs))
    for value in graph.input:
        if value.name == "k":
            value.type.tensor_type.shape.dim[0].dim_value = 1
    opset = [helper.make_opsetid("", 13)]
    save(os.path.join(folder, "model.onnx"), helper.make_model(graph, opset_imports=opset, ir_version=8))
    for kind, arrays in (("input", inputs), ("output", outputs)):
        for i, array in enumerate(arrays):
            element = "f32" if array.dtype == np.float32 else "i64"
            save(os.path.join(folder, f"test_data_set_0/{kind}_{i}.pb"), onnx_tensor(array, element))


def save_top_k(folder, rng, is_failing):
    x = random_array(rng, VALUE_TYPES["f32"], (3, 20))
    k = int(rng.integers(21))
    outputs = oracle.top_k(x, k, 1, np.dtype(np.int64), largest=True)
    if is_failing:
        k = int(rng.choice([21, -1, 1 << 32, (1 << 32) + 5, np.iinfo(np.int64).min]))
    node = helper.make_node("TopK", ["x", "k"], ["values", "indices"], axis=1)
    save_case(folder, node, [x, np.array([k])], outputs)
    return "k"


def save_arg_max(folder, rng, is_failing):
    x = random_array(rng, VALUE_TYPES["f32"], (0 if is_failing else 9, 7))
    outputs = [np.zeros(7, np.int64)]
    if not is_failing:
        options = dict(largest=True, keepdims=False, last=False, ignore_nan=False)
        outputs = [oracle.arg_extremum(x, 0, np.dtype(np.int64), **options)]
    save_case(folder, helper.make_node("ArgMax", ["x"], ["indices"], axis=0, keepdims=0), [x], outputs)
    return "empty"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--valgrind", action="store_true")
    arguments = parser.parse_args()

    rng = np.random.default_rng(2026)
    failing = FAILING_UNDER_VALGRIND if arguments.valgrind else FAILING
    command = ["extrema-run", "--onnx-test"]
    if arguments.valgrind:
        # Light compilation: valgrind is some thirty times slower.
        command = ["valgrind", "-q", "--leak-check=full", "--error-exitcode=99", tools.find("extrema-run"), "-O0", "--onnx-test"]
    problems = []
    with tempfile.TemporaryDirectory() as root:
        words = {}
        for i in range(2 * failing):
            is_failing = i % 2 == 0
            name = f"case_{i:02}"
            save = save_top_k if i % 4 < 2 else save_arg_max
            word = save(os.path.join(root, name), rng, is_failing)
            words[name] = word if is_failing else None
        ended = tools.run([*command, *(os.path.join(root, name) for name in words)], timeout=SECONDS)
    for name, word in words.items():
        line = next((l for l in ended.stdout.split("\n") if name in l), "no line")
        if word is None and not line.startswith("PASS"):
            problems.append(f"{name} has to pass: {line}")
        if word is not None and not (line.startswith("FAIL") and re.search(rf"\b{word}\b", line)):
            problems.append(f"{name} has to fail with '{word}' in its message: {line}")
    closing = f"{failing} passed, {failing} failed"
    if not ended.stdout.rstrip().endswith(closing):
        problems.append(f"the closing line is not '{closing}'")
    if ended.returncode != 1:
        problems.append(f"exit code {ended.returncode} instead of 1:\n{ended.stderr[-4000:]}")
    for problem in problems:
        print(f"FAILED: {problem}")
    checks = len(words) + 2
    print(f"{checks - len(problems)} passed, {len(problems)} failed")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
