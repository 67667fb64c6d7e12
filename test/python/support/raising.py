"""Functions before and after raise-linalg-to-extrema: what they are raised to,
and what both answer.

Many functions make one module. The original goes through upstream's loops, the
raised one through the project's, scalar and over vectors.
"""

import os
import re
from dataclasses import dataclass, field

import numpy as np

from support import compiled, tools
from support.element_types import VALUE_TYPES, ElementType, bits_of

POLICIES = ("exact", "none", "source")

# What front-ends leave of TOSA around linalg.
_TOSA = "func.func(tosa-to-linalg,tosa-to-tensor,tosa-to-arith)"
_LOWER = "extrema-to-llvm{checks=record vectorize=%s}"
ORIGINAL = f"builtin.module({_TOSA},{_LOWER % 'false'})"


def raised_pipelines(policy):
    """To scalar loops and to vectors."""
    raising = f"raise-linalg-to-extrema{{nan={policy}}}"
    return [f"builtin.module({raising},{_TOSA},{_LOWER % vectorize})" for vectorize in ("false", "true")]


@dataclass(frozen=True)
class Tensor:
    element: ElementType
    shape: tuple  # None where dynamic

    @property
    def call(self):
        """The type of a result as compiled.Call wants it."""
        return self.element.dtype, len(self.shape)


@dataclass
class Function:
    """A function of tensors, as text that stands on its own in a module."""

    name: str
    text: str
    arguments: list = field(default_factory=list)
    results: list = field(default_factory=list)

    def __post_init__(self):
        inputs, outputs = re.search(r"func\.func @\w+\((.*?)\) -> (.*?) \{\n", self.text).groups()
        self.arguments = [tensor_of(t) for t in re.findall(r"tensor<(.*?)>", inputs)]
        self.results = [tensor_of(t) for t in re.findall(r"tensor<(.*?)>", outputs)]


_BOOL = ElementType("i1", np.dtype(bool))
_TYPES = {**VALUE_TYPES, "i1": _BOOL, "index": ElementType("index", np.dtype(np.int64))}


def tensor_of(text):
    """A tensor type, from between its brackets."""
    *extents, element = text.split("x") if not text.endswith("index") else [*text[: -len("index")].split("x")[:-1], "index"]
    return Tensor(_TYPES[element], tuple(None if e == "?" else int(e) for e in extents))


def module(functions):
    return "module {\n" + "\n".join(f.text for f in functions) + "}\n"


def raise_all(functions, policy):
    """For each function: its text after the pass, and the remarks in it."""
    text = module(functions)
    ended = tools.run(["extrema-opt", f"--raise-linalg-to-extrema=nan={policy}"], text)
    if ended.returncode:
        raise compiled.CompileError("\n".join(re.findall(".*error:.*", ended.stderr)))
    starts = [text[: text.index(f"func.func @{f.name}(")].count("\n") + 1 for f in functions]
    remarks = {f.name: [] for f in functions}
    for line, remark in re.findall(r"^<stdin>:(\d+):\d+: remark: (.*)$", ended.stderr, re.MULTILINE):
        at = int(line)
        owner = max((start, f.name) for start, f in zip(starts, functions) if start <= at)[1]
        remarks[owner].append(remark)
    pieces = re.split(r"^  func\.func @(\w+)\(", ended.stdout, flags=re.MULTILINE)
    texts = dict(zip(pieces[1::2], pieces[2::2]))
    return [(texts[f.name], remarks[f.name]) for f in functions]


def reductions(text):
    """The extrema.arg_reduce operations of a function's text."""
    return re.findall(r"extrema\.arg_reduce (.*)", text)


@dataclass
class Answers:
    """What one call gave, by the original and by each lowering of the raised."""

    function: Function
    inputs: list
    original: compiled.Outcome
    raised: list


# What code by upstream's lowerings calls.
_LINK = ("-lm", "-x", "c", os.path.join(os.path.dirname(os.path.abspath(__file__)), "truncsfbf2.c"))


def run_both(functions, inputs, policy, folder):
    """Calls each function on each of its `inputs`, a list of argument lists for
    each. Yields Answers."""
    text = module(functions)
    pipelines = [ORIGINAL, *raised_pipelines(policy)]
    libraries = compiled.in_parallel(
        lambda i: compiled.shared_object(text, f"{folder}/{policy}{i}", pipelines[i], link=_LINK),
        range(len(pipelines)),
    )
    calls = [
        compiled.Call(f.name, arrays, [r.call for r in f.results])
        for f, sets in zip(functions, inputs)
        for arrays in sets
    ]
    owners = [f for f, sets in zip(functions, inputs) for _ in sets]
    outcomes = [compiled.call_all(library, calls) for library in libraries]
    for owner, call, original, *raised in zip(owners, calls, *outcomes):
        yield Answers(owner, call.inputs, original, raised)


def same(a, b, any_nan=False, any_zero=False):
    """Equal to the bit, but for what is let pass: another NaN, a zero of the
    other sign."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    equal = bits_of(a) == bits_of(b)
    if a.dtype.kind not in "iub":
        with np.errstate(invalid="ignore"):
            if any_nan:
                equal |= (a != a) & (b != b)
            if any_zero:
                equal |= a == b
    return bool(equal.all())


def without_nans(rng, array):
    """The same with other numbers in place of NaNs."""
    if array.dtype.kind in "iub":
        return array
    with np.errstate(invalid="ignore"):
        nans = array != array
    array = array.copy()
    array[nans] = rng.choice(np.array([-np.inf, -1.0, -0.0, 0.0, 1.0, np.inf]).astype(array.dtype), int(nans.sum()))
    return array


def random_truths(rng, shape):
    return rng.random(shape) < rng.choice([0.0, 0.2, 0.8, 1.0])
