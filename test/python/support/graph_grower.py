"""A random graph while it grows: its inputs and constants, vectors of sizes, values
that go together, and what its first run gives for each value.
"""

import functools
import math

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from support import graph_notes, graph_operators
from support.element_types import VALUE_TYPES
from support.graph_model import Declared, Graph
from support.values import pick, random_array

NUMERIC = "uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 bfloat16 float double".split()
CODES = {f"tensor({name})": getattr(TensorProto, name.upper()) for name in [*NUMERIC, "bool"]}
BOOL, INT64, UINT8 = TensorProto.BOOL, TensorProto.INT64, TensorProto.UINT8
_ELEMENTS = {
    **{getattr(TensorProto, name.upper()): f"ui{name[4:]}" for name in NUMERIC if name.startswith("uint")},
    **{getattr(TensorProto, name.upper()): f"i{name[3:]}" for name in NUMERIC if name.startswith("int")},
    TensorProto.FLOAT16: "f16",
    TensorProto.BFLOAT16: "bf16",
    TensorProto.FLOAT: "f32",
    TensorProto.DOUBLE: "f64",
}
# Those in which an operator changed.
OPSETS = (7, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 23, 24, 25)
EXTENTS, EXTENT_WEIGHTS = (0, 1, 2, 3, 5, 8), (16, 20, 20, 20, 14, 4)
MAX_INPUT_ELEMENTS = 1500


class NotPossible(Exception):
    """The values that there are do not allow a node of the operator."""


@functools.lru_cache(maxsize=None)
def allowed_codes(operator, position, opset):
    """The element types of docs/ONNX.md that an operator takes, by its schema."""
    if operator == "Constant":
        return frozenset()
    if operator in ("Max", "Min") and opset < 8:
        return frozenset()  # they do not broadcast yet, and docs/ONNX.md has them from 8 on
    schema = onnx.defs.get_schema(operator, opset)
    parameter = schema.inputs[min(position, len(schema.inputs) - 1)]
    return frozenset(CODES[name] for name in parameter.types if name in CODES)


def code_of(array):
    return helper.np_dtype_to_tensor_dtype(array.dtype)


