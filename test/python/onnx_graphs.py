"""Writes graphs as exporters write them around ArgMax, ArgMin and TopK, with
random inputs and what ONNX's reference evaluator makes of them, as folders in
backend-test form.

Inputs stay where ONNX defines the answer: no float is cast to an integer that
cannot hold it, no division by zero, no rounding that depends on the order of
operations.
"""

import argparse
import os
import shutil

import ml_dtypes
import numpy as np
import onnx
import onnx.parser
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from support.onnx_graph_texts import FAILING, GRAPHS

OPSET = 24
NUMERIC = ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64")
NUMERIC += ("float16", "bfloat16", "float", "double")
CODES = {name: getattr(TensorProto, name.upper()) for name in NUMERIC}


def numpy_type(name):
    return np.dtype(helper.tensor_dtype_to_np_dtype(CODES[name]))


def is_float(name):
    return name in ("float16", "bfloat16", "float", "double")


# Values ---------------------------------------------------------------------


def values(rng, name, shape):
    """Distinct enough numbers that any type and any step of a graph holds."""
    if is_float(name):
        return (rng.integers(-100, 100, shape) / 4).astype(numpy_type(name))
    low = 0 if name.startswith("u") else -100
    return rng.integers(low, 100, shape).astype(numpy_type(name))


def extremes(name):
    """Numbers at the edges of a type, as one row."""
    kind = numpy_type(name)
    if not is_float(name):
        info = np.iinfo(kind)
        near = [info.min, info.min + 1, 0, 1, 3, info.max - 1, info.max, info.max // 2, info.max // 3]
        return np.array([near], dtype=kind)
    info = ml_dtypes.finfo(kind)
    row = [0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan, info.max, info.min, info.tiny]
    row += [info.smallest_subnormal, info.eps, 1 + info.eps, 1 / 3, -1e-5, 65519.0, 65520.0, 2.0**-25, 2.0**-24 * 1.5]
    with np.errstate(all="ignore"):
        return np.array([row], dtype=np.float64).astype(kind)


def cast_inputs(rng, source, target):
    if is_float(target):
        rows = [extremes(source)]
        if is_float(source):
            # Random bits: every exponent.
            bits = rng.integers(0, 256, 200 * numpy_type(source).itemsize, dtype=np.uint8)
            rows.append(bits.view(numpy_type(source)).reshape(1, -1))
            # At and beside the middle of two numbers of the target.
            if target == "float16":
                halves = rng.integers(0, 0x7BFF, 200).astype(np.uint16)
                low = halves.view(np.float16).astype(np.float64)
                high = (halves + 1).astype(np.uint16).view(np.float16).astype(np.float64)
                middle = (low + high) / 2
                with np.errstate(all="ignore"):
                    near = np.concatenate([middle, np.nextafter(middle, 0), np.nextafter(middle, 1e9), -middle])
                    rows.append(near.astype(numpy_type(source)).reshape(1, -1))
        else:
            rows.append(values(rng, source, (1, 50)))
        return rows
    if not is_float(source):
        return [extremes(source), values(rng, source, (3, 11))]
    # Only what the target holds, on this side of its limits.
    info = np.iinfo(numpy_type(target))
    top = min(float(info.max) / 2, float(ml_dtypes.finfo(numpy_type(source)).max))
    bottom = 0 if info.min == 0 else -top
    return [rng.uniform(bottom, top, (2, 40)).astype(numpy_type(source)), values(rng, source, (1, 9)).clip(0)]


# Cases ----------------------------------------------------------------------


def model_of(text, opset=OPSET):
    return onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : {opset}, "com.example" : 3]>\n{text}')


def read_models():
    """The graphs as models, for those who change them."""
    texts = [text for text, _ in GRAPHS.values()] + [text for text, _, _ in FAILING.values()]
    return [model_of(text) for text in texts]


def write(path, message):
    with open(path, "wb") as file:
        file.write(message.SerializeToString())


