"""Writes the models of this folder anew: has real exporters make small models,
runs them in their frameworks, and keeps both as folders in ONNX's backend-test
form, with what the framework answered as the outputs.

An answer is kept only if ONNX Runtime, and ONNX's reference evaluator with
ArgMin, ArgMax and TopK of the tests' own oracle, give the same, to the bit.

Needs the packages of requirements.txt; the tests do not.
"""

import argparse
import os
import runpy
import shutil
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "python"))

from support import oracle  # noqa: E402

EXPORTERS = ("pytorch", "jax", "tensorflow", "scikit_learn")


# ----------------------------------------------------------------- oracle --


def arg_extremum(x, axis, keepdims, select_last_index, largest):
    return oracle.arg_extremum(
        x, axis or 0, np.dtype(np.int64), largest=largest, keepdims=keepdims != 0, last=bool(select_last_index), ignore_nan=False
    )


class ArgMax(OpRun):
    op_domain = ""

    def _run(self, x, axis=0, keepdims=1, select_last_index=0):
        return (arg_extremum(x, axis, keepdims, select_last_index, largest=True),)


class ArgMin(OpRun):
    op_domain = ""

    def _run(self, x, axis=0, keepdims=1, select_last_index=0):
        return (arg_extremum(x, axis, keepdims, select_last_index, largest=False),)


class TopK(OpRun):
    op_domain = ""

    def _run(self, x, k, axis=-1, largest=1, sorted=1):
        return oracle.top_k(x, int(k[0]), -1 if axis is None else axis, np.dtype(np.int64), largest=largest != 0)


# ------------------------------------------------------------------ cases --


def check(name, model, inputs, answers):
    """Fails unless all agree with the framework's `answers`."""
    feeds = dict(zip((info.name for info in model.graph.input), inputs, strict=True))
    reference = ReferenceEvaluator(model, new_ops=[ArgMax, ArgMin, TopK])
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    for judge, outputs in (("the oracle", reference.run(None, feeds)), ("ONNX Runtime", session.run(None, feeds))):
        for info, answer, output in zip(model.graph.output, answers, outputs, strict=True):
            output = np.asarray(output)
            if (output.dtype, output.shape, output.tobytes()) != (answer.dtype, answer.shape, answer.tobytes()):
                sys.exit(f"error: {name}: {judge} gives another {info.name}:\n{output}\nthan the framework:\n{answer}")


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def write_case(root, name, about, model, runs):
    """`model` is the bytes that the exporter wrote; a run is what it gets and
    what the framework answered."""
    folder = os.path.join(root, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    write(os.path.join(folder, "model.onnx"), model)
    write(os.path.join(folder, "about.txt"), (about + "\n").encode())
    parsed = onnx.load_model_from_string(model)
    for number, (inputs, answers) in enumerate(runs):
        inputs, answers = ([np.asarray(a, order="C") for a in arrays] for arrays in (inputs, answers))
        check(name, parsed, inputs, answers)
        data = os.path.join(folder, f"test_data_set_{number}")
        os.makedirs(data)
        for kind, declared, arrays in (("input", parsed.graph.input, inputs), ("output", parsed.graph.output, answers)):
            for j, (info, array) in enumerate(zip(declared, arrays)):
                write(os.path.join(data, f"{kind}_{j}.pb"), numpy_helper.from_array(array, info.name).SerializeToString())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=EXPORTERS, action="append", help="models of these frameworks")
    parser.add_argument("folder", nargs="?", default=os.path.join(HERE, "models"))
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.folder)
    # Exporters write the paths of sources into models: by their names alone.
    os.chdir(HERE)
    for exporter in arguments.only or EXPORTERS:
        for case in runpy.run_path(f"from_{exporter}.py")["cases"]():
            write_case(root, *case)
            print(case[0], len(case[2]), "bytes")


if __name__ == "__main__":
    main()
