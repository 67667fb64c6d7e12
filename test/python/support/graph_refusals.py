"""What the tools may say of a random graph that ONNX allows, each with the reason
for which docs/ONNX.md has it and the condition under which it may be said; what
they have to say of one that ONNX forbids; and what they may never say.

A message that is in none of the tables, or whose condition does not hold, is a
fault.
"""

import re
from dataclasses import dataclass

from support import graph_elementwise, graph_notes

SMALL = 64  # elements of the longest vector that is taken apart
LARGE = 1 << 24  # elements of the largest result that is repeated

# Words of verifiers, of other dialects and of ends of the process.
INTERNAL = re.compile(
    r"'(tensor|memref|linalg|arith|scf|func|cf|llvm|bufferization|vector|affine|builtin|index|math|ub)\.\w+' op"
    r"|error: '?(linalg|memref|tensor|bufferization)\b|failed to (legalize|verify)|PLEASE submit|Stack dump|Assertion"
    r"|LLVM ERROR|UNREACHABLE|unrealized_conversion_cast|does not verify|operand #\d|dominate"
)

_BROADCASTING = graph_elementwise.BROADCASTING

# What has to be said where the evaluator has a Failure of this kind.
FAILURES = {
    "empty": r"the axis must not be empty",
    "k": r"\bk\b.*(must|is)|input K must|must be a 1-D tensor of one element|one element",
    "axis": r"out of range|name a dimension twice",
    "broadcast": r"must be equal|have the shape of the result|must have size 1 in dimension",
    "reshape": r"as many elements|may have one size of -1|negative size|two sizes of -1|has only \d+ dimensions|allowzero forbids",
    "squeeze": r"size 1|only 1 can be squeezed",
    "gather": r"must be one of dimension|is out of range",
    "expand": r"new sizes must be|at most \d+ elements|not negative|negative",
    "slice": r"as many integers|step must not be 0|starts, ends",
    "concat": r"must have the same size in|must have one rank",
}


# Faults on purpose, to prove that the test sees them: a refusal that is not
# allowed, a message from within.
FAULTS = ("refusal", "internal")
_fault = None


def set_fault(name):
    global _fault
    _fault = name if name in FAULTS else None


def as_said(message):
    """The message, but for a fault on purpose."""
    return f"'tensor.collapse_shape' op {message}" if _fault == "internal" else message


def allowed():
    return () if _fault == "refusal" else ALLOWED


@dataclass
class Context:
    """What a condition is asked about: the node that a message names."""

    node: object
    graph: object
    answer: object  # of the run, the evaluator's
    known: dict  # name: what ONNX's inference knows of its sizes

    def array(self, position):
        """The value of an input in this run, None without one."""
        if position >= len(self.node.input):
            return None
        return self.answer.values.get(self.node.input[position])

    def arrays(self):
        return [self.array(position) for position in range(len(self.node.input))]

    def dims(self, position):
        """The sizes that ONNX's inference knows, None for each other."""
        name = self.node.input[position]
        if name in self.graph.initializers:
            return list(self.graph.initializers[name].shape)
        if name in self.known:
            return self.known[name]
        array = self.array(position)
        return [None] * (0 if array is None else array.ndim)

    def is_open(self, position):
        return None in self.dims(position)

    def is_constant(self, position):
        """Whether an input is one by what the model says, without computing."""
        if position >= len(self.node.input) or not self.node.input[position]:
            return True
        name = self.node.input[position]
        producers = self.graph.producers()
        while name in producers and producers[name].op_type == "Identity":
            name = producers[name].input[0]
        return name in self.graph.initializers or (name in producers and producers[name].op_type == "Constant")

    def is_from_open(self, position):
        """Whether a size of anything that the input is computed from is open: what
        then is known of its own sizes may rest on a check at run time."""
        producers, pending, seen = self.graph.producers(), [self.node.input[position]], set()
        while pending:
            name = pending.pop()
            if name in seen or not name:
                continue
            seen.add(name)
            if None in self.known.get(name, ()):
                return True
            pending += producers[name].input if name in producers else ()
        return False

    def may_be_open(self, position):
        """Whether a size of an input is open, or known by a check at run time alone."""
        return self.is_open(position) or self.is_from_open(position)

    def result(self):
        return self.answer.values.get(self.node.output[0])


def _is_not_small_vector(context, position):
    array = context.array(position)
    return array is None or array.ndim != 1 or context.may_be_open(position) or array.size > SMALL


def _repeats_open_one(context):
    """A size of an input is 1, and that of the result is not; that it is 1 does not
    follow from static sizes alone."""
    result = context.result()
    return result is not None and any(
        extent == 1 and whole != 1 and (known != 1 or context.is_from_open(position))
        for position, array in enumerate(context.arrays())
        if array is not None
        for extent, known, whole in zip(
            reversed(array.shape), reversed(context.dims(position)), reversed(result.shape)
        )
    )