class Grower:
    """A graph that grows, and what its first run gives for each value."""

    def __init__(self, rng):
        self.rng = rng
        self.opset = pick(rng, OPSETS, [1] * 8 + [1, 2, 1, 1, 2, 2, 3, 3])
        self.graph = Graph(self.opset)
        self.values = {}  # name: array of the first run
        self.usable = []  # names that nodes may take as data
        self.keys = {}  # name of an input: the key of each open dimension, None of a static one
        self.sizes = {}  # key: size in the first run
        self.integers = set()  # inputs that hold sizes, places or k
        self.count = 0
        # Some graphs are all static, some all open.
        self.openness = pick(rng, (0.0, 0.5, 0.8, 1.0), (1, 4, 3, 2))
        self.extent_weights = pick(rng, (EXTENT_WEIGHTS, (3, *EXTENT_WEIGHTS[1:]), (0, *EXTENT_WEIGHTS[1:])), (3, 4, 2))
        self.has_names = rng.random() < 0.9
        # Numbers of dimensions below 0 are what some exporters write for open ones.
        self.writes_minus_one = rng.random() < 0.02

    def chance(self, probability):
        return self.rng.random() < probability

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    # ------------------------------------------------------------- inputs --

    def random_shape(self, rank=None):
        rng = self.rng
        rank = int(pick(rng, range(6), (2, 6, 7, 5, 2, 0.3))) if rank is None else rank
        if rank in (1, 2) and self.chance(0.06):
            long = [int(pick(rng, (17, 40, 70, 130)))]
            return [*([int(pick(rng, (1, 3, 0)))] * (rank - 1)), *long]
        shape = [int(pick(rng, EXTENTS, self.extent_weights)) for _ in range(rank)]
        while math.prod(shape) > MAX_INPUT_ELEMENTS:
            shape[shape.index(max(shape))] = 2
        return shape

    def random_elements(self, code, shape):
        if code == BOOL:
            return self.rng.integers(0, 2, shape).astype(np.bool_)
        element = VALUE_TYPES[_ELEMENTS[code]]
        if self.chance(0.6):
            low = 0 if element.is_unsigned else -4
            return np.asarray(self.rng.integers(low, 6, shape)).astype(element.dtype)
        return np.asarray(random_array(self.rng, element, tuple(shape)))

    def declare_dims(self, shape, keys):
        """How the input's dimensions are declared, given the keys of open ones."""
        dims = []
        for size, key in zip(shape, keys):
            if key is None:
                dims.append(int(size))
            elif self.writes_minus_one and self.chance(0.7):
                dims.append(-1)
            else:
                # A name that is shared is declared by name or not at all.
                dims.append(key if key[0] == "N" else None)
        return dims

    def new_input(self, code, shape, keys=None, array=None, prefix="x"):
        name = self.fresh(prefix)
        if keys is None:
            keys = [self.new_key(size) if self.chance(self.openness) else None for size in shape]
        self.keys[name] = keys
        self.graph.inputs.append(Declared(name, code, self.declare_dims(shape, keys)))
        self.values[name] = self.random_elements(code, shape) if array is None else array
        self.usable.append(name)
        return name

    def new_key(self, size):
        """The key of an open dimension: sometimes one that there is already."""
        same = [key for key, known in self.sizes.items() if known == size]
        if same and self.chance(0.35):
            return pick(self.rng, same)
        key = self.fresh("N" if self.chance(0.6) else "u")
        self.sizes[key] = int(size)
        return key

    def constant(self, array, prefix="c"):
        """An initializer or the output of a Constant node."""
        name = self.fresh(prefix)
        kinds = {np.dtype(np.int64): "int", np.dtype(np.float32): "float"}
        if self.chance(0.6):
            self.graph.initializers[name] = array
        else:
            attribute = dict(value=numpy_helper.from_array(array))
            if self.opset >= 12 and array.dtype in kinds and array.ndim <= 1 and self.chance(0.5) and array.size:
                kind = f"value_{kinds[array.dtype]}{'s' * array.ndim}"
                attribute = {kind: array.tolist()}
            self.graph.nodes.append(helper.make_node("Constant", [], [name], self.node_name(), **attribute))
        self.values[name] = array
        return name

    # -------------------------------------------------------------- nodes --

    def node_name(self):
        return f"n{len(self.graph.nodes)}" if self.has_names else ""

    def add(self, operator, inputs, count=1, usable=True, **attrs):
        """Adds a node that is valid for the first run; else raises NotPossible.
        Returns the name of its first output."""
        names = [self.fresh("v") for _ in range(count)]
        node = helper.make_node(operator, inputs, names, self.node_name(), **attrs)
        notes = graph_notes.Notes()
        try:
            arrays = [self.values[name] if name else None for name in inputs]
            outputs = graph_operators.evaluate(node, arrays, notes)
        except (graph_notes.Failure, graph_notes.Undefined, graph_notes.TooLarge):
            raise NotPossible from None
        if sum(a.size for a in outputs) > 4 * MAX_INPUT_ELEMENTS or any(a.ndim > 7 for a in outputs):
            raise NotPossible
        self.graph.nodes.append(node)
        self.values.update(zip(names, outputs))
        if usable:
            self.usable += names
        return names[0]

    def has_operator(self, operator):
        try:
            return operator == "Constant" or bool(allowed_codes(operator, 0, self.opset))
        except onnx.defs.SchemaError:
            return False

    def pick_data(self, codes, rank=None, new=0.25):
        """The name of a value of one of the types, often the newest there is."""
        fits = [n for n in self.usable if code_of(self.values[n]) in codes]
        if rank is not None:
            fits = [n for n in fits if self.values[n].ndim == rank]
        if not fits or (len(self.graph.inputs) < 4 and self.chance(new)):
            codes = sorted(codes - {BOOL})
            if not codes:
                return self.as_bool(self.random_shape(rank))
            return self.new_input(pick(self.rng, codes), self.random_shape(rank))
        return fits[-1] if self.chance(0.65) else pick(self.rng, fits)

    def as_bool(self, shape, keys=None):
        """A new value of bool: no input may be one."""
        return self.add("Cast", [self.new_input(UINT8, shape, keys)], to=BOOL)

    def dimension_keys(self, name):
        """The keys of an input's dimensions; None each of another value."""
        return self.keys.get(name, [None] * self.values[name].ndim)

    # ---------------------------------------------------- vectors of sizes --

    def vector(self, integers, dtype=np.int64, constant=0.5):
        """A name of a vector that holds the integers in the first run."""
        array = np.array(integers, dtype).reshape(-1)
        chance = self.rng.random()
        if chance < constant:
            return self.constant(array)
        if chance < constant + (1 - constant) * 0.4:
            return self.integer_input(array)
        if dtype == np.int64:
            try:
                return self.computed(array)
            except NotPossible:
                pass
        return self.constant(array)

    def integer_input(self, array):
        keys = [self.new_key(extent) if self.chance(0.15) else None for extent in array.shape]
        name = self.new_input(code_of(array), array.shape, keys, array, prefix="k")
        self.usable.remove(name)
        self.integers.add(name)
        return name

    def computed(self, array):
        """A vector by way of Shape, Gather, Slice, Concat and arithmetic."""
        if not array.size or np.abs(array.astype(np.float64)).max() > 1000:
            raise NotPossible
        pieces = [self.computed_size(int(value)) for value in array]
        if len(pieces) == 1:
            return pieces[0]
        return self.add("Concat", pieces, usable=False, axis=0)

    def computed_size(self, value):
        """A vector of one element."""
        found = [
            (name, axis)
            for name, a in self.values.items()
            for axis, extent in enumerate(a.shape)
            if extent == value or (value > 0 and extent and extent > value)
        ]
        if not found or self.chance(0.2):
            if self.chance(0.5):
                return self.constant(np.array([value]))
            difference = int(self.rng.integers(-2, 3))
            base = self.integer_input(np.array([value - difference]))
            return self.add("Add", [base, self.constant(np.array([difference]))], usable=False)
        name, axis = pick(self.rng, found)
        shape = self.add("Shape", [name], usable=False)
        extent = self.values[name].shape[axis]
        place = axis if self.chance(0.7) else axis - self.values[name].ndim
        if self.opset < 11:
            place = axis
        if self.chance(0.5) or self.opset < 10:
            piece = self.add("Gather", [shape, self.constant(np.array([place]))], usable=False)
        else:
            end = place + 1 or np.iinfo(np.int64).max
            bounds = [self.constant(np.array([bound])) for bound in (place, end)]
            piece = self.add("Slice", [shape, *bounds], usable=False)
        if extent == value:
            return piece
        if self.opset >= 12 and self.chance(0.5):
            return self.add("Min", [piece, self.constant(np.array([value]))], usable=False)
        return self.add("Sub", [piece, self.constant(np.array([extent - value]))], usable=False)

    # ---------------------------------------------------- something that fits --

    def compatible(self, name, codes):
        """A value of one of the types that is broadcast with `name`."""
        x = self.values[name]
        code = pick(self.rng, sorted(codes))
        fits = [n for n in self.usable if code_of(self.values[n]) in codes and self.goes_with(x, self.values[n])]
        if fits and self.chance(0.45):
            return pick(self.rng, fits)
        shape, keys = list(x.shape), list(self.dimension_keys(name))
        if name not in self.keys:
            keys = [self.new_key(extent) if self.chance(self.openness) else None for extent in shape]
        for i, extent in enumerate(shape):
            if self.chance(0.25):
                # Open sizes of 1 are not broadcast: they are rare.
                shape[i], keys[i] = 1, self.new_key(1) if self.chance(0.04) else None
            elif extent == 1 and self.chance(0.25):
                shape[i], keys[i] = int(pick(self.rng, EXTENTS)), None
        dropped = int(self.rng.integers(len(shape) + 1)) if self.chance(0.3) else 0
        shape, keys = shape[dropped:], keys[dropped:]
        if not self.chance(0.8) and len(shape) < 4:
            shape, keys = [1, *shape], [None, *keys]
        if math.prod(shape) > MAX_INPUT_ELEMENTS:
            raise NotPossible
        if self.chance(0.3) or len(self.graph.inputs) > 6:
            return self.constant(self.random_elements(code, shape))
        return self.as_bool(shape, keys) if code == BOOL else self.new_input(code, shape, keys)

    def alike(self, name, axis):
        """A value that differs from `name` in its size along the axis alone."""
        x = self.values[name]
        shape, keys = list(x.shape), list(self.dimension_keys(name))
        if name not in self.keys:
            keys = [self.new_key(extent) if self.chance(self.openness) else None for extent in shape]
        shape[axis] = int(pick(self.rng, EXTENTS))
        keys[axis] = self.new_key(shape[axis]) if self.chance(self.openness) else None
        if math.prod(shape) > MAX_INPUT_ELEMENTS:
            raise NotPossible
        code = code_of(x)
        if self.chance(0.3) or len(self.graph.inputs) > 6:
            return self.constant(self.random_elements(code, shape))
        return self.as_bool(shape, keys) if code == BOOL else self.new_input(code, shape, keys)

    def goes_with(self, x, y):
        # Mostly those of which the program can know it.
        if x.shape != y.shape and not self.chance(0.3):
            return False
        try:
            return math.prod(np.broadcast_shapes(x.shape, y.shape)) <= MAX_INPUT_ELEMENTS
        except ValueError:
            return False
