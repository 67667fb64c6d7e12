"""The operators of docs/ONNX.md by NumPy, from ONNX's definitions and from what
that page says where ONNX says nothing: the judge of random graphs.

`evaluate` gives a node's outputs, or raises Failure where ONNX forbids the
input. `Notes` collects what else is of interest for a judgement: where ONNX does
not define an answer, and which sizes of 1 were repeated. ArgMin, ArgMax and TopK
are those of oracle.py.
"""

import math
from dataclasses import dataclass, field

import ml_dtypes
import numpy as np
from onnx import TensorProto, helper, numpy_helper
from support import oracle

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
# No array on the way has more elements: a run that asks for more is not made.
MAX_ELEMENTS = 1 << 16

# Wrong answers on purpose, to prove that the test sees them.
FAULTS = ("flatten", "slice", "neutral", "quotient", "nan")
_fault = None


def set_fault(name):
    global _fault
    _fault = name if name in FAULTS else None
    oracle.set_fault(name if name in oracle.FAULTS else None)


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


def _limit(shape):
    if math.prod(int(extent) for extent in shape) > MAX_ELEMENTS:
        raise TooLarge
    return shape


# ------------------------------------------------------------- element-wise --


def _broadcast(arrays):
    try:
        _limit(np.broadcast_shapes(*(a.shape for a in arrays)))
        return np.broadcast_arrays(*arrays)
    except ValueError:
        raise Failure("broadcast") from None


def _quotient(a, b, notes):
    """Toward zero; by zero the dividend; an overflow wraps."""
    if is_float(a.dtype):
        return a / b
    if np.any(b == 0):
        notes.undefined.add("division by zero")
    if _fault == "quotient" and a.dtype.kind == "i":
        return np.where(b == 0, a, a // np.where(b == 0, 1, b)).astype(a.dtype)
    safe = np.where((b == 0) | (b == np.array(-1).astype(b.dtype) if b.dtype.kind == "i" else b == 0), 1, b)
    safe = safe.astype(a.dtype)
    quotient = a // safe
    if a.dtype.kind == "i":
        lowest = np.iinfo(a.dtype).min
        if np.any((a == lowest) & (b == -1)):
            notes.undefined.add("overflow of a division")
        # Floored where the signs differ and something is left.
        quotient = quotient + ((a - quotient * safe != 0) & ((a < 0) != (safe < 0))).astype(a.dtype)
        quotient = np.where(b == -1, np.zeros_like(a) - a, quotient)
    return quotient.astype(a.dtype)


def _modulo(a, b, attrs, notes):
    if is_float(a.dtype):
        return np.fmod(a, b)
    rest = (a - _quotient(a, b, notes) * b).astype(a.dtype)
    if attrs.get("fmod", 0) == 1 or a.dtype.kind == "u":
        return rest
    return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest).astype(a.dtype)


def _extremum(a, b, largest, notes=None):
    """Of two arrays; NaN where one of them is, and 0.0 above -0.0."""
    better = a > b if largest else a < b
    if not is_float(a.dtype):
        return np.where(better, a, b)
    with np.errstate(invalid="ignore"):
        nan_a, nan_b = oracle.is_nan(a), oracle.is_nan(b)
    if notes is not None and (np.any(nan_a) or np.any(nan_b)):
        notes.undefined.add("extremum of NaN")
    zeros = (a == 0) & (b == 0)
    if notes is not None and np.any(zeros & (np.signbit(a) != np.signbit(b))):
        notes.undefined.add("extremum of two zeros")
    better = np.where(zeros, np.signbit(b) if largest else np.signbit(a), better)
    result = np.where(better, a, b)
    if _fault == "nan":
        return result
    return np.where(nan_a, a, np.where(nan_b, b, result))


def _sign(a):
    """-0.0 gives 0.0 and NaN itself."""
    if a.dtype.kind == "u":
        return (a != 0).astype(a.dtype)
    signs = (a > 0).astype(np.int8) - (a < 0).astype(np.int8)
    result = signs.astype(a.dtype)
    return np.where(oracle.is_nan(a), a, result) if is_float(a.dtype) else result


