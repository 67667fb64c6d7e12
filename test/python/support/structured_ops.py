"""Structured ops on tensors as data: the functions that the tests call."""

from dataclasses import dataclass

import numpy as np

from support import oracle
from support.compiled import Call
from support.element_types import TypedPair
from support.value_ops import tensor

BOTH, VALUE_ONLY, INDEX_ONLY = "both", "value_only", "index_only"


def _function_text(name, arguments, body, returned, types):
    lines = [f"func.func @{name}({', '.join(arguments)}) -> ({', '.join(types)}) {{"]
    lines += [f"  {line}" for line in body]
    lines += [f"  return {', '.join(returned)} : {', '.join(types)}", "}", ""]
    return "\n".join(lines)


def _every_second(name, rank):
    """The subscript of every second element in each dimension, from 1."""
    sizes = ", ".join(f"{name}_size{d}" for d in range(rank))
    return f"[{', '.join('1' * rank)}] [{sizes}] [{', '.join('2' * rank)}]"


def _halves(name, type_, rank):
    """Defines `name`_half: every second element of `name`."""
    lines = []
    for d in range(rank):
        lines += [
            f"{name}_d{d} = arith.constant {d} : index",
            f"{name}_extent{d} = tensor.dim {name}, {name}_d{d} : {type_}",
            f"{name}_size{d} = arith.divui {name}_extent{d}, %two : index",
        ]
    return [*lines, f"{name}_half = tensor.extract_slice {name}{_every_second(name, rank)} : {type_} to {type_}"]


def every_second(array):
    """The view that the strided functions take of an array."""
    return array[(..., *[slice(1, None, 2)] * array.ndim)]


