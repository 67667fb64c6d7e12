"""The operators of docs/ONNX.md by NumPy, from ONNX's definitions and from what
that page says where ONNX says nothing: the judge of random graphs.

`evaluate` gives a node's outputs, or raises Failure where ONNX forbids the
input. Element-wise operators are in graph_elementwise.py; ArgMin, ArgMax and TopK
are those of oracle.py.
"""

import math

import numpy as np
from onnx import numpy_helper
from support import oracle
from support.graph_elementwise import ELEMENTWISE, elementwise, extremum
from support.graph_notes import Failure, Undefined, attributes, has_fault, is_float, limited

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
    if not -x.ndim <= axis <= x.ndim:
        raise Failure("axis")
    axis = axis + x.ndim if axis < 0 else axis
    sizes = math.prod(x.shape[:axis]), math.prod(x.shape[axis:])
    if has_fault("flatten") and not x.size:
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
        if has_fault("slice") and step > 1:
            end = min(end + 1, extent)
        places = list(range(start, end, step)) if extent else []
        x = np.take(x, np.array(places, np.int64), axis)
    return x


def _gather(x, indices, axis):
    axis = _axis(axis, x.ndim)
    extent = x.shape[axis]
    if np.any((indices < -extent) | (indices >= extent)):
        raise Failure("gather")
    limited((*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]))
    return np.take(x, np.where(indices < 0, indices + extent, indices), axis) if extent else x.reshape(
        x.shape[:axis] + indices.shape + x.shape[axis + 1 :]
    )


def _transpose(x, perm):
    if perm is not None and len(perm) != x.ndim:
        raise Failure("axis")
    return np.transpose(x, perm)


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
        shape = np.broadcast_shapes(x.shape, tuple(limited(shape.tolist())))
    except ValueError:
        raise Failure("expand") from None
    return np.broadcast_to(x, limited(shape))


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
    return np.full(limited(shape.tolist()), value.reshape(()), value.dtype)


def _shape(x, attrs):
    return np.array(x.shape, np.int64)[attrs.get("start", 0) : attrs.get("end", None)]


# --------------------------------------------------------------- reductions --


def _neutral(dtype, largest):
    if has_fault("neutral"):
        return np.zeros((), dtype)
    if is_float(dtype):
        return np.array(-np.inf if largest else np.inf, dtype)
    if dtype == np.bool_:
        return np.array(not largest)
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
        result = extremum(result, rows[..., i], largest, notes)
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
        return elementwise(node, arrays, attrs, notes)
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
        "Transpose": lambda: _transpose(x, attrs.get("perm")),
        "Unsqueeze": lambda: _unsqueeze(x, node, arrays, attrs),
    }
    return simple[name]()


def evaluate(node, arrays, notes):
    """The outputs of a node on `arrays`, None for inputs left out."""
    with np.errstate(all="ignore"):
        outputs = _outputs(node, arrays, notes)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    return [np.ascontiguousarray(a).reshape(np.shape(a)) for a in outputs]
