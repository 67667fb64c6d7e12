"""The element types of the dialect: their MLIR names, NumPy types and orders."""

from dataclasses import dataclass

import ml_dtypes
import numpy as np


@dataclass(frozen=True)
class ElementType:
    mlir: str  # as MLIR spells it
    dtype: np.dtype  # NumPy's type of the same bits and order

    @property
    def is_float(self):
        return self.mlir in ("f16", "bf16", "f32", "f64")

    @property
    def is_unsigned(self):
        return self.dtype.kind == "u"

    @property
    def bits(self):
        """The unsigned integer type of the same width."""
        return np.dtype(f"u{self.dtype.itemsize}")

    @property
    def mantissa_bits(self):
        return {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}[self.mlir]

    @property
    def kinds(self):
        """The structured ops' kinds that order this type. A signless type
        takes both orders of integers: the kind alone carries the order."""
        if self.is_float:
            return ("maximumf", "minimumf", "maxnumf", "minnumf")
        return ("maxui", "minui") if self.is_unsigned else ("maxsi", "minsi")


def _types(*pairs):
    return {mlir: ElementType(mlir, np.dtype(dtype)) for mlir, dtype in pairs}


FLOAT_TYPES = _types(
    ("f16", np.float16),
    ("bf16", ml_dtypes.bfloat16),
    ("f32", np.float32),
    ("f64", np.float64),
)
SIGNLESS_TYPES = _types(*((f"i{w}", f"i{w // 8}") for w in (8, 16, 32, 64)))
SIGNED_TYPES = _types(*((f"si{w}", f"i{w // 8}") for w in (8, 16, 32, 64)))
UNSIGNED_TYPES = _types(*((f"ui{w}", f"u{w // 8}") for w in (8, 16, 32, 64)))
VALUE_TYPES = {**FLOAT_TYPES, **SIGNLESS_TYPES, **SIGNED_TYPES, **UNSIGNED_TYPES}
INDEX_TYPES = {
    **SIGNLESS_TYPES,
    **_types(("index", np.int64)),  # 64 bits on every target of these tests
}


class TypedPair:
    """What has `element` and `index`, MLIR's names of a pair's types."""

    @property
    def dtype(self):
        return VALUE_TYPES[self.element].dtype

    @property
    def index_dtype(self):
        return INDEX_TYPES[self.index].dtype


def bits_of(array):
    """`array` seen as unsigned integers: -0.0 and NaN payloads compare too."""
    array = np.ascontiguousarray(array).reshape(np.shape(array))
    return array.view(np.dtype(f"u{array.dtype.itemsize}"))


def same_bits(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and np.array_equal(bits_of(a), bits_of(b))
