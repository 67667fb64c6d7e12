"""Writes the node tests of the supported operators that the installed onnx
package defines, as folders in backend-test form."""

import argparse
import copy
import importlib
import os
import shutil

from onnx import TensorProto, numpy_helper
from onnx.backend.test.case import node as node_tests

MODULES = ("argmax", "argmin", "topk")
# The operators that exporters write around them.
MODULES += ("add", "cast", "concat", "constant", "div", "flatten", "gather", "identity", "max", "min", "mul", "neg")
MODULES += ("reshape", "shape", "slice", "squeeze", "sub", "transpose", "unsqueeze")
MODULES += ("constantofshape", "expand", "mod", "reducemax", "reducemin", "sign")

# Inputs of the tests' graphs that exporters write as constants, and that the
# importer wants to be.
CONSTANTS = ("axes", "ends", "indices", "starts", "steps")

# What the importer refuses, and why. The operators of the first three modules
# have to pass whole.
LEFT_OUT = {
    "test_concat_2d": "only vectors are joined, as shapes are",
    "test_concat_3d": "only vectors are joined, as shapes are",
    "test_gather_": "several elements are taken from vectors only",
    "test_mod_mixed_sign_float": "the remainder of floats",
    "test_slice_neg_steps": "only vectors are turned around",
}

NUMERIC = {TensorProto.FLOAT16, TensorProto.BFLOAT16, TensorProto.FLOAT, TensorProto.DOUBLE}
NUMERIC |= {TensorProto.UINT8, TensorProto.UINT16, TensorProto.UINT32, TensorProto.UINT64}
NUMERIC |= {TensorProto.INT8, TensorProto.INT16, TensorProto.INT32, TensorProto.INT64}


def is_numeric(value_info):
    """False for strings, bool, types of less than 8 bits or of 8-bit floats,
    sequences and optional values, which the importer does not know."""
    kind = value_info.type.WhichOneof("value")
    return kind == "tensor_type" and value_info.type.tensor_type.elem_type in NUMERIC


def is_left_out(case):
    """Nor are the functions that stand for an operator in expanded tests."""
    if case.name.endswith("_expanded") or not all(map(is_numeric, (*case.model.graph.input, *case.model.graph.output))):
        return True
    return any(case.name.startswith(name) for name in LEFT_OUT)


def tensor(value, name):
    return value if isinstance(value, TensorProto) else numpy_helper.from_array(value, name)


def write(path, message):
    with open(path, "wb") as file:
        file.write(message.SerializeToString())


def with_constants(case):
    """The model and its data sets, less the inputs that become constants."""
    model, data_sets = copy.deepcopy(case.model), [[list(values) for values in data_set] for data_set in case.data_sets]
    graph = model.graph
    for i in reversed(range(len(graph.input))):
        # Never the data, whatever its name.
        if i and graph.input[i].name in CONSTANTS and len(data_sets) == 1:
            graph.initializer.append(tensor(data_sets[0][0].pop(i), graph.input[i].name))
            del graph.input[i]
    return model, data_sets


def export(case, root):
    folder = os.path.join(root, case.name)
    os.makedirs(folder)
    model, data_sets = with_constants(case)
    write(os.path.join(folder, "model.onnx"), model)
    graph = model.graph
    for i, data_set in enumerate(data_sets):
        data = os.path.join(folder, f"test_data_set_{i}")
        os.makedirs(data)
        for kind, declared, values in zip(("input", "output"), (graph.input, graph.output), data_set):
            for j, (value_info, value) in enumerate(zip(declared, values, strict=True)):
                write(os.path.join(data, f"{kind}_{j}.pb"), tensor(value, value_info.name))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    root = parser.parse_args().folder
    shutil.rmtree(root, ignore_errors=True)
    # Importing a module of cases defines them. The package's own collection
    # imports those of every operator first, which takes long.
    for module in MODULES:
        importlib.import_module(f"{node_tests.__name__}.{module}")
    for case in node_tests._NodeTestCases:
        if not is_left_out(case):
            export(case, root)


if __name__ == "__main__":
    main()
