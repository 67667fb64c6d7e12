"""Writes the node tests of ArgMax, ArgMin and TopK that the installed onnx
package defines, as folders in backend-test form."""

import importlib
import os
import shutil
import sys

from onnx import TensorProto, numpy_helper
from onnx.backend.test.case import node as node_tests

MODULES = ("argmax", "argmin", "topk")


def tensor(value, name):
    return value if isinstance(value, TensorProto) else numpy_helper.from_array(value, name)


def write(path, message):
    with open(path, "wb") as file:
        file.write(message.SerializeToString())


def export(case, root):
    folder = os.path.join(root, case.name)
    os.makedirs(folder)
    write(os.path.join(folder, "model.onnx"), case.model)
    graph = case.model.graph
    for i, data_set in enumerate(case.data_sets):
        data = os.path.join(folder, f"test_data_set_{i}")
        os.makedirs(data)
        for kind, declared, values in zip(("input", "output"), (graph.input, graph.output), data_set):
            for j, (value_info, value) in enumerate(zip(declared, values, strict=True)):
                write(os.path.join(data, f"{kind}_{j}.pb"), tensor(value, value_info.name))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: onnx_node_tests.py FOLDER")
    root = sys.argv[1]
    shutil.rmtree(root, ignore_errors=True)
    # Importing a module of cases defines them. The package's own collection
    # imports those of every operator first, which takes long.
    for module in MODULES:
        importlib.import_module(f"{node_tests.__name__}.{module}")
    for case in node_tests._NodeTestCases:
        export(case, root)


if __name__ == "__main__":
    main()
