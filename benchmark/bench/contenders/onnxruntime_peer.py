"""ONNX Runtime, on its CPU provider, with inputs and outputs bound."""

import numpy as np
import onnxruntime

from bench.answers import Answer
from bench.contenders import Contender, PythonPrepared
from bench.contenders.onnx_model import onnx_model


class OnnxRuntime(Contender):
    name = "ORT"
    version = f"ONNX Runtime {onnxruntime.__version__}"

    def prepare(self, workload, inputs):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(onnx_model(workload), options, providers=["CPUExecutionProvider"])

        def empty(dtype):
            array = np.zeros(workload.result_shape, dtype)
            return onnxruntime.OrtValue.ortvalue_from_numpy(array)

        outputs = {"values": empty(workload.numpy_dtype)} if workload.is_topk else {}
        outputs["indices"] = empty(np.int64)
        bindings = []
        for array in inputs:
            binding = session.io_binding()
            binding.bind_ortvalue_input("x", onnxruntime.OrtValue.ortvalue_from_numpy(array))
            for name, value in outputs.items():
                binding.bind_ortvalue_output(name, value)
            bindings.append(binding)

        def read(_):
            values = outputs["values"].numpy().copy() if workload.is_topk else None
            return Answer(outputs["indices"].numpy().copy(), values)

        return PythonPrepared(session.run_with_iobinding, bindings, read)
