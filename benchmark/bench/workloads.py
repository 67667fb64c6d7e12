"""The workload table: what is timed, and what our time may be.

`target` is the time allowed, as a multiple of the time of reading the input, on
a CPU with AVX-512. `plain` marks contiguous rows of plain types on which a
library reads at the speed of memory: we cannot be ahead of it, only even
(verdict.py).
"""

from dataclasses import dataclass
from math import prod

import ml_dtypes
import numpy as np

DTYPES = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    **{f"{sign}{bits}": np.dtype(f"{sign}{bits // 8}") for sign in "iu" for bits in (8, 16, 32, 64)},
}


@dataclass(frozen=True)
class Workload:
    """One operation on one shape. All are ONNX's operators with their defaults:
    the first of equal elements, largest, sorted, indices of 64 bits."""

    name: str
    op: str  # argmax, argmin or topk
    dtype: str
    shape: tuple
    axis: int
    k: int | None = None  # of topk
    target: float | None = None  # our time ÷ the time of reading, at most
    plain: bool = False
    order: str = "random"  # of the input: one of inputs.ORDERS

    @property
    def is_topk(self):
        return self.op == "topk"

    @property
    def numpy_dtype(self):
        return DTYPES[self.dtype]

    @property
    def extent(self):
        return self.shape[self.axis]

    @property
    def input_bytes(self):
        return prod(self.shape) * self.numpy_dtype.itemsize

    @property
    def result_shape(self):
        """Of the indices, and of topk's values: without the axis for the args."""
        kept = (self.k,) if self.is_topk else ()
        return self.shape[: self.axis] + kept + self.shape[self.axis + 1 :]

    @property
    def is_long_row(self):
        """Whether topk selects few elements of a long contiguous row."""
        return self.is_topk and self.axis == len(self.shape) - 1 and self.extent > 4096


def _arg(name, op, dtype, shape, axis, target, plain=False):
    return Workload(name, op, dtype, shape, axis, None, target, plain)


def _topk(name, dtype, shape, axis, k, target, order="random"):
    return Workload(name, "topk", dtype, shape, axis, k, target, False, order)


PLAIN = True
MILLION = (1048576,)

# fmt: off
WORKLOADS = [
    #    name                 op        type    shape               axis target
    _arg("vector 1M",         "argmax", "f32",  MILLION,             0,  1.1, PLAIN),
    _arg("vector 4k",         "argmax", "f32",  (4096,),             0,  2.5),
    _arg("greedy decode",     "argmax", "f32",  (32, 128256),        1,  1.1, PLAIN),
    _arg("image top-1",       "argmax", "f32",  (64, 1000),          1,  2.0),
    _arg("short rows",        "argmax", "f32",  (100000, 10),        1,  2.3),
    _arg("segmentation",      "argmax", "f32",  (1, 21, 512, 512),   1,  1.9),
    _arg("axis 0",            "argmax", "f32",  (64, 256, 256),      0,  1.8),
    _arg("axis 0 of 2",       "argmax", "f32",  (2, 256, 256, 64),   0,  2.3),
    _arg("matrix axis 0",     "argmax", "f32",  (1000, 1000),        0,  1.6),
    _arg("u8",                "argmax", "u8",   MILLION,             0,  1.15),
    _arg("i8",                "argmin", "i8",   MILLION,             0,  1.15),
    _arg("i16",               "argmax", "i16",  MILLION,             0,  1.1, PLAIN),
    _arg("i32",               "argmax", "i32",  MILLION,             0,  1.1, PLAIN),
    _arg("i64",               "argmax", "i64",  MILLION,             0,  1.1, PLAIN),
    _arg("f64",               "argmin", "f64",  MILLION,             0,  1.1, PLAIN),
    _arg("f16",               "argmax", "f16",  MILLION,             0,  1.2),
    _arg("bf16",              "argmax", "bf16", MILLION,             0,  1.2),
    #     name                type    shape               axis k      target
    _topk("LLM sampling",       "f32",  (1, 128256),        1, 50,      2.2),
    _topk("LLM sampling batch", "f32",  (32, 50257),        1, 50,      2.3),
    _topk("LLM sampling bf16",  "bf16", (1, 128256),        1, 50,      3.2),
    _topk("LLM sampling f16",   "f16",  (1, 128256),        1, 50,      3.2),
    _topk("ascending",          "f32",  (1, 128256),        1, 50,      3.2, "ascending"),
    _topk("MoE routing 64",     "f32",  (1024, 64),         1, 8,       12),
    _topk("MoE routing 256",    "f32",  (1024, 256),        1, 8,       4.5),
    _topk("image top-5",        "f32",  (64, 1000),         1, 5,       4),
    _topk("detection",          "f32",  (1, 100800),        1, 1000,    5.5),
    _topk("retrieval",          "f32",  (1, 10000000),      1, 100,     1.3),
    _topk("large k",            "f32",  (1, 1048576),       1, 262144,  30),
    _topk("full sort",          "f32",  (16, 4096),         1, 4096,    130),
    _topk("channel axis",       "f32",  (1, 64, 128, 128),  1, 3,       3.3),
    _topk("axis 0 top-k",       "f32",  (1000, 1000),       0, 10,      9),
    _topk("i32 top-k",          "i32",  (1, 1048576),       1, 50,      1.4),
    _topk("i64 top-k",          "i64",  (1, 1048576),       1, 50,      1.4),
    _topk("u8 top-k",           "u8",   (1, 1048576),       1, 50,      1.8),
]
# fmt: on