def _cast(a, to, notes):
    if a.dtype == to:
        return a
    if to == np.bool_:
        return a != 0
    if not is_float(a.dtype) or is_float(to):
        if to == BFLOAT16 and (not is_float(a.dtype) or a.dtype == np.float64):
            return a.astype(np.float32).astype(to)
        if to == np.float16 and a.dtype == BFLOAT16:
            return a.astype(np.float32).astype(to)
        if is_float(to) and not is_float(a.dtype) and to == np.float16:
            return a.astype(np.float32).astype(to)
        return a.astype(to)
    # The nearest integer that there is, 0 for NaN.
    wide = a.astype(np.float64)
    info = np.iinfo(to)
    below, above = wide < float(info.min), wide >= float(info.max) + (float(info.max) < 2**53)
    nan = oracle.is_nan(wide)
    if np.any(below & (wide <= float(info.min) - 1)) or np.any(above | nan):
        notes.undefined.add("integer that does not hold a float")
    inside = np.where(below | above | nan, 0.0, wide)
    result = np.trunc(inside).astype(to)
    result = np.where(below, info.min, np.where(above, info.max, result))
    return np.where(nan, 0, result).astype(to)


_COMPARISONS = {
    "Equal": np.equal,
    "Greater": np.greater,
    "GreaterOrEqual": np.greater_equal,
    "Less": np.less,
    "LessOrEqual": np.less_equal,
    "And": np.logical_and,
    "Or": np.logical_or,
}
_ARITHMETIC = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply}


def _elementwise(node, arrays, attrs, notes):
    name = node.op_type
    if name == "Cast":
        return _cast(arrays[0], numpy_type(attrs["to"]), notes)
    if name == "Neg":
        return np.negative(arrays[0])
    if name == "Sign":
        return _sign(arrays[0])
    if name == "Not":
        return np.logical_not(arrays[0])
    arrays = _broadcast(arrays)
    if name == "Where":
        return np.where(arrays[0], arrays[1], arrays[2])
    if name in ("Max", "Min"):
        result = arrays[0]
        for other in arrays[1:]:
            result = _extremum(result, other, name == "Max", notes)
        return result
    a, b = arrays
    if name == "Div":
        return _quotient(a, b, notes)
    if name == "Mod":
        return _modulo(a, b, attrs, notes)
    if name in _COMPARISONS:
        return _COMPARISONS[name](a, b)
    return _ARITHMETIC[name](a, b).astype(a.dtype)


ELEMENTWISE = {"Cast", "Neg", "Sign", "Not", "Where", "Max", "Min", "Div", "Mod", *_COMPARISONS, *_ARITHMETIC}
BROADCASTING = ELEMENTWISE - {"Cast", "Neg", "Sign", "Not"}

# ------------------------------------------------------------------- shapes --


def _axis(axis, rank):
    if not -rank <= axis < rank:
        raise Failure("axis")
    return axis % rank


def _axes(node, arrays, attrs, rank):
    """The axes of an attribute or of the second input; None without either."""
    axes = attrs.get("axes")
    if axes is None and len(arrays) > 1 and arrays[1] is not None:
        axes = arrays[1].tolist()
    if axes is None:
        return None
    axes = [_axis(axis, rank) for axis in axes]
    if len(set(axes)) != len(axes):
        raise Failure("axis")
    return axes


def _flatten(x, axis):
    axis = axis + x.ndim if axis < 0 else axis
    sizes = math.prod(x.shape[:axis]), math.prod(x.shape[axis:])
    if _fault == "flatten" and not x.size:
        sizes = 0, 0
    return x.reshape(sizes)


def _reshape(x, wanted, allow_zero):
    shape = wanted.tolist()
    if any(size < -1 for size in shape) or shape.count(-1) > 1 or (allow_zero and 0 in shape and -1 in shape):
        raise Failure("reshape")
    for i, size in enumerate(shape):
        if size == 0 and not allow_zero:
            if i >= x.ndim:
                raise Failure("reshape")
            shape[i] = x.shape[i]
    if -1 in shape:
        rest = math.prod(size for size in shape if size != -1)
        if rest == 0 and x.size == 0:
            # Any size would do, and ONNX names none.
            raise Undefined("Reshape with -1 beside a size of 0")
        if rest == 0 or x.size % rest:
            raise Failure("reshape")
        shape[shape.index(-1)] = x.size // rest
    if math.prod(shape) != x.size:
        raise Failure("reshape")
    return x.reshape(shape)


