"""A failing case as files: a module, its inputs as ONNX tensors, a command."""

import os

import numpy as np
from onnx import TensorProto

from support.element_types import INDEX_TYPES, VALUE_TYPES, bits_of
from support.value_ops import function_text

_ONNX_TYPES = {
    "f16": TensorProto.FLOAT16,
    "bf16": TensorProto.BFLOAT16,
    "f32": TensorProto.FLOAT,
    "f64": TensorProto.DOUBLE,
    **{f"{s}{w}": getattr(TensorProto, f"INT{w}") for s in ("i", "si") for w in (8, 16, 32, 64)},
    **{f"ui{w}": getattr(TensorProto, f"UINT{w}") for w in (8, 16, 32, 64)},
    "index": TensorProto.INT64,
}


def onnx_tensor(array, element):
    """An ONNX tensor with the bits of the array."""
    return TensorProto(data_type=_ONNX_TYPES[element], dims=array.shape, raw_data=array.tobytes())


def describe(case, problem, folder=None):
    """The reproducer as text. With a folder it is written there too."""
    module = function_text("main", case.ops)
    arrays = case.call("main").inputs
    elements = []
    for op in case.ops:
        elements += [VALUE_TYPES[op.element], INDEX_TYPES[op.k_type]][: len(op.input_types)]
    lines = [f"FAILED: {problem}", "", "main.mlir:", module]
    names = []
    for i, (array, element) in enumerate(zip(arrays, elements)):
        names.append(f"input_{i}.pb")
        lines.append(f"input_{i}.pb: {element.mlir} {list(array.shape)} = {_readable(array)}")
        if element.is_float:
            lines.append(f"  bits: {_readable(np.vectorize(hex, otypes=[object])(bits_of(array)))}")
    folder_named = folder or "FOLDER"
    files = " ".join(os.path.join(folder_named, name) for name in names)
    lines += ["", f"extrema-run --print-all {os.path.join(folder_named, 'main.mlir')} {files}"]
    if folder:
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "main.mlir"), "w") as file:
            file.write(module)
        for name, array, element in zip(names, arrays, elements):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(onnx_tensor(array, element.mlir).SerializeToString())
    return "\n".join(lines)


def _readable(array):
    text = str(array.tolist())
    return text if len(text) < 2000 else text[:2000] + " ..."
