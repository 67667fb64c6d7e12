"""What ONNX's own inference of shapes knows of a graph."""

import onnx
from onnx import helper
from support import graph_notes, graph_operators
from support.graph_model import Declared


def _infer(graph):
    model = graph.to_model()
    try:
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    except onnx.shape_inference.InferenceError:
        return {}
    known = {}
    for info in [*model.graph.value_info, *model.graph.output, *model.graph.input]:
        if info.type.tensor_type.HasField("shape"):
            dims = info.type.tensor_type.shape.dim
            known[info.name] = [d.dim_value if d.HasField("dim_value") and d.dim_value >= 0 else None for d in dims]
    return known


def _is_backwards(graph, node):
    if node.op_type != "Slice" or len(node.input) < 5:
        return False
    steps = graph.initializers.get(node.input[4])
    if steps is None:
        steps = graph_operators.evaluate(graph.producers()[node.input[4]], [], graph_notes.Notes())[0]
    return bool((steps < 0).any())


def _undeclared(graph):
    """The graph without what it declares of values that nodes give, for ONNX's
    inference."""
    nodes = {name for node in graph.nodes for name in node.output}
    # onnx ends the process at a Slice backwards of a size of 0: of an operator
    # that it does not know it says nothing.
    known = []
    for node in graph.nodes:
        if _is_backwards(graph, node):
            node = helper.make_node("SliceBackwards", node.input, node.output, domain="test")
        known.append(node)
    outputs = [d if d.name not in nodes else Declared(d.name, d.code, None) for d in graph.outputs]
    # Nor does it take -1 for an open size.
    inputs = [Declared(d.name, d.code, [None if dim == -1 else dim for dim in d.dims]) for d in graph.inputs]
    return graph.replace(inputs=inputs, nodes=known, outputs=outputs, declared=[])


def known_dims(graph):
    """What follows from the inputs alone of each value's sizes: by name, a list of
    an int or None for each dimension."""
    return _infer(_undeclared(graph))
