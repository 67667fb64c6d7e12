"""Extrema's compiled code: the vector path and the scalar one, by the program
and with the flags that users have."""

import numpy as np

from bench import native
from bench.answers import Answer
from bench.contenders import Contender, Prepared
from bench.inputs import aligned_empty


def _memref(shape, element):
    return f"memref<{''.join(f'{extent}x' for extent in shape)}{element}>"


def mlir_type(dtype):
    """Of an element; the kind of the operation alone has the signedness."""
    return dtype.replace("u", "i")


def kind(op, dtype):
    """ONNX's order: a NaN is the best, also of argmin."""
    direction = "min" if op == "argmin" else "max"
    return direction + ("imumf" if "f" in dtype else "ui" if dtype[0] == "u" else "si")


def module_text(op, dtype, shape, axis, result_shape):
    """A module whose function `kernel` has input and destinations as arguments.
    Extents may be "?"."""
    element = mlir_type(dtype)
    x, values, indices = (
        _memref(s, e) for s, e in ((shape, element), (result_shape, element), (result_shape, "i64"))
    )
    if op == "topk":
        name, arguments = "topk_reduce", f"%values: {values}, %indices: {indices}"
        outs = f"outs(%values, %indices : {values}, {indices})"
    else:
        name, arguments = "arg_reduce", f"%indices: {indices}"
        outs = f"index_only outs(%indices : {indices})"
    return f"""func.func @kernel(%x: {x}, {arguments}) {{
  extrema.{name} <{kind(op, dtype)}> dimension({axis}) ins(%x : {x})
    {outs}
  return
}}
"""


class CompiledKernel(Prepared):
    def __init__(self, workload, inputs, text, flags):
        kernel, self._library = native.load_kernel(native.extrema_compile(text, flags))
        self._inputs = inputs  # the descriptors point into them
        self._indices = aligned_empty(workload.result_shape, np.int64)
        self._values = aligned_empty(workload.result_shape, workload.numpy_dtype) if workload.is_topk else None
        for destination in (self._indices, self._values):
            if destination is not None:
                destination.fill(0)  # else its pages come with the first call
        self._loop = native.Loop(
            kernel,
            [native.descriptor(i) for i in inputs],
            None if self._values is None else native.descriptor(self._values),
            native.descriptor(self._indices),
        )

    def answer(self, i):
        self._loop.sample(i, 1)
        return Answer(self._indices.copy(), None if self._values is None else self._values.copy())

    def sample(self, first, calls):
        return self._loop.sample(first, calls)


class Own(Contender):
    is_peer = False

    def __init__(self, name, flags):
        self.name = name
        # The structured operations fail in no way, so there is nothing to check.
        self.flags = ["--cpu=host", "--checks=off", *flags]
        self.version = f"extrema-compile {' '.join(self.flags)}"

    def prepare(self, workload, inputs):
        text = module_text(workload.op, workload.dtype, workload.shape, workload.axis, workload.result_shape)
        return CompiledKernel(workload, inputs, text, self.flags)


def vector(flags=()):
    return Own("Extrema", list(flags))


def scalar(flags=()):
    return Own("Extrema scalar", ["--no-vector", *flags])
