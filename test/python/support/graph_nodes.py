"""A random node of each operator of docs/ONNX.md, for graph_grower.py: the name
of the operator, and a function that adds the node to a graph that grows."""

import math

import numpy as np
from onnx import TensorProto, numpy_helper
from support.graph_grower import BOOL, EXTENTS, NotPossible, allowed_codes, code_of
from support.values import pick

RARELY = 0.03  # how often what docs/ONNX.md does not support
_LAST = np.iinfo(np.int64).max


def _axis(grower, rank):
    """One of `rank` dimensions, counted from either end where the version may."""
    if not rank:
        raise NotPossible
    axis = int(grower.rng.integers(rank))
    return axis - rank if grower.opset >= 11 and grower.chance(0.3) else axis


def _data(grower, operator, **options):
    return grower.pick_data(allowed_codes(operator, 0, grower.opset), **options)


def _maybe(grower, **attrs):
    """Each attribute, or not: then it has its default."""
    return {name: value for name, value in attrs.items() if grower.chance(0.7)}


def _arg(grower, operator):
    x = _data(grower, operator)
    rank = grower.values[x].ndim
    attrs = {} if rank == 0 or (rank and grower.chance(0.15)) else dict(axis=_axis(grower, rank))
    attrs |= _maybe(grower, keepdims=int(grower.rng.integers(2)))
    if grower.opset >= 12:
        attrs |= _maybe(grower, select_last_index=int(grower.rng.integers(2)))
    grower.add(operator, [x], **attrs)


def _topk(grower, operator):
    x = _data(grower, operator)
    shape = grower.values[x].shape
    axis = _axis(grower, len(shape))
    attrs = dict(axis=axis) if grower.chance(0.8) else {}
    extent = shape[attrs.get("axis", -1)]
    k = int(pick(grower.rng, (0, 1, extent, extent - 1, grower.rng.integers(extent + 1)), (1, 2, 2, 1, 4)))
    k = max(k, 0)
    if grower.opset >= 11:
        attrs |= _maybe(grower, largest=int(grower.rng.integers(2)))
        attrs |= _maybe(grower, sorted=int(grower.chance(0.85)))
    inputs = [x]
    if grower.opset < 10:
        attrs["k"] = max(k, 1)
    else:
        inputs.append(grower.vector([k], constant=0.45))
    is_sorted = attrs.get("sorted", 1)
    values = grower.add(operator, inputs, count=2, usable=bool(is_sorted), **attrs)
    if not is_sorted:
        indices = grower.graph.nodes[-1].output[1]
        grower.graph.unsorted |= {values: (attrs.get("axis", -1), indices), indices: (attrs.get("axis", -1), indices)}


def _binary(grower, operator):
    attrs = {}
    codes = allowed_codes(operator, 0, grower.opset)
    floats = {c for c in codes if graph_float(c)}
    if operator == "Mod":
        if grower.chance(RARELY):
            codes, attrs = floats, dict(fmod=1)
        else:
            codes = codes - floats
            attrs = _maybe(grower, fmod=int(grower.rng.integers(2)))
    x = grower.pick_data(codes)
    y = grower.compatible(x, {code_of(grower.values[x])})
    grower.add(operator, [x, y] if grower.chance(0.6) else [y, x], **attrs)


def graph_float(code):
    return code in (TensorProto.FLOAT16, TensorProto.BFLOAT16, TensorProto.FLOAT, TensorProto.DOUBLE)


def _variadic(grower, operator):
    x = _data(grower, operator)
    others = [grower.compatible(x, {code_of(grower.values[x])}) for _ in range(int(pick(grower.rng, (0, 1, 2), (1, 5, 2))))]
    inputs = [x, *others]
    grower.add(operator, [inputs[i] for i in grower.rng.permutation(len(inputs))])


def _unary(grower, operator):
    grower.add(operator, [_data(grower, operator)])


def _cast(grower, operator):
    x = _data(grower, operator)
    targets = [c for c in allowed_codes(operator, 0, grower.opset)]
    grower.add(operator, [x], to=int(pick(grower.rng, sorted(targets))))


