"""The other judges of random graphs: ONNX Runtime where it is installed, ONNX's
reference evaluator elsewhere. They hold the evaluator of graph_operators.py to what
others think; where ONNX leaves an answer open, or where a judge is known to be
wrong or not to know a type, the reason is counted.
"""

import re

import numpy as np
import onnx
from ml_dtypes import bfloat16
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
        why = _cannot(error) or _fault(case.graph, answer)
        return f"judge {why}" if why else _disagree(case, f"{type(error).__name__}: {error}")
    if answer.failure:
        takes = (_RUNTIME_TAKES if onnxruntime else _REFERENCE_TAKES).get(answer.failure)
        takes = takes or _fault(case.graph, answer)
        return f"judge {takes}" if takes else _disagree(case, f"no error of '{answer.failure}'")
    wrong = graph_judge.difference(case.graph, outputs, answer.outputs)
    if not wrong:
        return "judge agrees"
    why = _runtime_fault(case.graph, outputs, answer) if onnxruntime else _reference_fault(case.graph, answer)
    return f"judge {why}" if why else _disagree(case, wrong)


def _fault(graph, answer):
    return None if onnxruntime else _reference_fault(graph, answer)


def _runtime_fault(graph, outputs, answer):
    """What ONNX Runtime is known to get wrong, if that is all that is wrong."""
    if not any(node.op_type == "Where" for node in graph.live_nodes()):
        return None
    unsigned = [[a + np.zeros((), a.dtype) if is_float(a.dtype) else a for a in arrays] for arrays in (outputs, answer.outputs)]
    return None if graph_judge.difference(graph, *unsigned) else "loses the sign of 0 in Where"


def _reference_fault(graph, answer):
    """What the reference evaluator is known to get wrong, if the graph has it."""
    for node in graph.live_nodes():
        arrays = [answer.values.get(name) for name in node.input]
        if arrays and arrays[0] is not None:
            why = _REFERENCE_FAULTS.get(node.op_type, lambda *_: None)(arrays, attributes(node))
            if why:
                return why
    return None


def _axes(arrays, attrs):
    axes = attrs.get("axes", arrays[1] if len(arrays) > 1 else None)
    return () if axes is None else axes


def _has_negative(arrays, attrs):
    axes = _axes(arrays, attrs)
    return len(axes) > 1 and min(axes) < 0


def _gather_fault(arrays, _attrs):
    if not arrays[0].ndim:
        return "takes a scalar as Gather's data"
    if arrays[1] is not None and not arrays[1].size:
        return "loses the dimensions of Gather with no indices"
    return None if arrays[0].size else "does not look at Gather's indices if the data has no elements"


def _slice_fault(arrays, attrs):
    starts, ends, axes, steps = (*arrays[1:], *[None] * 4)[:4]
    starts, ends, axes = (
        attrs.get(name, array) for name, array in (("starts", starts), ("ends", ends), ("axes", axes))
    )
    bounds = [int(bound) for array in (starts, ends, steps) if array is not None for bound in array]
    if any(abs(bound) > 2**62 for bound in bounds):
        return "wraps around at bounds and steps of Slice beyond 2**62"
    if steps is None or starts is None:
        return None
    extents = [arrays[0].shape[axis] for axis in (range(len(starts)) if axes is None else axes)]
    if any(step < 0 and start < -extent for start, step, extent in zip(starts, steps, extents)):
        return "does not clamp a start before the first element to it, if Slice goes backwards"
    return None


def _below(array, least):
    return array is not None and array.size and array.min() < least


# What is wrong at a node of given inputs and attributes, by operator.
_REFERENCE_FAULTS = {
    "Concat": lambda arrays, attrs: "adds dimensions for Concat's axis" if attrs["axis"] >= arrays[0].ndim else None,
    "Gather": _gather_fault,
    "Reshape": lambda arrays, _: "takes any negative size of Reshape for -1" if _below(arrays[1], -1) else None,
    "Shape": lambda arrays, attrs: (
        "does not clamp the bounds of Shape"
        if any(abs(attrs.get(name, 0)) > arrays[0].ndim for name in ("start", "end"))
        else None
    ),
    "Sign": lambda arrays, _: "keeps the sign of 0 of bfloat16 in Sign" if arrays[0].dtype == bfloat16 else None,
    "Slice": _slice_fault,
    "Squeeze": lambda *node: "takes negative axes of Squeeze one after the other" if _has_negative(*node) else None,
    "Unsqueeze": lambda *node: "takes negative axes of Unsqueeze one after the other" if _has_negative(*node) else None,
}


def _disagree(case, why):
    print(f"graph {case.index}: {name()}: {why[:400]}", flush=True)
    return DISAGREES
