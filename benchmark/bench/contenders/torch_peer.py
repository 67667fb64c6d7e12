"""PyTorch: eager, and torch.compile."""

import logging

import numpy as np
import torch

from bench.answers import Answer
from bench.contenders import Contender, PythonPrepared, Unsupported

torch.set_num_threads(1)
logging.getLogger("torch").setLevel(logging.ERROR)
torch.set_grad_enabled(False)

UNSIGNED = ("u16", "u32", "u64")


def _tensor(array):
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def _array(tensor, like):
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(like).copy()
    return tensor.numpy().copy()


def _operation(workload):
    """A function of the input and of where the outputs go, or None."""
    axis = workload.axis
    if workload.is_topk:
        return lambda x, out=None: torch.topk(x, workload.k, axis, out=out)
    if workload.op == "argmax":
        return lambda x, out=None: torch.argmax(x, axis, out=out)
    return lambda x, out=None: torch.argmin(x, axis, out=out)


class Torch(Contender):
    name = "torch"
    version = f"PyTorch {torch.__version__}"

    def _call(self, workload, tensors):
        operation = _operation(workload)
        indices = torch.zeros(workload.result_shape, dtype=torch.int64)
        if not workload.is_topk:
            return lambda x: operation(x, indices)
        out = (torch.zeros(workload.result_shape, dtype=tensors[0].dtype), indices)
        return lambda x: operation(x, out)

    def prepare(self, workload, inputs):
        if workload.dtype in UNSIGNED:
            raise Unsupported(f"no {workload.op} of {workload.dtype}")
        tensors = [_tensor(array) for array in inputs]

        def read(result):
            if not workload.is_topk:
                return Answer(result.numpy().copy())
            return Answer(result[1].numpy().copy(), _array(result[0], workload.numpy_dtype))

        return PythonPrepared(self._call(workload, tensors), tensors, read)


class TorchCompiled(Torch):
    name = "torch.compile"
    version = f"PyTorch {torch.__version__}, torch.compile with its defaults"

    def _call(self, workload, tensors):
        torch._dynamo.reset()
        compiled = torch.compile(_operation(workload), dynamic=False)
        compiled(tensors[0])
        return compiled
