"""OpenVINO's CPU plugin, one request for each input, inputs and outputs bound."""

import numpy as np
import openvino

from bench.answers import Answer
from bench.contenders import Contender, PythonPrepared, Unsupported
from bench.contenders.onnx_model import onnx_model

# The precision: else the plugin computes in 16 bits where the CPU has them.
CONFIGURATION = {
    "INFERENCE_NUM_THREADS": 1,
    "NUM_STREAMS": 1,
    "PERFORMANCE_HINT": "LATENCY",
    "INFERENCE_PRECISION_HINT": "f32",
    "ENABLE_CPU_PINNING": False,
}


class OpenVino(Contender):
    name = "OpenVINO"
    version = openvino.__version__

    def __init__(self):
        self._core = openvino.Core()

    def prepare(self, workload, inputs):
        if workload.dtype == "bf16":
            raise Unsupported("its arrays of bf16 cannot be made of NumPy's")
        compiled = self._core.compile_model(self._core.read_model(onnx_model(workload)), "CPU", CONFIGURATION)
        indices = np.zeros(workload.result_shape, np.int64)
        outputs = [indices]
        if workload.is_topk:
            outputs.insert(0, np.zeros(workload.result_shape, workload.numpy_dtype))
        requests = []
        for array in inputs:
            request = compiled.create_infer_request()
            request.set_input_tensor(openvino.Tensor(array, shared_memory=True))
            for i, output in enumerate(outputs):
                request.set_output_tensor(i, openvino.Tensor(output, shared_memory=True))
            requests.append(request)
        def read(_):
            return Answer(indices.copy(), outputs[0].copy() if workload.is_topk else None)

        return PythonPrepared(lambda request: request.infer(share_outputs=True), requests, read)