def _slice(x, arrays, attrs):
    if len(arrays) < 3:
        starts, ends, axes, steps = attrs["starts"], attrs["ends"], attrs.get("axes"), None
    else:
        starts, ends = arrays[1].tolist(), arrays[2].tolist()
        axes, steps = (a if a is None else a.tolist() for a in [*arrays[3:], None, None][:2])
    axes = list(range(len(starts))) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    if not len(starts) == len(ends) == len(axes) == len(steps) or 0 in steps:
        raise Failure("slice")
    axes = [_axis(axis, x.ndim) for axis in axes]
    if len(set(axes)) != len(axes):
        raise Failure("axis")
    for start, end, axis, step in zip(starts, ends, axes, steps):
        extent = x.shape[axis]
        start, end = (bound + extent if bound < 0 else bound for bound in (start, end))
        low, high = (0, extent) if step > 0 else (-1, extent - 1)
        start = min(max(start, 0 if step > 0 else min(0, high)), high)
        end = min(max(end, low), extent if step > 0 else high)
        if _fault == "slice" and step > 1:
            end = min(end + 1, extent)
        places = list(range(start, end, step)) if extent else []
        x = np.take(x, np.array(places, np.int64), axis)
    return x


def _gather(x, indices, axis):
    axis = _axis(axis, x.ndim)
    extent = x.shape[axis]
    if np.any((indices < -extent) | (indices >= extent)):
        raise Failure("gather")
    _limit((*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]))
    return np.take(x, np.where(indices < 0, indices + extent, indices), axis) if extent else x.reshape(
        x.shape[:axis] + indices.shape + x.shape[axis + 1 :]
    )


def _squeeze(x, axes):
    if axes is None:
        axes = [i for i, extent in enumerate(x.shape) if extent == 1]
    if any(x.shape[axis] != 1 for axis in axes):
        raise Failure("squeeze")
    return x.reshape([extent for i, extent in enumerate(x.shape) if i not in axes])


def _unsqueeze(x, node, arrays, attrs):
    count = len(attrs["axes"]) if "axes" in attrs else arrays[1].size
    shape = list(x.shape)
    for axis in sorted(_axes(node, arrays, attrs, x.ndim + count)):
        shape.insert(axis, 1)
    return x.reshape(shape)


def _expand(x, shape):
    if np.any(shape < 0):
        raise Failure("expand")
    try:
        shape = np.broadcast_shapes(x.shape, tuple(_limit(shape.tolist())))
    except ValueError:
        raise Failure("expand") from None
    return np.broadcast_to(x, _limit(shape))


def _concat(arrays, axis):
    axis = _axis(axis, arrays[0].ndim)
    try:
        return np.concatenate(arrays, axis)
    except ValueError:
        raise Failure("concat") from None


def _constant(attrs):
    ((name, value),) = attrs.items()
    if name == "value":
        return numpy_helper.to_array(value)
    return np.array(value, np.float32 if "float" in name else np.int64)


def _constant_of_shape(shape, attrs):
    if np.any(shape < 0):
        raise Failure("expand")
    value = numpy_helper.to_array(attrs["value"]) if "value" in attrs else np.zeros(1, np.float32)
    return np.full(_limit(shape.tolist()), value.reshape(()), value.dtype)


def _shape(x, attrs):
    return np.array(x.shape, np.int64)[attrs.get("start", 0) : attrs.get("end", None)]


# --------------------------------------------------------------- reductions --


def _neutral(dtype, largest):
    if _fault == "neutral":
        return np.zeros((), dtype)
    if is_float(dtype):
        return np.array(-np.inf if largest else np.inf, dtype)
    info = np.iinfo(dtype)
    return np.array(info.min if largest else info.max, dtype)


