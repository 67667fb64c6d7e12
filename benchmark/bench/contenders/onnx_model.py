"""The workload as an ONNX model, for the peers that read such."""

import numpy as np
import onnx
from onnx import TensorProto, helper

TYPES = {
    **{"f16": TensorProto.FLOAT16, "bf16": TensorProto.BFLOAT16},
    **{"f32": TensorProto.FLOAT, "f64": TensorProto.DOUBLE},
    **{f"i{bits}": getattr(TensorProto, f"INT{bits}") for bits in (8, 16, 32, 64)},
    **{f"u{bits}": getattr(TensorProto, f"UINT{bits}") for bits in (8, 16, 32, 64)},
}


def onnx_model(workload):
    """Serialized. Outputs are "indices", of TopK "values" before them."""
    element = TYPES[workload.dtype]
    x = helper.make_tensor_value_info("x", element, workload.shape)
    indices = helper.make_tensor_value_info("indices", TensorProto.INT64, workload.result_shape)
    if workload.is_topk:
        values = helper.make_tensor_value_info("values", element, workload.result_shape)
        k = onnx.numpy_helper.from_array(np.array([workload.k], np.int64), "k")
        node = helper.make_node("TopK", ["x", "k"], ["values", "indices"], axis=workload.axis)
        graph = helper.make_graph([node], "workload", [x], [values, indices], [k])
        # The first with 8- and 16-bit integers and bfloat16.
        opset = 24 if workload.dtype in ("bf16", "i8", "u8", "i16", "u16") else 11
    else:
        name = {"argmax": "ArgMax", "argmin": "ArgMin"}[workload.op]
        node = helper.make_node(name, ["x"], ["indices"], axis=workload.axis, keepdims=0)
        graph = helper.make_graph([node], "workload", [x], [indices])
        opset = 13
    opsets = [helper.make_opsetid("", opset)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10).SerializeToString()
