"""A failing case of the test of random schedules as text and files."""

import os

from support.element_types import VALUE_TYPES, bits_of
from support.reproduce import onnx_tensor


def describe(case, problem, arguments, number):
    """The case as text, which is written to files too where a folder is given."""
    folder = arguments.reproducer
    schedule = os.path.join(folder, "schedule.mlir")
    transformed = os.path.join(folder, "transformed.mlir")
    files = {"program.mlir": case.program.text("main"), "schedule.mlir": case.schedule.library()}
    lines = [f"FAILED: case {number}: {problem}"]
    for name, text in files.items():
        lines += ["", f"{name}:", text]
    tensors = {}
    # One call is enough to see it again, once the case is small.
    sizes, arrays = case.calls[0]
    for i, a in enumerate(case.program.arguments):
        array = arrays[a.name]
        tensors[f"input_{i}.pb"] = onnx_tensor(array, a.type.element)
        lines.append(f"input_{i}.pb: {a.name}, {a.type.element} {list(array.shape)} = {_readable(array.tolist())}")
        if a.type.element in VALUE_TYPES and VALUE_TYPES[a.type.element].is_float:
            lines.append(f"  bits: {_readable([hex(b) for b in bits_of(array).ravel().tolist()])}")
    inputs = " ".join(os.path.join(folder, name) for name in tensors)
    lines += [
        "",
        f"extrema-opt {os.path.join(folder, 'program.mlir')} "
        f"--pass-pipeline='{case.schedule.pipeline(schedule)}' -o {transformed}",
        f"extrema-run --print-all {os.path.join(folder, 'program.mlir')} {inputs}",
        f"extrema-run --print-all {transformed} {inputs}",
        f"random_schedules.py --seed {arguments.seed} --only {number}",
    ]
    if folder != "FOLDER":
        os.makedirs(folder, exist_ok=True)
        for name, text in files.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        for name, tensor in tensors.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(tensor.SerializeToString())
    return "\n".join(lines)


def _readable(what):
    text = str(what)
    return text if len(text) < 1500 else text[:1500] + " ..."
