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
from support.graph_operators import BFLOAT16, is_float

try:
    import onnxruntime
except ImportError:
    onnxruntime = None

DISAGREES = "judge DISAGREES"


def name():
    return f"ONNX Runtime {onnxruntime.__version__}" if onnxruntime else f"the reference evaluator of onnx {onnx.__version__}"


def _runtime(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    onnxruntime.set_default_logger_severity(4)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    listed = {i.name for i in session.get_inputs()}
    return lambda feeds: session.run(None, {n: a for n, a in feeds.items() if n in listed})


def _reference(model):
    evaluator = ReferenceEvaluator(model)
    return lambda feeds: evaluator.run(None, feeds)


# What a judge cannot do or does otherwise, by its error: why.
_CANNOT = (
    (r"NOT_IMPLEMENTED|Could not find an implementation", "has no kernel for a type"),
    (r"[Uu]nsupported (model IR|opset|type)|is invalid\.|INVALID_GRAPH|Type Error", "does not take the model"),
    (r"bfloat16|ml_dtypes", "does not take bfloat16"),
)


def _cannot(error, answer):
    text = f"{type(error).__name__}: {error}"
    return next((why for pattern, why in _CANNOT if re.search(pattern, text)), None)


def cross_check(case):
    """What another judge says of each run, as names to count."""
    try:
        judge = (_runtime if onnxruntime else _reference)(case.graph.to_model())
    except Exception as error:
        why = _cannot(error, None) or f"load: {str(error)[:200]}"
        return [f"judge {why}"] * len(case.runs)
    return [_compare(case, judge, run, answer) for run, answer in zip(case.runs, case.answers)]


def _compare(case, judge, run, answer):
    if answer.is_too_large:
        return "judge not asked: an array would be too large"
    if answer.notes.undefined:
        # Among them what ends ONNX Runtime's process.
        return f"judge not asked: {sorted(answer.notes.undefined)[0]}"
    try:
        with np.errstate(all="ignore"):
            outputs = [np.asarray(a) for a in judge(run.arrays)]
    except Exception as error:
        if answer.failure:
            return "judge agrees: an error"
        why = _cannot(error, answer)
        if why:
            return f"judge {why}"
        print("ERR", case.index, type(error).__name__, str(error)[:300])
        return DISAGREES
    if answer.failure:
        print("NOFAIL", case.index, answer.failure, answer.failed_node)
        return DISAGREES
    wrong = graph_judge.difference(case.graph, outputs, answer.outputs)
    if wrong:
        print("DIFF", case.index, wrong)
    return DISAGREES if wrong else "judge agrees"
