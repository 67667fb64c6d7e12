"""A graph of ONNX as data that a generator grows and a shrinker cuts: its model,
its text, and what it answers."""

import dataclasses
from dataclasses import dataclass, field

import numpy as np
import onnx
import onnx.printer
from onnx import helper, numpy_helper
from support import graph_notes, graph_operators

# How a model declares the shape of a value.
NO_SHAPE, OPEN, TRACED = "no shape", "open", "traced"


@dataclass
class Declared:
    """A graph's input or output, or a value on the way, as the model declares
    it. `dims` holds an int, a name or None (nothing said) for each dimension, or
    is None where there is no shape."""

    name: str
    code: int  # of the element type
    dims: list | None

    def to_proto(self):
        return helper.make_tensor_value_info(self.name, self.code, self.dims)


@dataclass
class Graph:
    opset: int
    inputs: list = field(default_factory=list)  # Declared
    nodes: list = field(default_factory=list)  # NodeProto
    outputs: list = field(default_factory=list)  # Declared
    initializers: dict = field(default_factory=dict)  # name: array
    declared: list = field(default_factory=list)  # of values on the way
    # Outputs whose rows along an axis may come in any order: name: (axis, partner)
    unsorted: dict = field(default_factory=dict)
    # The standard domain twice among the imports, as some tools write it.
    imports_twice: bool = False
    # Initializers that are among the inputs too: their defaults.
    listed: set = field(default_factory=set)

    def to_model(self):
        imports = [helper.make_opsetid("", self.opset)] * (1 + self.imports_twice)
        types = {n: helper.np_dtype_to_tensor_dtype(a.dtype) for n, a in self.initializers.items()}
        listed = [Declared(n, types[n], list(self.initializers[n].shape)) for n in sorted(self.listed) if n in types]
        graph = helper.make_graph(
            self.nodes,
            "random",
            [d.to_proto() for d in [*self.inputs, *listed]],
            [d.to_proto() for d in self.outputs],
            [numpy_helper.from_array(a, name) for name, a in self.initializers.items()],
            value_info=[d.to_proto() for d in self.declared],
        )
        ir_version = helper.find_min_ir_version_for(imports, ignore_unknown=True)
        return helper.make_model(graph, opset_imports=imports, ir_version=max(4, ir_version), producer_name="test")

    def text(self):
        return onnx.printer.to_text(self.to_model())

    def replace(self, **changes):
        return dataclasses.replace(self, **changes)

    def producers(self):
        return {name: node for node in self.nodes for name in node.output if name}

    def needed(self):
        """The names that the outputs depend on."""
        producers, names, pending = self.producers(), set(), [d.name for d in self.outputs]
        while pending:
            name = pending.pop()
            if name and name not in names:
                names.add(name)
                pending += producers[name].input if name in producers else ()
        return names

    def live_nodes(self):
        needed = self.needed()
        return [node for node in self.nodes if needed.intersection(node.output)]

    def pruned(self):
        """Without what no output needs; inputs that are not needed stay away too."""
        needed = self.needed()
        return self.replace(
            nodes=self.live_nodes(),
            inputs=[d for d in self.inputs if d.name in needed],
            initializers={name: a for name, a in self.initializers.items() if name in needed},
            declared=[d for d in self.declared if d.name in needed],
        )


@dataclass
class Run:
    """What a graph is given."""

    arrays: dict  # name of an input: array


@dataclass
class Answer:
    """What a graph answers to a run, by the evaluator of this test: arrays, or
    why there are none."""

    outputs: list | None = None
    failure: str | None = None  # a kind of graph_refusals
    failed_at: object = None  # the first node that ONNX forbids
    is_undefined: bool = False
    is_too_large: bool = False
    notes: graph_notes.Notes = field(default_factory=graph_notes.Notes)
    values: dict = field(default_factory=dict)  # every array on the way, by name


def answer(graph, run):
    """Only nodes that an output needs are looked at. After a failure the nodes
    that do not depend on it are still evaluated, for the judge's sake."""
    result = Answer()
    values = result.values
    values.update(graph.initializers)
    values.update(run.arrays)
    for node in graph.live_nodes():
        if any(name and name not in values for name in node.input):
            continue
        arrays = [values[name] if name else None for name in node.input]
        try:
            outputs = graph_operators.evaluate(node, arrays, result.notes)
        except graph_notes.Failure as failure:
            if result.failure is None:
                result.failure, result.failed_at = failure.kind, node
            continue
        except graph_notes.Undefined as why:
            result.is_undefined = True
            result.notes.undefined.add(str(why))
            continue
        except graph_notes.TooLarge:
            result.is_too_large = True
            continue
        values.update((name, array) for name, array in zip(node.output, outputs) if name)
    if result.failure is None and not result.is_undefined and not result.is_too_large:
        result.outputs = [np.asarray(values[d.name]) for d in graph.outputs]
    return result