def _none_has_the_result(context):
    result = context.result()
    return result is None or all(a is None or a.shape != result.shape for a in context.arrays())


def _slices_backwards(context):
    steps = context.array(4)
    return steps is not None and bool((steps < 0).any())


@dataclass(frozen=True)
class Refusal:
    message: str  # a regular expression
    operators: frozenset  # empty: all
    reason: str  # in docs/ONNX.md
    is_allowed: object  # of a Context


def _refusal(message, operators, reason, is_allowed):
    return Refusal(message, frozenset(operators), reason, is_allowed)


_VECTORS = r"supported are vectors of a known number of elements"

ALLOWED = (
    _refusal(
        r"one of the inputs must have the shape of the result",
        _BROADCASTING,
        "Broadcasting: no input has the shape of the result",
        _none_has_the_result,
    ),
    _refusal(
        r"must be equal|must have size 1 in dimension",
        _BROADCASTING,
        "Broadcasting: a size that is only known at run time is 1, or another's is",
        lambda c: _repeats_open_one(c) or _none_has_the_result(c),
    ),
    _refusal(
        r"new sizes must be 1 or those of the data",
        {"Expand"},
        "Larger results: a size that is only known at run time is 1",
        _repeats_open_one,
    ),
    _refusal(_VECTORS, {"Reshape", "Expand"}, "a shape of unknown length", lambda c: _is_not_small_vector(c, 1)),
    _refusal(_VECTORS, {"ConstantOfShape"}, "a shape of unknown length", lambda c: _is_not_small_vector(c, 0)),
    _refusal(_VECTORS, {"Slice"}, "bounds of unknown number", lambda c: any(
        _is_not_small_vector(c, i) for i in (1, 2)
    )),
    _refusal(
        r"negative steps are supported for vectors",
        {"Slice"},
        "Slice of data other than short vectors, or between computed bounds, backwards",
        lambda c: _slices_backwards(c)
        and (_is_not_small_vector(c, 0) or not (c.is_constant(1) and c.is_constant(2)) or c.array(1).size != 1),
    ),
    _refusal(
        r"elements; supported are at most 64",
        {"Gather"},
        "vectors of more than 64 elements",
        lambda c: c.result() is not None and c.result().size > SMALL,
    ),
    _refusal(
        r"is not a constant of the model",
        {"Squeeze", "Unsqueeze", "ReduceMax", "ReduceMin"},
        "axes that are not constant",
        lambda c: not c.is_constant(1),
    ),
    _refusal(
        r"is not a constant of the model", {"Gather"}, "places that are not constant", lambda c: not c.is_constant(1)
    ),
    _refusal(
        r"is not a constant of the model",
        {"Slice"},
        "axes and steps that are not constant",
        lambda c: not (c.is_constant(3) and c.is_constant(4)),
    ),
    _refusal(
        r"supported is one index, or data that is a vector",
        {"Gather"},
        "several places of data other than short vectors",
        lambda c: _is_not_small_vector(c, 0) and (c.array(1) is None or c.array(1).size != 1 or c.array(1).ndim > 1),
    ),
    _refusal(
        r"it is not known whether the data",
        {"Gather"},
        "a scalar of data of unknown size",
        lambda c: c.is_open(0),
    ),
    _refusal(
        r"without axes the sizes must be known",
        {"Squeeze"},
        "no axes for unknown sizes",
        lambda c: c.may_be_open(0),
    ),
    _refusal(
        r"the result has no dimension, and it is not known whether",
        {"Reshape", "Squeeze"},
        "a scalar of data of unknown size",
        lambda c: c.is_open(0),
    ),
    _refusal(
        r"element type \w+ is not supported|has element type \w+, but version",
        {"Mod"},
        "Mod of floats",
        lambda c: c.array(0) is not None and graph_notes.is_float(c.array(0).dtype),
    ),
    _refusal(
        r"has element type bool, but version",
        {"ReduceMax", "ReduceMin"},
        "ReduceMax and ReduceMin of bool",
        lambda c: c.array(0) is not None and c.array(0).dtype == bool,
    ),
)


def _has_computed_zero(context):
    shape = context.array(1)
    return not context.array(0).size and bool((shape == 0).any()) and not context.is_constant(1)


# What the tools may answer though ONNX forbids it, by the kind of failure.
TAKEN = {
    "reshape": _refusal(
        r"",
        {"Reshape"},
        "a computed size of 0 that is one of the data's",
        lambda c: c.node.op_type == "Reshape" and _has_computed_zero(c),
    )
}
