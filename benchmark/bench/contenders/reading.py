"""A plain loop that reads the input once. It answers nothing."""

import ctypes

import numpy as np

from bench import machine, native
from bench.contenders import Contender, Prepared


class _Reading(Prepared):
    def __init__(self, inputs):
        self._inputs = inputs
        self._result = np.zeros(machine.vector_bits() // 8, np.uint8)
        bytes_of = [np.array([i.ctypes.data, i.nbytes], np.int64) for i in inputs]
        kernel = ctypes.cast(native.harness().extremaBenchmarkReading, ctypes.c_void_p)
        self._loop = native.Loop(kernel, bytes_of, None, self._result)

    def answer(self, i):
        return None

    def sample(self, first, calls):
        return self._loop.sample(first, calls)


class Reading(Contender):
    name = "reading"
    is_peer = False

    def __init__(self):
        self.version = f"clang {' '.join(native.READING_FLAGS)}, vectors of {machine.vector_bits()} bits"

    def prepare(self, workload, inputs):
        return _Reading(inputs)
