"""NumPy: argmax and argmin; argpartition and a sort of what it finds for top-k."""

import numpy as np

from bench.answers import Answer
from bench.contenders import Contender, PythonPrepared


def _top_k(k, axis, extent):
    def call(x):
        if k < extent:
            part = np.argpartition(x, extent - k, axis)
            part = np.take(part, range(extent - k, extent), axis) if axis != x.ndim - 1 else part[..., extent - k :]
            values = np.take_along_axis(x, part, axis)
            order = np.flip(np.argsort(values, axis), axis)
            return np.take_along_axis(values, order, axis), np.take_along_axis(part, order, axis)
        order = np.flip(np.argsort(x, axis), axis)
        return np.take_along_axis(x, order, axis), order

    return call


class NumPy(Contender):
    name = "NumPy"
    version = np.__version__

    def prepare(self, workload, inputs):
        if workload.is_topk:
            call = _top_k(workload.k, workload.axis, workload.extent)
            return PythonPrepared(call, inputs, lambda result: Answer(result[1], result[0]))
        find = np.argmax if workload.op == "argmax" else np.argmin
        out = np.zeros(workload.result_shape, np.intp)
        axis = workload.axis
        return PythonPrepared(lambda x: find(x, axis, out), inputs, lambda result: Answer(result.copy()))