def _where(grower, operator):
    x = grower.pick_data(allowed_codes(operator, 1, grower.opset))
    y = grower.compatible(x, {code_of(grower.values[x])})
    condition = grower.compatible(x if grower.chance(0.7) else y, {BOOL})
    grower.add(operator, [condition, x, y] if grower.chance(0.6) else [condition, y, x])


def _concat(grower, operator):
    rank = 1 if grower.chance(0.3) else None
    x = _data(grower, operator, rank=rank)
    array = grower.values[x]
    axis = _axis(grower, array.ndim)
    fits = [n for n in grower.usable if _goes_on(array, grower.values[n], axis)]
    count = int(pick(grower.rng, range(4), (1, 5, 3, 1)))
    parts = [x] + [pick(grower.rng, fits) if grower.chance(0.4) else grower.alike(x, axis) for _ in range(count)]
    grower.add(operator, [parts[i] for i in grower.rng.permutation(len(parts))], axis=axis)


def _goes_on(x, y, axis):
    """Whether two arrays can be put together along the axis."""
    return x.dtype == y.dtype and x.ndim == y.ndim and np.delete(x.shape, axis).tolist() == np.delete(y.shape, axis).tolist()


def _constant(grower, operator):
    codes = [c for c in allowed_codes("Identity", 0, grower.opset) if c != BOOL]
    shape = grower.random_shape()
    array = grower.random_elements(pick(grower.rng, sorted(codes)), shape)
    grower.usable.append(grower.constant(array))


def _constant_of_shape(grower, operator):
    shape = grower.random_shape(int(pick(grower.rng, range(4), (1, 4, 4, 2))))
    codes = [c for c in allowed_codes("Identity", 0, grower.opset) if c != TensorProto.BFLOAT16]
    value = grower.random_elements(pick(grower.rng, sorted(codes)), [1])
    attrs = dict(value=numpy_helper.from_array(value)) if grower.chance(0.8) else {}
    grower.add(operator, [grower.vector(shape)], **attrs)


def _expand(grower, operator):
    x = _data(grower, operator)
    wanted = list(grower.values[x].shape)
    for i, extent in enumerate(wanted):
        if extent == 1 and grower.chance(0.6):
            wanted[i] = int(pick(grower.rng, EXTENTS))
        elif grower.chance(0.3):
            wanted[i] = 1
    if grower.chance(0.3):
        wanted = [int(pick(grower.rng, (1, 2, 0))), *wanted]
    elif grower.chance(0.2):
        wanted = wanted[1:]
    grower.add(operator, [x, grower.vector(wanted)])


def _flatten(grower, operator):
    x = _data(grower, operator)
    rank = grower.values[x].ndim
    axis = int(grower.rng.integers(rank + 1))
    if grower.opset >= 11 and grower.chance(0.3) and axis < rank:
        axis -= rank
    attrs = {} if grower.chance(0.2) and rank else dict(axis=axis)
    grower.add(operator, [x], **attrs)


def _gather(grower, operator):
    x = _data(grower, operator)
    rank = grower.values[x].ndim
    axis = _axis(grower, rank)
    extent = grower.values[x].shape[axis]
    if not extent:
        raise NotPossible
    low = -extent if grower.opset >= 11 else 0
    is_small = rank == 1 and grower.chance(0.8)
    count = int(pick(grower.rng, (0, 1, 2, 4))) if is_small or grower.chance(RARELY) else 1
    shape = pick(grower.rng, ([], [1])) if count == 1 else [count]
    if count == 4 and grower.chance(0.5):
        shape = [2, 2]
    indices = grower.rng.integers(low, extent, shape).astype(pick(grower.rng, (np.int64, np.int32)))
    name = grower.integer_input(indices) if grower.chance(RARELY) else grower.constant(indices)
    attrs = dict(axis=axis) if axis or grower.chance(0.5) else {}
    grower.add(operator, [x, name], **attrs)


