"""The element-wise operators of docs/ONNX.md by NumPy, for graph_operators.py."""

import numpy as np
from support import oracle
from support.graph_notes import BFLOAT16, Failure, has_fault, is_float, limited, numpy_type


def _broadcast(arrays):
    try:
        limited(np.broadcast_shapes(*(a.shape for a in arrays)))
        return np.broadcast_arrays(*arrays)
    except ValueError:
        raise Failure("broadcast") from None


def _quotient(a, b, notes):
    """Toward zero; by zero the dividend; an overflow wraps."""
    if is_float(a.dtype):
        return a / b
    if np.any(b == 0):
        notes.undefined.add("division by zero")
    if has_fault("quotient") and a.dtype.kind == "i":
        return np.where(b == 0, a, a // np.where(b == 0, 1, b)).astype(a.dtype)
    is_minus_one = b == -1 if b.dtype.kind == "i" else np.zeros(b.shape, bool)
    safe = np.where((b == 0) | is_minus_one, 1, b).astype(a.dtype)
    quotient = a // safe
    if a.dtype.kind == "i":
        lowest = np.iinfo(a.dtype).min
        if np.any((a == lowest) & (b == -1)):
            notes.undefined.add("overflow of a division")
        # Floored where the signs differ and something is left.
        quotient = quotient + ((a - quotient * safe != 0) & ((a < 0) != (safe < 0))).astype(a.dtype)
        quotient = np.where(is_minus_one, np.zeros_like(a) - a, quotient)
    return quotient.astype(a.dtype)


def _modulo(a, b, attrs, notes):
    if is_float(a.dtype):
        return np.fmod(a, b)
    rest = (a - _quotient(a, b, notes) * b).astype(a.dtype)
    if attrs.get("fmod", 0) == 1 or a.dtype.kind == "u":
        return rest
    return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest).astype(a.dtype)


def extremum(a, b, largest, notes):
    """Of two arrays; NaN where one of them is, and 0.0 above -0.0."""
    better = a > b if largest else a < b
    if not is_float(a.dtype):
        return np.where(better, a, b)
    with np.errstate(invalid="ignore"):
        nan_a, nan_b = oracle.is_nan(a), oracle.is_nan(b)
    if np.any(nan_a) or np.any(nan_b):
        notes.undefined.add("extremum of NaN")
    zeros = (a == 0) & (b == 0)
    if np.any(zeros & (np.signbit(a) != np.signbit(b))):
        notes.undefined.add("extremum of two zeros")
    better = np.where(zeros, np.signbit(b) if largest else np.signbit(a), better)
    result = np.where(better, a, b)
    if has_fault("nan"):
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
        # f16 from f64 is rounded once. All that an f16 holds an f32 holds exactly.
        if to == BFLOAT16 or (to == np.float16 and a.dtype != np.float64):
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


def elementwise(node, arrays, attrs, notes):
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
            result = extremum(result, other, name == "Max", notes)
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
