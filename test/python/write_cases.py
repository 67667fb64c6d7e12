"""Writes the conformance cases of the tables in test/cases as folders in ONNX's
backend-test form, the same files each time.

The oracle computes every output. An output that the table gives has to be the same,
to the bit.
"""

import argparse
import os
import shutil
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper
from support import graph_operators
from support.case_tables import FOLDER, ORACLE, TableError, read_cases
from support.element_types import same_bits
from support.graph_notes import Notes


def answers(case):
    """The outputs of a case's model by the oracle, by name."""
    graph = case.model.graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    arrays |= {info.name: case.tensors[info.name] for info in graph.input if info.name in case.tensors}
    for node in graph.node:
        outputs = graph_operators.evaluate(node, [arrays[name] for name in node.input], Notes())
        arrays |= dict(zip(node.output, outputs))
    return {info.name: arrays[info.name] for info in graph.output}


def outputs_of(case):
    try:
        outputs = answers(case)
    except Exception as error:
        raise TableError(case.place, f"{case.name}: the oracle has no answer: {error!r}") from error
    for info in case.model.graph.output:
        given, answer = case.tensors[info.name], outputs[info.name]
        if given is not ORACLE and not same_bits(given, answer):
            raise TableError(case.place, f"{case.name}: {info.name} is\n{given}\nand by the oracle\n{answer}")
        declared = info.type.tensor_type.shape.dim
        sizes = [dim.dim_value if dim.HasField("dim_value") else size for dim, size in zip(declared, answer.shape)]
        if len(declared) != answer.ndim or list(answer.shape) != sizes:
            raise TableError(case.place, f"{case.name}: {info.name} has the shape {answer.shape}, not the declared one")
    return outputs


# ------------------------------------------------------------------ files --


def tensor_of(array, name, case):
    """Elements are raw bytes, but in one tensor of a few cases."""
    if name != case.typed_field:
        return numpy_helper.from_array(array, name)
    return helper.make_tensor(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape, array.reshape(-1))


def model_bytes(case):
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    graph = model.graph
    attributes = (attribute.t for node in graph.node for attribute in node.attribute if attribute.HasField("t"))
    for tensor in (*graph.initializer, *attributes):
        tensor.CopyFrom(tensor_of(numpy_helper.to_array(tensor), tensor.name, case))
    data = model.SerializeToString()
    if case.cut is not None and case.cut >= len(data):
        raise TableError(case.place, f"{case.name}: nothing to cut off a model of {len(data)} bytes")
    return data[: case.cut]


def files_of(case):
    """The bytes of each file of a case, by path."""
    files = {"model.onnx": model_bytes(case), "about.txt": f"{case.about}\n".encode()}
    graph = case.model.graph
    outputs = {} if case.refused else outputs_of(case)
    for kind, infos, arrays in (("input", graph.input, case.tensors), ("output", graph.output, outputs)):
        for number, info in enumerate(infos):
            if info.name in arrays:
                tensor = tensor_of(arrays[info.name], info.name, case)
                files[f"test_data_set_0/{kind}_{number}.pb"] = tensor.SerializeToString()
    if case.refused:
        files["expect_error.txt"] = "".join(f"{word}\n" for word in case.refused).encode()
    if case.unordered:
        files["unordered.txt"] = f"{case.unordered}\n".encode()
    return files


def write(root, names=None, tables=FOLDER):
    """Writes the cases of those names, or all, into the folder `root`, which
    holds nothing else then."""
    cases = read_cases(tables)
    unknown = [name for name in names or () if name not in cases]
    if unknown:
        raise TableError(tables, f"no case {', '.join(unknown)}")
    shutil.rmtree(root, ignore_errors=True)
    for name in names or cases:
        for path, data in files_of(cases[name]).items():
            path = os.path.join(root, name, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="where to; what is there goes")
    parser.add_argument("names", nargs="*", metavar="CASE", help="the cases to write, if not all")
    parser.add_argument("--tables", default=FOLDER, help="the folder of the tables")
    arguments = parser.parse_args()
    try:
        write(arguments.folder, arguments.names, arguments.tables)
    except TableError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
