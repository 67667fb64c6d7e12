"""The other judges of random graphs: ONNX Runtime where it is installed, ONNX's
reference evaluator elsewhere. They hold the evaluator of graph_operators.py to what
others think; where ONNX leaves an answer open, or where a judge is known to be
wrong or not to know a type, the reason is counted.
"""

import re

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator
from support import graph_judge
from support.graph_notes import attributes, is_float

try:
    import onnxruntime
except ImportError:
    onnxruntime = None

DISAGREES = "judge DISAGREES"


def name():
    if onnxruntime:
        return f"ONNX Runtime {onnxruntime.__version__}"
    return f"the reference evaluator of onnx {onnx.__version__}"


def _runtime(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Its fusions guess at shapes, and then take what is forbidden.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    onnxruntime.set_default_logger_severity(4)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return lambda feeds: session.run(None, feeds)


def _reference(model):
    evaluator = ReferenceEvaluator(model)
    return lambda feeds: evaluator.run(None, feeds)


# What a judge cannot do or does otherwise than ONNX says, by its error: why.
_CANNOT = (
    (r"NOT_IMPLEMENTED|Could not find an implementation", "has no kernel for a type"),
    (r"bfloat16|ml_dtypes|Numpy_type 256", "does not take bfloat16"),
    (r"Integer (division|modulo) by zero", "does not take a constant divisor of 0"),
    (r"Unsupported model IR|opset|INVALID_GRAPH", "does not take the model"),
    (
        r"\(Arg(Max|Min)\) \[ShapeInferenceError\] 'axis'|AxisError: axis 0 is out of bounds for array of dimension 0",
        "does not take ArgMax and ArgMin of a scalar",
    ),
    # The reference evaluator.
    (r"TopK does not implement anything for sorted=0", "does not know TopK that is not sorted"),
    (r"cannot reshape array of size 0 into shape", "fails at Flatten of no elements"),
    (r"argm(ax|in) of an empty sequence|zero-size array", "fails at a reduction of no elements"),
)
# What ONNX forbids and a judge takes all the same, by the kind of failure.
_RUNTIME_TAKES = {
    "broadcast": "takes a size of 0 for any other",
    "empty": "gives a result of no elements for an empty axis",
    "concat": "takes an input without elements to Concat, whatever its sizes",
}
_REFERENCE_TAKES = {
    "k": "gives all elements for a k that is too large",
    "slice": "takes starts and ends of different lengths",
}


def _cannot(error):
    text = f"{type(error).__name__}: {error}"
    return next((why for pattern, why in _CANNOT if re.search(pattern, text)), None)


def cross_check(case):
    """What another judge says of each run, as names to count."""
    try:
        # Others run nodes that no output needs.
        judge = (_runtime if onnxruntime else _reference)(case.graph.pruned().to_model())
    except Exception as error:
        why = _cannot(error)
        if not why:
            return [_disagree(case, str(error))] * len(case.runs)
        return [f"judge {why}"] * len(case.runs)
    needed = [d.name for d in case.graph.pruned().inputs]
    return [_compare(case, judge, needed, run, answer) for run, answer in zip(case.runs, case.answers)]


def _compare(case, judge, needed, run, answer):
    if answer.is_too_large:
        return "judge not asked: an array would be too large"
    if answer.notes.undefined:
        # Among them what ends ONNX Runtime's process.
        return f"judge not asked: {sorted(answer.notes.undefined)[0]}"
    try:
        with np.errstate(all="ignore"):
            outputs = [np.asarray(a) for a in judge({name: run.arrays[name] for name in needed})]
    except Exception as error:
        if answer.failure:
            return "judge agrees: an error"
        why = _cannot(error)
        return f"judge {why}" if why else _disagree(case, f"{type(error).__name__}: {error}")
    if answer.failure:
        takes = (_RUNTIME_TAKES if onnxruntime else _REFERENCE_TAKES).get(answer.failure)
        return f"judge {takes}" if takes else _disagree(case, f"no error of '{answer.failure}'")
    wrong = graph_judge.difference(case.graph, outputs, answer.outputs)
    if not wrong:
        return "judge agrees"
    if onnxruntime:
        why = _runtime_fault(case.graph, outputs, answer)
    else:
        why = _reference_fault(case.graph, answer)
    return f"judge {why}" if why else _disagree(case, wrong)


def _runtime_fault(graph, outputs, answer):
    """What ONNX Runtime is known to get wrong, if that is all that is wrong."""
    if not any(node.op_type == "Where" for node in graph.live_nodes()):
        return None
    unsigned = [[a + np.zeros((), a.dtype) if is_float(a.dtype) else a for a in arrays] for arrays in (outputs, answer.outputs)]
    return None if graph_judge.difference(graph, *unsigned) else "loses the sign of 0 in Where"


def _reference_fault(graph, answer):
    """What the reference evaluator is known to get wrong, if the graph has it."""
    for node in graph.live_nodes():
        attrs = attributes(node)
        arrays = [answer.values.get(name) for name in node.input]
        axes = attrs.get("axes", arrays[1] if len(arrays) > 1 else ())
        if node.op_type == "Unsqueeze" and len(axes) > 1 and min(axes) < 0:
            return "takes negative axes of Unsqueeze one after the other"
        if node.op_type == "Shape" and any(abs(attrs.get(name, 0)) > arrays[0].ndim for name in ("start", "end")):
            return "does not clamp the bounds of Shape"
    return None


def _disagree(case, why):
    print(f"graph {case.index}: {name()}: {why[:400]}", flush=True)
    return DISAGREES
