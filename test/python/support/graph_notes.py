"""What the evaluator of random graphs raises and notes, faults on purpose, and
element types."""

import math
from dataclasses import dataclass, field

import ml_dtypes
import numpy as np
from onnx import helper

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
# No array on the way has more elements: a run that asks for more is not made.
MAX_ELEMENTS = 1 << 16

# Wrong answers on purpose, to prove that the test sees them.
FAULTS = ("flatten", "slice", "neutral", "quotient", "nan")
_fault = None


def has_fault(name):
    return _fault == name


def set_fault(name):
    global _fault
    _fault = name if name in FAULTS else None


class Failure(Exception):
    """ONNX forbids the input of a node. The kind is one of graph_refusals."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


class Undefined(Exception):
    """ONNX does not say what the shape of an answer is."""


class TooLarge(Exception):
    """The run would make an array of more than MAX_ELEMENTS."""


@dataclass
class Notes:
    """What a run has shown besides its answers."""

    # Names of what ONNX leaves open and this run depends on.
    undefined: set = field(default_factory=set)


def numpy_type(code):
    return np.dtype(helper.tensor_dtype_to_np_dtype(code))


def is_float(dtype):
    return dtype == BFLOAT16 or dtype.kind == "f"


def attributes(node):
    return {a.name: helper.get_attribute_value(a) for a in node.attribute}


def limited(shape):
    """The shape, if it is not too large."""
    if math.prod(int(extent) for extent in shape) > MAX_ELEMENTS:
        raise TooLarge
    return shape