def _reduce(grower, operator):
    x = grower.pick_data(allowed_codes(operator, 0, grower.opset) - ({BOOL} if not grower.chance(RARELY) else set()))
    rank = grower.values[x].ndim
    attrs, inputs = _maybe(grower, keepdims=int(grower.rng.integers(2))), [x]
    if grower.chance(0.8):
        count = int(grower.rng.integers(rank + 1))
        axes = sorted(int(a) for a in grower.rng.permutation(rank)[:count])
        if grower.opset >= 11 and grower.chance(0.3):
            axes = [axis - rank for axis in axes]
        if grower.opset >= 18:
            inputs.append(_constant_axes(grower, axes))
        elif axes:
            attrs["axes"] = axes
    if grower.opset >= 18 and grower.chance(0.3):
        attrs["noop_with_empty_axes"] = int(grower.rng.integers(2))
    grower.add(operator, inputs, **attrs)


def _constant_axes(grower, axes):
    array = np.array(axes, np.int64)
    return grower.integer_input(array) if grower.chance(RARELY) else grower.constant(array)


def _random_factors(grower, total, count):
    """`count` sizes whose product is `total`, which is not 0."""
    sizes = [1] * count
    divisor = 2
    while total > 1:
        while total % divisor:
            divisor += 1
        sizes[int(grower.rng.integers(count))] *= divisor
        total //= divisor
    return sizes


def _reshape(grower, operator):
    x = _data(grower, operator)
    array, rng = grower.values[x], grower.rng
    shape, allow_zero = list(array.shape), False
    if grower.chance(0.35) or not shape:
        # Any shape with as many elements.
        count = int(pick(rng, range(5), (1, 3, 4, 3, 1)))
        if array.size != 1:
            count = max(count, 1)
        shape = _random_factors(grower, array.size, count) if array.size else grower.random_shape(count)
        if not array.size:
            shape[int(rng.integers(count))] = 0
    else:
        # Dimensions put together and sizes of 1 put between.
        for _ in range(int(rng.integers(3))):
            if len(shape) > 1 and grower.chance(0.6):
                i = int(rng.integers(len(shape) - 1))
                shape[i : i + 2] = [shape[i] * shape[i + 1]]
            elif grower.chance(0.5):
                shape.insert(int(rng.integers(len(shape) + 1)), 1)
    allow_zero = grower.opset >= 14 and grower.chance(0.3)
    for i, size in enumerate(shape):
        if not allow_zero and i < array.ndim and array.shape[i] == size and grower.chance(0.4):
            shape[i] = 0
        elif grower.chance(0.3) and -1 not in shape and (math.prod(shape) or not array.size):
            shape[i] = -1
    attrs = dict(allowzero=int(allow_zero)) if allow_zero or grower.chance(0.1) and grower.opset >= 14 else {}
    grower.add(operator, [x, grower.vector(shape)], **attrs)


def _shape(grower, operator):
    attrs = {}
    if grower.opset >= 15:
        bounds = {name: int(grower.rng.integers(-5, 6)) for name in ("start", "end")}
        attrs = {name: bound for name, bound in bounds.items() if grower.chance(0.3)}
    grower.add(operator, [_data(grower, operator)], **attrs)


