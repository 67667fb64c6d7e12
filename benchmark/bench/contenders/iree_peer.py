"""IREE, compiled for this CPU, called in the same thread: ArgMin and ArgMax by its
importer of ONNX, TopK as JAX gives it, since the importer makes a full sort of it."""

import math
import subprocess
import sys

import iree.compiler.tools
import iree.runtime
import numpy as np
from iree.compiler.version import VERSION

from bench import native
from bench.answers import Answer
from bench.contenders import Contender, PythonPrepared, Unsupported
from bench.contenders.onnx_model import onnx_model
from bench.contenders.own import mlir_type

COMPILE_SECONDS = 60
MOST_STEPS = 10**10
FLAGS = [
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-opt-level=O3",
]


def _run(command):
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unsupported(f"not compiled within {COMPILE_SECONDS} s") from None
    if ended.returncode:
        errors = [line.partition("error: ")[2] for line in ended.stderr.splitlines() if "error: " in line]
        raise Unsupported(f"it does not compile: {errors[0] if errors else ended.returncode}")


def _import_arg(workload):
    model, text = (native.temporary_file(suffix) for suffix in (".onnx", ".mlir"))
    with open(model, "wb") as file:
        file.write(onnx_model(workload))
    _run([sys.executable, "-m", "iree.compiler.tools.import_onnx", model, "-o", text])
    return text


def _write_top_k(workload):
    """chlo.top_k takes the last dimension; indices have 32 bits."""
    if math.prod(workload.shape) * workload.k > MOST_STEPS:
        raise Unsupported("it inserts elements one by one, which takes minutes here")
    rank, axis = len(workload.shape), workload.axis
    # Its own inverse: the axis and the last dimension change places.
    order = [axis if d == rank - 1 else rank - 1 if d == axis else d for d in range(rank)]
    element = mlir_type(workload.dtype) if workload.dtype[0] != "u" else f"u{mlir_type(workload.dtype)}"

    def tensor(shape, element):
        return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"

    def moved(name, shape, element):
        before, after = tensor(shape, element), tensor([shape[d] for d in order], element)
        return f"stablehlo.transpose {name}, dims = {order} : ({before}) -> {after}"

    result = workload.result_shape
    types = [tensor(result, element), tensor(result, "i32")]
    rows = tensor([workload.shape[d] for d in order], element)
    kept = [tensor([result[d] for d in order], e) for e in (element, "i32")]
    path = native.temporary_file(".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"""func.func @workload(%x: {tensor(workload.shape, element)}) -> ({", ".join(types)}) {{
  %rows = {moved("%x", workload.shape, element)}
  %v, %i = chlo.top_k(%rows, k = {workload.k}) : {rows} -> ({", ".join(kept)})
  %values = {moved("%v", [result[d] for d in order], element)}
  %indices = {moved("%i", [result[d] for d in order], "i32")}
  return %values, %indices : {", ".join(types)}
}}
""")
    return path


class Iree(Contender):
    name = "IREE"
    version = f"IREE {VERSION}"

    def __init__(self):
        self._configuration = iree.runtime.Config("local-sync")

    def prepare(self, workload, inputs):
        text = _write_top_k(workload) if workload.is_topk else _import_arg(workload)
        code = native.temporary_file(".vmfb")
        _run([iree.compiler.tools.binaries.find_tool("iree-compile"), text, *FLAGS, "-o", code])
        context = iree.runtime.SystemContext(config=self._configuration)
        context.add_vm_module(iree.runtime.VmModule.mmap(context.instance, code))
        function = context.modules.module["workload"]
        device = self._configuration.device
        arrays = [iree.runtime.asdevicearray(device, array) for array in inputs]

        def read(result):
            if not workload.is_topk:
                return Answer(result.to_host())
            return Answer(result[1].to_host(), result[0].to_host())

        return PythonPrepared(function, arrays, read)
