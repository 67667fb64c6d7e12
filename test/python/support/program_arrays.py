"""Random extents and arrays for the programs around a reduction."""

import numpy as np

from support import oracle
from support.element_types import INDEX_TYPES, VALUE_TYPES
from support.program_reductions import ValueOp
from support.values import pick, random_array

MAX_BASE = 20  # of an index_base


def random_extent(rng, symbol, is_short):
    """Of a symbol: n is the reduced dimension, k the number of results."""
    if symbol == "n":
        long = 60 if is_short else pick(rng, (60, 60, 150))
        return int(pick(rng, (1, rng.integers(2, 9), rng.integers(8, long)), (1, 4, 6)))
    if symbol == "k":
        return int(pick(rng, (1, rng.integers(2, 5), rng.integers(5, 13)), (2, 4, 2)))
    if symbol == "t":
        return int(rng.integers(1, 70))
    return int(pick(rng, (1, rng.integers(2, 6), rng.integers(6, 18)), (2, 6, 2)))


def least_extents(arguments, nodes):
    """How large the symbols have to be for no extent to be negative."""
    least = {"t": 1}
    for type_ in [a.type for a in arguments] + [t for n in nodes for t in n.types]:
        for dim in type_.dims:
            if dim.symbol:
                least[dim.symbol] = max(least.get(dim.symbol, 0), -dim.delta)
    for node in nodes:
        # The axis of a value op must not be empty.
        if isinstance(node, ValueOp):
            least["n"] = max(least.get("n", 0), 1)
    return least


def random_sizes(rng, program):
    """Extents of the symbols at run time."""
    statics, least = dict(program.statics), least_extents(program.arguments, program.nodes)
    is_short = any(t.element == "i8" for n in program.nodes for t in n.types)
    sizes = {}
    for symbol in ("p", "r", "n", "q", "k", "t"):
        extent = random_extent(rng, symbol, is_short)
        if symbol in ("p", "n", "q", "k") and rng.random() < 0.05:
            extent = 0
        sizes[symbol] = statics.get(symbol, max(extent, least.get(symbol, 0)))
    value_ops = [n for n in program.nodes if isinstance(n, ValueOp) and n.is_topk]
    if value_ops and sizes["k"] > sizes["n"]:
        smaller = "n" if "k" in statics else "k"
        sizes[smaller] = sizes["k"] if smaller == "n" else sizes["n"]
    return sizes


def _distinct(rng, shape, d, dtype):
    """Indices that are distinct along a dimension, in any order."""
    return rng.random(shape).argsort(d).astype(dtype)


def random_arrays(rng, program, sizes):
    """An array for each argument, by name."""
    arrays = {}
    for a in program.arguments:
        shape = tuple((sizes[d.symbol] if d.symbol else 0) + d.delta for d in a.type.dims)
        node = program.node(a.about) if a.about else None
        element = VALUE_TYPES.get(a.type.element) or INDEX_TYPES[a.type.element]
        if a.role == "finite":
            array = rng.integers(0 if element.is_unsigned else -3, 4, shape).astype(element.dtype)
        elif a.role == "indices" and node:
            array = _distinct(rng, shape, node.dimension, a.type.dtype)
        elif a.role == "base":
            array = rng.integers(0, MAX_BASE, 1)
        elif a.role == "k":
            array = np.array([sizes["k"]])
        elif a.role == "state values" and node:
            array = _state(rng, program, node, sizes, shape)
            arrays.update(zip(node.operands[-2:], array))
            continue
        elif a.role == "state indices" and node:
            continue  # with its values
        else:
            array = random_array(rng, element, shape)
        arrays[a.name] = np.ascontiguousarray(array).reshape(shape)
    return arrays


def _state(rng, program, node, sizes, shape):
    """Pairs to accumulate to, (values, indices): identities, or real ones, whose
    indices are above those of the row, the best first."""
    dtype, index_dtype = node.types[0].dtype, node.types[1].dtype
    if rng.random() < 0.3:
        return oracle.identities(node.kind, node.tie, shape, dtype, index_dtype)
    above = sizes["n"] + 1 + MAX_BASE + (sizes["n"] if node.explicit and node.index != "i8" else 0)
    values = random_array(rng, VALUE_TYPES[node.types[0].element], shape)
    if not node.is_topk:
        return values, np.full(shape, above, index_dtype)
    d = node.dimension
    indices = oracle.positions(shape, d, above, index_dtype)
    pair = oracle.structured(node.kind, node.tie, d, shape[d], values, indices)
    return tuple(np.flip(a, d) for a in pair) if node.unsorted else pair
