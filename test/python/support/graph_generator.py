"""Random graphs of the operators of docs/ONNX.md, each valid for the first of its
runs: extents of 0, 1 and more in any place, static and open; opsets 7 to 25; all
element types; shapes and k that are constants, inputs or computed.

`random_case` is the whole interface. graph_grower.py has what the nodes of
graph_nodes.py are made of.
"""

import math

import numpy as np
from onnx import TensorProto
from support import graph_model, graph_nodes
from support.graph_grower import EXTENTS, INT64, MAX_INPUT_ELEMENTS, UINT8, Grower, NotPossible, code_of
from support.graph_inference import known_dims
from support.graph_model import Declared, Run
from support.values import pick

RUNS = 3


def _declare(grower, name, known, mode):
    array = grower.values[name]
    dims = {
        graph_model.NO_SHAPE: lambda: None,
        graph_model.OPEN: lambda: [pick(grower.rng, (None, f"o{i}")) for i in range(array.ndim)],
        # As a tracing exporter writes it: the sizes of its example.
        graph_model.TRACED: lambda: [int(extent) for extent in array.shape],
        "known": lambda: list(known.get(name, [None] * array.ndim)),
    }[mode]()
    return Declared(name, code_of(array), dims)


def _finish(grower):
    """Chooses outputs and what is declared."""
    graph, rng = grower.graph, grower.rng
    made = [n for node in graph.nodes for n in node.output if n in grower.usable]
    names = [n for n in made[:-1] if grower.chance(0.25)][-4:] + made[-1:]
    names += [n for n in graph.unsorted if n not in names]
    if grower.chance(0.03) and grower.keys:
        names.append(pick(rng, list(grower.keys)))
    if not names:
        raise NotPossible
    for i, name in enumerate(names):
        if grower.values[name].dtype == np.bool_:
            names[i] = grower.add("Cast", [name], to=pick(rng, (UINT8, TensorProto.FLOAT, INT64)))
    names = list(dict.fromkeys(names))
    if grower.chance(0.01):
        names.append(pick(rng, names))
    modes = (graph_model.NO_SHAPE, graph_model.OPEN, graph_model.TRACED, "known")
    graph.outputs = [Declared(n, code_of(grower.values[n]), None) for n in names]
    known = known_dims(graph)
    weights = pick(rng, ((2, 3, 0, 4), (2, 2, 4, 3), (1, 0, 0, 1)))
    graph.outputs = [_declare(grower, n, known, pick(rng, modes, weights)) for n in names]
    if grower.chance(0.4):
        weights = pick(rng, ((0, 1, 0, 3), (0, 1, 3, 2)))
        inner = [n for node in graph.nodes for n in node.output if n not in names]
        graph.declared = [_declare(grower, n, known, pick(rng, modes, weights)) for n in inner if grower.chance(0.6)]
    graph.imports_twice = grower.chance(0.01)
    if (numbers := [n for n, a in graph.initializers.items() if a.dtype != np.bool_]) and grower.chance(0.05):
        graph.listed = {pick(rng, numbers)}
    return known


def _shape_of(keys, shape, sizes):
    return [size if key is None else sizes[key] for key, size in zip(keys, shape)]


def _next_run(grower, number):
    """Other sizes, zeros and ones among them, and other elements."""
    rng, sizes = grower.rng, dict(grower.sizes)
    if sizes and number == 1 and grower.chance(0.6):
        for key in rng.choice(list(sizes), min(len(sizes), int(rng.integers(1, 3))), replace=False):
            sizes[key] = int(pick(rng, (0, 1, 2, 4)))
    else:
        sizes = {key: int(pick(rng, EXTENTS)) if grower.chance(0.7) else size for key, size in sizes.items()}
    for declared in grower.graph.inputs:
        # One key for all its dimensions: no array gets large by itself.
        keys = grower.keys[declared.name]
        for key in filter(None, keys):
            if math.prod(_shape_of(keys, grower.values[declared.name].shape, sizes)) > MAX_INPUT_ELEMENTS:
                sizes[key] = min(sizes[key], 1)
    arrays = {}
    for declared in grower.graph.inputs:
        name = declared.name
        array, keys = grower.values[name], grower.keys[name]
        if name in grower.integers:
            if array.size and grower.chance(0.35):
                array = array.copy()
                array.reshape(-1)[rng.integers(array.size)] = pick(rng, (-1, 0, 1, 2, 3, 6))
            if keys and keys[0] is not None and grower.chance(0.3):
                array = np.concatenate([array, array])[: int(rng.integers(2 * array.size + 1))]
            arrays[name] = array
            continue
        arrays[name] = grower.random_elements(declared.code, _shape_of(keys, array.shape, sizes))
    return Run(arrays)


def _grow(rng, only):
    grower = Grower(rng)
    operators = [name for name in only or graph_nodes.NODES if grower.has_operator(name)]
    if not operators:
        raise NotPossible
    weights = [graph_nodes.WEIGHTS.get(name, 1) for name in operators]
    wanted = int(pick(rng, range(1, 7), (3, 4, 4, 3, 2, 2)))
    for _ in range(wanted):
        for _ in range(20):
            name = pick(rng, operators, weights)
            try:
                graph_nodes.NODES[name](grower, name)
                break
            except NotPossible:
                pass  # What was added on the way stays, as a branch that nobody needs.
    return grower


def random_case(seed, index, only=()):
    """A graph and its runs: the same for the same seed and index. `only` names the
    operators of its nodes, but for those that compute shapes."""
    rng = np.random.default_rng([seed, index])
    while True:
        try:
            grower = _grow(rng, only)
            _finish(grower)
        except NotPossible:
            continue
        first = Run({d.name: grower.values[d.name] for d in grower.graph.inputs})
        runs = [first] + [_next_run(grower, number) for number in range(1, RUNS)]
        return grower.graph, runs
