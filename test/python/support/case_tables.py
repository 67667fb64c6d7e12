"""Reads the tables of conformance cases in test/cases; README.md there says how they
read. Everything that is not understood is an error with the file and the line."""

import glob
import os
import re
from dataclasses import dataclass, field

import numpy as np
import onnx
from onnx import helper

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "cases")
ORACLE = object()  # an output that the oracle gives


@dataclass
class Case:
    name: str
    about: str
    place: str  # its file and line
    model: onnx.ModelProto = None
    tensors: dict = field(default_factory=dict)  # by name: an array or ORACLE
    refused: list = field(default_factory=list)  # words of which the message has one
    unordered: str = None
    typed_field: str = None  # the tensor whose elements are not raw bytes
    cut: int = None  # how much of the model's file is there


class TableError(Exception):
    def __init__(self, place, message):
        super().__init__(f"{place}: {message}")


# ----------------------------------------------------------------- values --


class Bits:
    """Elements given by their bits."""

    def __init__(self, patterns):
        self.patterns = patterns


def shaped(shape, elements):
    return np.reshape(elements, shape)


def put(array, where, values):
    """A copy of `array` with other `values` at the places `where`, which count
    through all elements in row-major order."""
    array = np.array(array)
    array = array.astype(np.result_type(array, np.min_scalar_type(values)))
    array.reshape(-1)[where] = values
    return array


def integers(low, high, shape, seed):
    """Uniform ones, with `low` and without `high`."""
    return np.random.default_rng(seed).integers(low, high, shape)


def permutation(count, seed):
    """0 to `count` - 1, each once."""
    return np.random.default_rng(seed).permutation(count)


VALUES = {"nan": np.nan, "inf": np.inf, "full": np.full, "range": range, "bits": Bits, "oracle": ORACLE}
VALUES |= {f.__name__: f for f in (shaped, put, integers, permutation)}


def exact(array):
    """Python's numbers, which compare as what they are."""
    return (array if array.dtype.kind in "biuO" else array.astype(np.float64)).astype(object)


def to_array(value, dtype):
    """A value of a table as an array. No number may change but by the rounding
    of a fraction."""
    if isinstance(value, Bits):
        return np.array(value.patterns, f"u{dtype.itemsize}").view(dtype)
    plain = np.array(value)
    if dtype.kind in "iu" and plain.dtype.kind == "f":
        plain = np.array(value, object)  # integers below and above 2^63, which NumPy made floats
    with np.errstate(all="ignore"):
        array = plain.astype(dtype)
    if not plain.size:
        return array
    if plain.dtype.kind in "biuO":
        same = np.array_equal(exact(array), exact(plain)) and (plain.dtype.kind == "b") == (dtype.kind == "b")
    else:
        same = dtype.kind != "b" and np.array_equal(np.isfinite(array), np.isfinite(plain))
    if not same:
        raise ValueError(f"not all are numbers of {dtype}")
    return array


# ------------------------------------------------------------------- rows --


def read_model(opset, graph):
    versions = [helper.make_opsetid("", opset)]
    oldest = helper.find_min_ir_version_for(versions)
    try:
        model = onnx.parser.parse_model(f'<ir_version: {oldest}, opset_import: ["" : {opset}]> case {graph}')
    except onnx.parser.ParseError as error:
        raise ValueError(error.args[0].decode()) from None
    # As onnx.helper writes models: an empty field is there or not.
    model.producer_name = ""
    for node in model.graph.node:
        node.ClearField("domain")
    return model


def add_tensor(case, name, element_type, text):
    infos = {info.name: info for info in (*case.model.graph.input, *case.model.graph.output)}
    if name not in infos:
        raise ValueError(f"the model has no input or output '{name}'")
    code = infos[name].type.tensor_type.elem_type
    if element_type:
        code = onnx.TensorProto.DataType.Value(element_type.upper())
    value = eval(text, {"__builtins__": {}, **VALUES})
    dtype = np.dtype(helper.tensor_dtype_to_np_dtype(code))
    case.tensors[name] = value if value is ORACLE else to_array(value, dtype)


def add_row(case, row, seen):
    tensor = re.fullmatch(r"(\w+)(?: \((\w+)\))? = (.+)", row)
    opset = re.fullmatch(r"opset (\d+): (.+)", row)
    other = re.fullmatch(r"(refused|unordered|typed field|cut): (.+)", row)
    if not (tensor or opset or other):
        raise ValueError(f"neither 'opset N: GRAPH' nor 'TENSOR = VALUE' nor another known row: {row}")
    key = tensor[1] if tensor else "opset" if opset else other[1] + ":"
    if key in seen:
        raise ValueError(f"a second '{key}'")
    seen.add(key)
    if opset:
        case.model = read_model(int(opset[1]), opset[2])
    elif tensor:
        if not case.model:
            raise ValueError("the model comes before the tensors")
        add_tensor(case, *tensor.groups())
    elif key == "refused:":
        case.refused = other[2].split(", ")
    elif key == "unordered:":
        case.unordered = other[2]
    elif key == "typed field:":
        case.typed_field = other[2]
    else:
        case.cut = int(other[2].removesuffix(" bytes"))


def check(case):
    """Fails on what is missing."""
    if not case.model:
        raise ValueError("no model")
    graph = case.model.graph
    constants = {tensor.name for tensor in graph.initializer}
    inputs = {info.name for info in graph.input}
    missing = inputs - constants - case.tensors.keys()
    outputs = {info.name for info in graph.output}
    if not case.refused:
        missing |= outputs - case.tensors.keys()
    elif outputs & case.tensors.keys():
        raise ValueError("a model that is refused has no outputs to compare with")
    if missing:
        raise ValueError(f"no value of {', '.join(sorted(missing))}")
    if any(case.tensors.get(name) is ORACLE for name in inputs):
        raise ValueError("the oracle gives no inputs")
    if case.typed_field and case.typed_field not in constants | case.tensors.keys():
        raise ValueError(f"no tensor '{case.typed_field}'")


# ----------------------------------------------------------------- tables --


def joined_rows(path):
    """(number of the line, indentation, text) of each row: a line and those
    after it that are indented by four."""
    rows = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.lstrip().startswith("#"):
                continue
            text = line.lstrip(" ")
            indent = len(line) - len(text)
            if indent == 4 and rows:
                start, outer, before = rows.pop()
                rows.append((start, outer, f"{before} {text}"))
            else:
                rows.append((number, indent, text))
    return rows


def read_table(path):
    cases, seen = [], set()
    rows = joined_rows(path)
    for number, indent, text in rows:
        place = f"{os.path.basename(path)}:{number}"
        try:
            if indent == 2 and cases:
                add_row(cases[-1], text, seen)
                continue
            head = re.fullmatch(r"(\w+): (.+)", text)
            if indent or not head:
                raise ValueError(f"wanted is 'NAME: what it is about', or a row of a case, indented by two: {text}")
            cases.append(Case(*head.groups(), place))
            seen = set()
        except Exception as error:
            raise TableError(place, error) from error
    for case in cases:
        try:
            check(case)
        except ValueError as error:
            raise TableError(case.place, f"{case.name}: {error}") from None
    return cases


def read_cases(folder=FOLDER):
    """Every case of the folder's tables, by name."""
    cases = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.txt"))):
        for case in read_table(path):
            if case.name in cases:
                raise TableError(case.place, f"a second '{case.name}': the first is at {cases[case.name].place}")
            cases[case.name] = case
    if not cases:
        raise TableError(folder, "no case")
    return cases