@dataclass(frozen=True)
class Family(TypedPair):
    """One op with its attributes, as functions that differ in where indices
    come from and whether they accumulate. All extents are dynamic."""

    op: str  # arg_reduce, topk_reduce
    kind: str
    element: str
    index: str
    rank: int
    dimension: int
    tie: str = "first"  # arg_reduce
    results: str = BOTH  # arg_reduce
    unsorted: bool = False  # topk_reduce

    @property
    def is_topk(self):
        return self.op == "topk_reduce"

    @property
    def state_rank(self):
        return self.rank if self.is_topk else self.rank - 1

    def kept(self, pair):
        """Of (values, indices) those that the op gives."""
        chosen = {BOTH: (0, 1), VALUE_ONLY: (0,), INDEX_ONLY: (1,)}[self.results]
        return tuple(pair[i] for i in chosen)

    # ------------------------------------------------------------- text --

    def functions(self, name):
        """All functions of the family, named after `name`."""
        texts = [self._function(f"{name}_whole")]
        texts.append(self._function(f"{name}_part", sliced=True))
        texts.append(self._function(f"{name}_merge", explicit=True))
        texts.append(self._strided_function(f"{name}_strided"))
        if self.results == BOTH:  # an accumulated state has both
            texts.append(self._function(f"{name}_fold", sliced=True, accumulate=True))
            texts.append(self._function(f"{name}_join", explicit=True, accumulate=True))
        return "".join(texts)

    def _function(self, name, sliced=False, explicit=False, accumulate=False):
        x_type = tensor([None] * self.rank, self.element)
        xi_type = tensor([None] * self.rank, self.index)
        state_types = [tensor([None] * self.state_rank, t) for t in (self.element, self.index)]
        states, types = self.kept(("%v", "%i")), self.kept(state_types)
        arguments, body, x = [f"%x: {x_type}"], [], "%x"
        inputs, input_types, base = ["%x"], [x_type], ""
        if explicit:
            arguments.append(f"%xi: {xi_type}")
            inputs.append("%xi")
            input_types.append(xi_type)
        if sliced:
            arguments += ["%b: tensor<1xi64>", "%n: tensor<1xi64>"]
            body += self._slice(x_type)
            inputs, base = ["%part"], " index_base(%base)"
        arguments += [f"{s}: {t}" for s, t in zip(states, types)]
        body.append(self._op(inputs, input_types, states, types, base + (" accumulate" if accumulate else "")))
        returned = [f"%r#{i}" for i in range(len(types))]
        return _function_text(name, arguments, body, returned, types)

    def _op(self, inputs, input_types, states, types, flags=""):
        flags = (" last" if self.tie == "last" else "") + (" unsorted" if self.unsorted else "") + flags
        only = "" if self.results == BOTH else f" {self.results}"
        return (
            f"%r:{len(types)} = extrema.{self.op} <{self.kind}> dimension({self.dimension}){flags} "
            f"ins({', '.join(inputs)} : {', '.join(input_types)}){only} "
            f"outs({', '.join(states)} : {', '.join(types)}) -> {', '.join(types)}"
        )

    def _strided_function(self, name):
        """Input and destinations are every second element of larger tensors:
        views with strides and offsets, once they are memrefs."""
        x_type = tensor([None] * self.rank, self.element)
        types = self.kept([tensor([None] * self.state_rank, t) for t in (self.element, self.index)])
        names = self.kept(("%v", "%i"))
        body = ["%two = arith.constant 2 : index", *_halves("%x", x_type, self.rank)]
        for state, type_ in zip(names, types):
            body += _halves(state, type_, self.state_rank)
        body.append(self._op(["%x_half"], [x_type], [f"{n}_half" for n in names], types))
        for i, (state, type_) in enumerate(zip(names, types)):
            body.append(
                f"{state}_whole = tensor.insert_slice %r#{i} into "
                f"{state}{_every_second(state, self.state_rank)} : {type_} into {type_}"
            )
        arguments = [f"{n}: {t}" for n, t in zip(("%x", *names), (x_type, *types))]
        return _function_text(name, arguments, body, [f"{n}_whole" for n in names], types)

    def _slice(self, x_type):
        """%part: the elements [%b, %b + %n) along the dimension of %x."""
        lines = [
            "%zero = arith.constant 0 : index",
            "%b0 = tensor.extract %b[%zero] : tensor<1xi64>",
            "%n0 = tensor.extract %n[%zero] : tensor<1xi64>",
            "%base = arith.index_cast %b0 : i64 to index",
            "%count = arith.index_cast %n0 : i64 to index",
        ]
        offsets, sizes = ["0"] * self.rank, []
        offsets[self.dimension] = "%base"
        for d in range(self.rank):
            if d == self.dimension:
                sizes.append("%count")
                continue
            lines.append(f"%d{d} = arith.constant {d} : index")
            lines.append(f"%s{d} = tensor.dim %x, %d{d} : {x_type}")
            sizes.append(f"%s{d}")
        ones = ", ".join(["1"] * self.rank)
        lines.append(
            f"%part = tensor.extract_slice %x[{', '.join(offsets)}] [{', '.join(sizes)}] [{ones}] : "
            f"{x_type} to {x_type}"
        )
        return lines

    # ------------------------------------------------------------ calls --

    def strided(self, name, x, state):
        return self._call(f"{name}_strided", [x], state)

    def _call(self, function, inputs, state):
        layouts = self.kept([(t, self.state_rank) for t in (self.dtype, self.index_dtype)])
        return Call(function, [*inputs, *self.kept(state)], list(layouts))

    def whole(self, name, x, state):
        return self._call(f"{name}_whole", [x], state)

    def part(self, name, x, begin, end, state):
        return self._call(f"{name}_part", self._slice_inputs(x, begin, end), state)

    def fold(self, name, x, begin, end, state):
        return self._call(f"{name}_fold", self._slice_inputs(x, begin, end), state)

    def merge(self, name, x, indices, state):
        return self._call(f"{name}_merge", [x, indices], state)

    def join(self, name, x, indices, state):
        return self._call(f"{name}_join", [x, indices], state)

    def _slice_inputs(self, x, begin, end):
        return [x, np.array([begin]), np.array([end - begin])]

    # ----------------------------------------------------------- oracle --

    def state_shape(self, shape, k):
        d = self.dimension
        return shape[:d] + ((k,) if self.is_topk else ()) + shape[d + 1 :]

    def positions(self, shape):
        return oracle.positions(shape, self.dimension, 0, self.index_dtype)

    def expected(self, x, k):
        """(values, indices) of one pass over x."""
        count = k if self.is_topk else 1
        pair = oracle.structured(self.kind, self.tie, self.dimension, count, x, self.positions(x.shape))
        return pair if self.is_topk else tuple(a.squeeze(self.dimension) for a in pair)

    def comparable(self, results):
        """Results in a form that is unique: an unsorted answer by index."""
        if not self.unsorted:
            return results
        return oracle.order_unsorted(*results, self.dimension)