def _slice(grower, operator):
    x = _data(grower, operator)
    array, rng = grower.values[x], grower.rng
    if not array.ndim:
        raise NotPossible
    axes = [int(a) for a in rng.permutation(array.ndim)[: int(rng.integers(1, array.ndim + 1))]]
    starts, ends, steps = [], [], []
    for axis in axes:
        extent = array.shape[axis]
        step = int(pick(rng, (1, 2, 3, _LAST), (10, 2, 1, 0.3)))
        if grower.opset >= 10 and grower.chance(0.3 if array.ndim == 1 else RARELY):
            step = int(pick(rng, (-1, -2, -_LAST - 1)))
        bounds = [int(rng.integers(-extent - 2, extent + 3)) for _ in range(2)]
        far = (_LAST, 0) if step > 0 else (-_LAST - 1, extent)
        start, end = (f if grower.chance(0.35) else b for b, f in zip(bounds, reversed(far)))
        starts.append(start)
        ends.append(end)
        steps.append(step)
    if grower.opset < 10:
        attrs = dict(starts=starts, ends=ends)
        if axes != sorted(axes) or axes != list(range(len(axes))) or grower.chance(0.5):
            attrs["axes"] = axes
        grower.add(operator, [x], **attrs)
        return
    integers = [*starts, *ends, *steps]
    narrow = max(map(abs, integers)) < 1 << 31 and grower.chance(0.2)
    dtype = np.int32 if narrow else np.int64
    inputs = [x, grower.vector(starts, dtype, constant=0.7), grower.vector(ends, dtype, constant=0.7)]
    needs_axes = axes != list(range(len(axes)))
    if grower.opset >= 11 and grower.chance(0.3):
        axes = [axis - array.ndim for axis in axes]
        needs_axes = True
    needs_steps = any(step != 1 for step in steps)
    if needs_axes or needs_steps or grower.chance(0.4):
        is_left_out = not needs_axes and needs_steps and grower.chance(0.3)
        inputs.append("" if is_left_out else grower.constant(np.array(axes, dtype)))
    if needs_steps or (len(inputs) == 4 and inputs[3] and grower.chance(0.2)):
        inputs.append(grower.constant(np.array(steps, dtype)))
    grower.add(operator, inputs)


def _squeeze(grower, operator):
    x = _data(grower, operator)
    shape = grower.values[x].shape
    ones = [axis for axis, extent in enumerate(shape) if extent == 1]
    keys = grower.dimension_keys(x)
    is_static = all(key is None for key in keys) and x in grower.keys
    attrs, inputs = {}, [x]
    if not ((is_static and grower.chance(0.4)) or grower.chance(RARELY)):
        if not ones:
            raise NotPossible
        axes = [axis for axis in ones if grower.chance(0.7)] or ones[:1]
        if grower.opset >= 11 and grower.chance(0.3):
            axes = [axis - len(shape) for axis in axes]
        if grower.opset >= 13:
            inputs.append(_constant_axes(grower, axes))
        else:
            attrs["axes"] = axes
    grower.add(operator, inputs, **attrs)


def _unsqueeze(grower, operator):
    x = _data(grower, operator)
    count = int(grower.rng.integers(1, 3))
    rank = grower.values[x].ndim + count
    axes = sorted(int(a) for a in grower.rng.permutation(rank)[:count])
    if grower.opset >= 11 and grower.chance(0.3):
        axes = [axis - rank for axis in axes]
    if grower.opset >= 13:
        grower.add(operator, [x, _constant_axes(grower, axes)])
    else:
        grower.add(operator, [x], axes=axes)


def _transpose(grower, operator):
    x = _data(grower, operator)
    rank = grower.values[x].ndim
    attrs = {} if grower.chance(0.2) else dict(perm=[int(a) for a in grower.rng.permutation(rank)])
    if not rank:
        attrs = {}
    grower.add(operator, [x], **attrs)


_BINARY = "Add Sub Mul Div Mod Equal Greater GreaterOrEqual Less LessOrEqual And Or".split()

NODES = {
    "ArgMax": _arg,
    "ArgMin": _arg,
    "TopK": _topk,
    **{name: _binary for name in _BINARY},
    "Cast": _cast,
    "Concat": _concat,
    "Constant": _constant,
    "ConstantOfShape": _constant_of_shape,
    "Expand": _expand,
    "Flatten": _flatten,
    "Gather": _gather,
    "Identity": _unary,
    "Max": _variadic,
    "Min": _variadic,
    "Neg": _unary,
    "Not": _unary,
    "ReduceMax": _reduce,
    "ReduceMin": _reduce,
    "Reshape": _reshape,
    "Shape": _shape,
    "Sign": _unary,
    "Slice": _slice,
    "Squeeze": _squeeze,
    "Transpose": _transpose,
    "Unsqueeze": _unsqueeze,
    "Where": _where,
}
WEIGHTS = {
    **{name: 0.5 for name in (*_BINARY, "Identity", "Neg", "Not", "Sign", "Constant")},
    **dict(ArgMax=2, ArgMin=2, TopK=4, Reshape=3, Flatten=2, Slice=2, Expand=1.5, ReduceMax=1.5, Squeeze=1.5),
}