def write_case(folder, model, inputs, evaluate=True):
    """`inputs` holds a list of arrays for each run."""
    os.makedirs(folder)
    write(os.path.join(folder, "model.onnx"), model)
    evaluator = ReferenceEvaluator(model) if evaluate else None
    for number, arrays in enumerate(inputs):
        data = os.path.join(folder, f"test_data_set_{number}")
        os.makedirs(data)
        feeds = {info.name: array for info, array in zip(model.graph.input, arrays)}
        with np.errstate(all="ignore"):
            outputs = evaluator.run(None, feeds) if evaluate else []
        for j, array in enumerate(arrays):
            write(os.path.join(data, f"input_{j}.pb"), numpy_helper.from_array(array, model.graph.input[j].name))
        for j, array in enumerate(outputs):
            name = model.graph.output[j].name
            write(os.path.join(data, f"output_{j}.pb"), numpy_helper.from_array(np.asarray(array), name))


def given_inputs(rng, model, given):
    arrays = []
    for info in model.graph.input:
        value = given[info.name]
        kind = info.type.tensor_type.elem_type
        name = next(name for name, code in CODES.items() if code == kind)
        arrays.append(values(rng, name, value) if isinstance(value, tuple) else np.array(value, numpy_type(name)))
    return [np.asarray(array) for array in arrays]


def write_graphs(root, rng):
    for name, (text, runs) in GRAPHS.items():
        model = model_of(text)
        write_case(os.path.join(root, name), model, [given_inputs(rng, model, run) for run in runs])


def write_failing(root, rng):
    for name, (text, given, words) in FAILING.items():
        folder = os.path.join(root, name)
        model = model_of(text)
        write_case(folder, model, [given_inputs(rng, model, given)], evaluate=False)
        with open(os.path.join(folder, "expect_error.txt"), "w") as file:
            file.write(words + "\n")


def write_casts(root, rng):
    for source in NUMERIC:
        for target in NUMERIC:
            text = f"main ({source}[A,B] x) => ({target}[A,B] y) {{ y = Cast<to = {CODES[target]}>(x) }}"
            inputs = [[array] for array in cast_inputs(rng, source, target)]
            write_case(os.path.join(root, f"cast_{source}_{target}"), model_of(text), inputs)


def write_arithmetic(root, rng):
    for operator in ("Add", "Sub", "Mul", "Div", "Min", "Max"):
        for name in NUMERIC:
            text = f"""main ({name}[A,4] x, {name}[4] b, {name} c) => ({name}[A,4] y, {name}[A,4] z, {name}[4] w) {{
                         y = {operator}(x, b) z = {operator}(c, x) w = {operator}(b, c) }}"""
            inputs = []
            for _ in range(3):
                # Powers of two divide exactly; no zero for the sign of a minimum to depend on.
                arrays = [values(rng, name, (3, 4)), np.array([1, 2, 4, 8]), np.array(2)]
                arrays = [np.where(a == 0, 1, a).astype(numpy_type(name)) for a in arrays]
                if operator == "Div" and not is_float(name):
                    arrays[0] = np.abs(arrays[0]) if not name.startswith("u") else arrays[0]
                inputs.append(arrays)
            write_case(os.path.join(root, f"{operator.lower()}_{name}"), model_of(text), inputs)
    for name in NUMERIC:
        if not name.startswith("u"):
            text = f"main ({name}[A,B] x) => ({name}[A,B] y) {{ y = Neg(x) }}"
            inputs = [[values(rng, name, (2, 5))], [extremes(name)]]
            write_case(os.path.join(root, f"neg_{name}"), model_of(text), inputs)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.folder, ignore_errors=True)
    rng = np.random.default_rng(arguments.seed)
    for part in (write_graphs, write_failing, write_casts, write_arithmetic):
        part(arguments.folder, rng)


if __name__ == "__main__":
    main()
