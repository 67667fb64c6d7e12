"""The reductions of a program: structured and value operations."""

from dataclasses import dataclass

import numpy as np

from support import oracle
from support.element_types import INDEX_TYPES, VALUE_TYPES
from support.programs import Node
from support.structured_ops import BOTH, INDEX_ONLY, VALUE_ONLY


@dataclass(frozen=True)
class Reduction(Node):
    """arg_reduce or topk_reduce. The operands are the input, explicit indices,
    destinations that are given. Without these: new ones, or, to accumulate,
    fills with the identity."""

    op: str = "arg_reduce"
    kind: str = "maxsi"
    dimension: int = 0
    tie: str = "first"
    unsorted: bool = False
    results_kept: str = BOTH
    index: str = "i64"
    domain: tuple = ()
    explicit: bool = False
    base: str = None  # the argument that holds it
    accumulate: bool = False
    given: bool = False  # destinations

    @property
    def is_topk(self):
        return self.op == "topk_reduce"

    @property
    def loops(self):
        return self.domain

    @property
    def reduced(self):
        return (self.dimension,)

    def kept(self, pair):
        return [pair[i] for i in {BOTH: (0, 1), VALUE_ONLY: (0,), INDEX_ONLY: (1,)}[self.results_kept]]

    @property
    def inputs(self):
        return self.operands[: 1 + self.explicit]

    def emit(self, e):
        destinations = list(self.operands[len(self.inputs) :])
        if not self.given:
            destinations = [e.empty(t, self.inputs) for t in self.types]
            if self.accumulate:
                destinations = [self._filled(e, d, t) for d, t in zip(destinations, self.types)]
        flags = " last" if self.tie == "last" else ""
        flags += " unsorted" if self.unsorted else ""
        if self.base:
            flags += f" index_base({e.scalar(self.base)})"
        flags += " accumulate" if self.accumulate else ""
        only = "" if self.results_kept == BOTH else f" {self.results_kept}"
        count = f":{len(self.types)}" if len(self.types) > 1 else ""
        types = ", ".join(e.text(t) for t in self.types)
        e.add(
            f"{self.name}{count} = extrema.{self.op} <{self.kind}> dimension({self.dimension}){flags} {{{self.tag}}} "
            f"ins({', '.join(self.inputs)} : {', '.join(e.text(i) for i in self.inputs)}){only} "
            f"outs({', '.join(destinations)} : {types}) -> {types}"
        )

    def _filled(self, e, destination, type_):
        identity = (
            oracle.worst_value(self.kind, type_.dtype)
            if type_ is self.types[0]
            else oracle.worst_index(self.tie, type_.dtype)
        )
        scalar, fill = e.fresh(), e.fresh()
        bits = identity.reshape(1).view(f"u{identity.dtype.itemsize}")[0]
        is_float = type_.element in VALUE_TYPES and VALUE_TYPES[type_.element].is_float
        text = f"0x{bits:0{2 * identity.dtype.itemsize}X}" if is_float else str(int(identity.reshape(1)[0]))
        e.add(f"{scalar} = arith.constant {text} : {type_.element}")
        e.add(
            f"{fill} = linalg.fill {{fill_{self.tag}}} ins({scalar} : {type_.element}) "
            f"outs({destination} : {e.text(type_)}) -> {e.text(type_)}"
        )
        return fill

    def evaluate(self, arrays, extents, scalars):
        values = arrays[0]
        index_dtype = INDEX_TYPES[self.index].dtype
        indices = arrays[1] if self.explicit else None
        if indices is None:
            base = scalars[self.base] if self.base else 0
            indices = oracle.positions(values.shape, self.dimension, base, index_dtype)
        state = None
        if self.accumulate and self.given:
            state = arrays[-2:]
            if not self.is_topk:
                state = [np.expand_dims(s, self.dimension) for s in state]
        count = extents(self.types[0])[self.dimension] if self.is_topk else 1
        pair = oracle.structured(self.kind, self.tie, self.dimension, count, values, indices, state)
        return self.kept(pair if self.is_topk else [a.squeeze(self.dimension) for a in pair])


@dataclass(frozen=True)
class ValueOp(Node):
    """argmax, argmin or topk, which becomes a Reduction of the same name."""

    op: str = "argmax"
    dimension: int = 0
    last: bool = False
    ignore_nan: bool = False
    largest: bool = True
    unsorted: bool = False
    k: str = None  # topk: a number, or the argument that holds it
    domain: tuple = ()

    @property
    def is_topk(self):
        return self.op == "topk"

    @property
    def loops(self):
        return self.domain

    @property
    def reduced(self):
        return (self.dimension,)

    def emit(self, e):
        (x,) = self.operands
        types = ", ".join(e.text(t) for t in self.types)
        if self.is_topk:
            k = self.k if not self.k.startswith("%") else f"{e.scalar(self.k)}"
            flags = f"k({k}) axis({self.dimension})" + ("" if self.largest else " smallest")
            flags += " unsorted" if self.unsorted else ""
        else:
            flags = f"axis({self.dimension})" + (" last" if self.last else "") + (" nan(ignore)" if self.ignore_nan else "")
        count = f":{len(self.types)}" if len(self.types) > 1 else ""
        e.add(f"{self.name}{count} = extrema.{self.op} {x} {flags} : {e.text(x)} -> {types}")

    def evaluate(self, arrays, extents):
        index_dtype = self.types[-1].dtype
        if self.is_topk:
            k = extents(self.types[0])[self.dimension]
            return list(oracle.top_k(arrays[0], k, self.dimension, index_dtype, largest=self.largest))
        return [
            oracle.arg_extremum(
                arrays[0],
                self.dimension,
                index_dtype,
                largest=self.op == "argmax",
                keepdims=False,
                last=self.last,
                ignore_nan=self.ignore_nan,
            )
        ]
