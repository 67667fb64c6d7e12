"""Value ops as data: their text, their inputs, what the oracle says."""

import re
from dataclasses import dataclass

import numpy as np

from support import oracle
from support.compiled import Call
from support.element_types import INDEX_TYPES, VALUE_TYPES, same_bits

RUN_TIME = "run time"  # for ValueOp.k


def tensor(shape, element):
    extents = "".join("?x" if e is None else f"{e}x" for e in shape)
    return f"tensor<{extents}{element}>"


@dataclass(frozen=True)
class ValueOp:
    """One op on one input. An extent that is None is dynamic."""

    name: str  # argmin, argmax, topk
    element: str
    extents: tuple
    axis: int  # as written, may be negative
    index: str = "i64"
    keepdims: bool = False
    last: bool = False
    ignore_nan: bool = False
    k: object = None  # topk: a number, or RUN_TIME
    k_type: str = "i64"  # of a K given at run time
    k_extent: int = None  # topk: static extent of the results under K at run time
    stated: tuple = None  # extents that the results have in place of the input's
    open_result: int = None  # topk: the result that leaves all its extents open
    largest: bool = True
    sorted: bool = True

    @property
    def dimension(self):
        return self.axis % len(self.extents)

    @property
    def is_topk(self):
        return self.name == "topk"

    @property
    def result_types(self):
        """MLIR types of the results."""
        extents, d = list(self.stated or self.extents), self.dimension
        if self.is_topk:
            extents[d] = self.k_extent if self.k == RUN_TIME else self.k
            shapes = [extents, list(extents)]
            if self.open_result is not None:
                shapes[self.open_result] = [None] * len(extents)
            return [tensor(shapes[0], self.element), tensor(shapes[1], self.index)]
        extents[d : d + 1] = [1] if self.keepdims else []
        return [tensor(extents, self.index)]

    @property
    def result_layouts(self):
        """(NumPy type, rank) of the results."""
        rank = len(self.extents)
        index = INDEX_TYPES[self.index].dtype
        if self.is_topk:
            return [(VALUE_TYPES[self.element].dtype, rank), (index, rank)]
        return [(index, rank if self.keepdims else rank - 1)]

    @property
    def input_types(self):
        x = tensor(self.extents, self.element)
        return [x, f"tensor<1x{self.k_type}>"] if self.k == RUN_TIME else [x]

    def lines(self, results, x, k):
        """The op's text, with names for its results, its input and K."""
        out = []
        flags = ""
        if self.is_topk:
            if self.k == RUN_TIME:
                out += [
                    f"%{k}_position = arith.constant 0 : index",
                    f"%{k}_value = tensor.extract %{k}[%{k}_position] : tensor<1x{self.k_type}>",
                ]
                k_text = f"%{k}_value" + ("" if self.k_type == "index" else f" : {self.k_type}")
            else:
                k_text = str(self.k)
            flags += "" if self.largest else " smallest"
            flags += "" if self.sorted else " unsorted"
            head = f"k({k_text}) "
        else:
            flags += " keepdims" if self.keepdims else ""
            flags += " last" if self.last else ""
            flags += " nan(ignore)" if self.ignore_nan else ""
            head = ""
        out.append(
            f"{', '.join(results)} = extrema.{self.name} {x} {head}axis({self.axis}){flags} : "
            f"{self.input_types[0]} -> {', '.join(self.result_types)}"
        )
        return out

    def expected(self, x, k):
        """The oracle's results; raises oracle.Failure where it has to fail."""
        index = INDEX_TYPES[self.index].dtype
        for d, extent in enumerate(self.stated or ()):
            if d != self.dimension and extent not in (None, x.shape[d]):
                raise oracle.Failure("shape", "empty", "k", "index")  # whatever comes first
        if not self.is_topk:
            answer = oracle.arg_extremum(
                x,
                self.dimension,
                index,
                largest=self.name == "argmax",
                keepdims=self.keepdims,
                last=self.last,
                ignore_nan=self.ignore_nan,
            )
            return [answer]
        if self.k_extent is not None and k != self.k_extent:
            raise oracle.Failure("k")
        return list(oracle.top_k(x, k, self.dimension, index, largest=self.largest))


@dataclass(frozen=True)
class Case:
    """A function of one or more ops, each on its own input, and one call."""

    ops: tuple  # of ValueOp
    inputs: tuple  # of NumPy arrays, one an op
    ks: tuple  # of k or None, one an op

    def call(self, function):
        inputs = []
        for op, x, k in zip(self.ops, self.inputs, self.ks):
            inputs.append(x)
            if op.k == RUN_TIME:
                inputs.append(np.array([k], INDEX_TYPES[op.k_type].dtype))
        return Call(function, inputs, [r for op in self.ops for r in op.result_layouts])

    def problem(self, outcome):
        """What is wrong with the outcome of the call, or None."""
        if outcome.fault:
            return outcome.fault
        words, results = [], list(outcome.results)
        for op, x, k in zip(self.ops, self.inputs, self.ks):
            got = [results.pop(0) for _ in op.result_layouts]
            try:
                want = op.expected(x, k)
            except oracle.Failure as failure:
                words += failure.words
                continue
            if op.is_topk and not op.sorted:
                try:
                    got = oracle.order_unsorted(*got, op.dimension)
                except (IndexError, ValueError) as error:
                    return f"{op.name}: {error}"
                want = oracle.order_unsorted(*want, op.dimension)
            for i, (w, g) in enumerate(zip(want, got)):
                if w.shape != g.shape:
                    return f"{op.name} result {i}: shape {g.shape} instead of {w.shape}"
                if not same_bits(w, g):
                    return f"{op.name} result {i}: got {g.tolist()}, expected {w.tolist()}"
        if not words:
            return f"failed with: {outcome.message!r}" if outcome.status else None
        if outcome.status != 1:
            return f"status {outcome.status} where a check has to fail ({', '.join(words)})"
        if not any(re.search(rf"\b{word}\b", outcome.message) for word in words):
            return f"message {outcome.message!r} has none of the words {words}"
        return None


def function_text(name, ops):
    """A function that applies each op to its own input."""
    arguments, body, returned, types = [], [], [], []
    for i, op in enumerate(ops):
        x, k = f"%x{i}", f"k{i}"
        for argument, type_ in zip((x, f"%{k}"), op.input_types):
            arguments.append(f"{argument}: {type_}")
        results = [f"%r{i}_{j}" for j in range(len(op.result_types))]
        body += op.lines(results, x, k)
        returned += results
        types += op.result_types
    lines = [f"func.func @{name}({', '.join(arguments)}) -> ({', '.join(types)}) {{"]
    lines += [f"  {line}" for line in body]
    lines += [f"  return {', '.join(returned)} : {', '.join(types)}", "}"]
    return "\n".join(lines) + "\n"