def _reduce(node, x, arrays, attrs, notes):
    axes = _axes(node, arrays, attrs, x.ndim)
    if not axes:
        if attrs.get("noop_with_empty_axes", 0) and node.op_type.startswith("Reduce"):
            return x
        axes = list(range(x.ndim))
    largest = node.op_type == "ReduceMax"
    if not x.ndim:
        return x
    rows = np.moveaxis(x, axes, range(-len(axes), 0))
    kept = rows.shape[: x.ndim - len(axes)]
    rows = rows.reshape(*kept, math.prod(x.shape[axis] for axis in axes))
    if not rows.shape[-1]:
        notes.undefined.add("reduction of nothing")
    result = np.broadcast_to(_neutral(x.dtype, largest), kept)
    for i in range(rows.shape[-1]):
        result = _extremum(result, rows[..., i], largest, notes)
    if attrs.get("keepdims", 1):
        result = result.reshape([1 if i in axes else extent for i, extent in enumerate(x.shape)])
    return result


def _note_nan(x, notes):
    """ONNX does not say where NaN stands in the order: docs/Rationale.md does."""
    if is_float(x.dtype) and np.any(oracle.is_nan(x)):
        notes.undefined.add("order of NaN")


def _arg(node, x, attrs, notes):
    _note_nan(x, notes)
    axis = attrs.get("axis", 0)
    if not x.ndim and "axis" not in attrs:
        return np.array(0, np.int64)
    try:
        return oracle.arg_extremum(
            x,
            _axis(axis, x.ndim),
            np.dtype(np.int64),
            largest=node.op_type == "ArgMax",
            keepdims=bool(attrs.get("keepdims", 1)),
            last=bool(attrs.get("select_last_index", 0)),
            ignore_nan=False,
        )
    except oracle.Failure:
        raise Failure("empty") from None


def _topk(x, arrays, attrs, notes):
    _note_nan(x, notes)
    k = attrs["k"] if "k" in attrs else arrays[1]
    if np.size(k) != 1:
        raise Failure("k")
    try:
        axis = _axis(attrs.get("axis", -1), x.ndim)
        return oracle.top_k(x, int(np.reshape(k, ())), axis, np.dtype(np.int64), largest=attrs.get("largest", 1) != 0)
    except oracle.Failure:
        raise Failure("k") from None


# ---------------------------------------------------------------------- all --


def _outputs(node, arrays, notes):
    attrs, name = attributes(node), node.op_type
    x = arrays[0] if arrays else None
    if name in ELEMENTWISE:
        return _elementwise(node, arrays, attrs, notes)
    if name in ("ReduceMax", "ReduceMin"):
        return _reduce(node, x, arrays, attrs, notes)
    if name in ("ArgMax", "ArgMin"):
        return _arg(node, x, attrs, notes)
    if name == "TopK":
        return _topk(x, arrays, attrs, notes)
    simple = {
        "Concat": lambda: _concat(arrays, attrs["axis"]),
        "Constant": lambda: _constant(attrs),
        "ConstantOfShape": lambda: _constant_of_shape(x, attrs),
        "Expand": lambda: _expand(x, arrays[1]),
        "Flatten": lambda: _flatten(x, attrs.get("axis", 1)),
        "Gather": lambda: _gather(x, arrays[1], attrs.get("axis", 0)),
        "Identity": lambda: x,
        "Reshape": lambda: _reshape(x, arrays[1], attrs.get("allowzero", 0) != 0),
        "Shape": lambda: _shape(x, attrs),
        "Slice": lambda: _slice(x, arrays, attrs),
        "Squeeze": lambda: _squeeze(x, _axes(node, arrays, attrs, x.ndim)),
        "Transpose": lambda: np.transpose(x, attrs.get("perm")),
        "Unsqueeze": lambda: _unsqueeze(x, node, arrays, attrs),
    }
    return simple[name]()


def evaluate(node, arrays, notes):
    """The outputs of a node on `arrays`, None for inputs left out."""
    with np.errstate(all="ignore"):
        outputs = _outputs(node, arrays, notes)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    return [np.ascontiguousarray(a).reshape(np.shape(a)) for a in outputs]
