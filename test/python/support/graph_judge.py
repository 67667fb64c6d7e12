"""Random graphs through the tools: imported one by one, compiled many in a module,
called on the arrays of their runs, and compared with what graph_model.answer says.

A verdict is a pair: ("passed", what) or ("FAILED", what is wrong).
"""

import os
import re
from dataclasses import dataclass

import ml_dtypes
import numpy as np
import onnx
from onnx import numpy_helper
from support import compiled, graph_inference, graph_model, graph_notes, graph_refusals, oracle
from support.element_types import bits_of
from support.graph_refusals import FAILURES, INTERNAL, Context

PASSED, FAILED = "passed", "FAILED"
RUN_EVERY = 10  # of so many graphs one goes through extrema-run, too
_MLIR_TYPES = {
    **{f"{s}{w}": np.dtype(f"{'u' if s == 'ui' else 'i'}{w // 8}") for s in ("i", "si", "ui") for w in (8, 16, 32, 64)},
    "i1": np.dtype(np.bool_),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}


@dataclass
class Case:
    """A graph, its runs, and what they answer."""

    index: int
    graph: object
    runs: list

    def __post_init__(self):
        self.answers = [graph_model.answer(self.graph, run) for run in self.runs]
        self._known = None

    @property
    def known(self):
        if self._known is None:
            self._known = graph_inference.known_dims(self.graph)
        return self._known


# ----------------------------------------------------------------- messages --


def named_node(graph, message):
    """The node that a message names, or None."""
    found = re.search(r'node (?:"((?:[^"\\]|\\.)*)"|#(\d+)) \((\w+)\)', message)
    if not found:
        return None
    name, number, _ = found.groups()
    if number is not None:
        return graph.nodes[int(number)] if int(number) < len(graph.nodes) else None
    return next((node for node in graph.nodes if node.name == name), None)


def judge_message(case, answer, message):
    """The verdict on an error where the evaluator says `answer`."""
    message = graph_refusals.as_said(message)
    if INTERNAL.search(message):
        return FAILED, f"internal message: {message}"
    if answer.is_undefined or answer.is_too_large:
        return PASSED, "an error where ONNX does not say what the answer is"
    node = named_node(case.graph, message)
    if node is not None and not any(node is live for live in case.graph.live_nodes()):
        return FAILED, f"refused for a node that no output needs: {message}"
    if node is not None:
        context = Context(node, case.graph, answer, case.known)
        for row in graph_refusals.allowed():
            if node.op_type in (row.operators or (node.op_type,)) and re.search(row.message, message) and row.is_allowed(context):
                return PASSED, f"refused: {row.reason}"
    if answer.failure is None:
        return FAILED, f"refused what ONNX allows: {message}"
    if any(re.search(pattern, message) for pattern in FAILURES.values()):
        return PASSED, f"an error, as it must be: {answer.failure}"
    return FAILED, f"another message than for '{answer.failure}': {message}"


def judge_refusal(case, ended, path):
    """The verdicts on the runs of a graph that is not imported."""
    crash = ended.fault()
    message = ended.stderr.strip()
    if crash:
        return [(FAILED, f"the import ended with {crash}")] * len(case.runs)
    if f"{path}:" not in message or "error: " not in message:
        return [(FAILED, f"the message does not name the file: {message}")] * len(case.runs)
    verdicts = [judge_message(case, answer, message) for answer in case.answers]
    valid = [v for v, answer in zip(verdicts, case.answers) if answer.outputs is not None]
    # One refusal for all runs: those that the graph has an answer for decide.
    decisive = valid[0] if valid else verdicts[0]
    return [decisive] * len(case.runs)


# ------------------------------------------------------------------ results --


def result_types(text):
    """(NumPy type, static sizes) of each result of the imported function."""
    line = next(line for line in text.splitlines() if "func.func @main(" in line)
    types = []
    for shaped in re.findall(r"tensor<([^>]*)>", line[line.index("->") :]):
        *sizes, element = shaped.split("x")
        types.append((_MLIR_TYPES[element], [None if size == "?" else int(size) for size in sizes]))
    return types


def _same(got, want):
    """To the bit, but for the bits of a NaN."""
    if not graph_notes.is_float(want.dtype):
        return np.array_equal(got, want)
    with np.errstate(invalid="ignore"):
        is_nan = oracle.is_nan(want)
        return np.array_equal(oracle.is_nan(got), is_nan) and np.array_equal(
            np.where(is_nan, 0, bits_of(got)), np.where(is_nan, 0, bits_of(want))
        )


def difference(graph, got, want):
    """What is wrong with the results, or None."""
    by_name = {}
    for declared, g, w in zip(graph.outputs, got, want):
        if g.dtype != w.dtype:
            return f"wrong type of {declared.name}: {g.dtype}, not {w.dtype}"
        if g.shape != w.shape:
            return f"wrong shape of {declared.name}: {list(g.shape)}, not {list(w.shape)}"
        by_name[declared.name] = g, w
    for name, (g, w) in by_name.items():
        if name in graph.unsorted:
            # Rows in any order: sorted by their indices.
            axis, partner = graph.unsorted[name]
            if partner not in by_name:
                g, w = np.sort(g, axis), np.sort(w, axis)
            else:
                order = [np.argsort(a, axis, kind="stable") for a in by_name[partner]]
                g, w = (np.take_along_axis(a, o, axis) for a, o in zip((g, w), order))
        if not _same(g, w):
            return f"wrong values of {name}: {_short(g)}, not {_short(w)}"
    return None


def _short(array):
    text = str(array.tolist())
    return text if len(text) < 300 else text[:300] + " ..."


def judge_outcome(case, answer, outcome):
    if outcome.fault:
        return FAILED, f"the call: {outcome.fault}"
    if outcome.status:
        if not outcome.message:
            return FAILED, "a failed check without a message"
        return judge_message(case, answer, outcome.message)
    if answer.is_undefined:
        return PASSED, "an answer where ONNX does not say which"
    if answer.failure in graph_refusals.TAKEN:
        row = graph_refusals.TAKEN[answer.failure]
        node = next(node for node in case.graph.nodes if node is answer.failed_at)
        if row.is_allowed(Context(node, case.graph, answer, case.known)):
            return PASSED, f"taken: {row.reason}"
    if answer.failure:
        return FAILED, f"took what ONNX forbids ('{answer.failure}' at {answer.failed_at.name})"
    wrong = difference(case.graph, outcome.results, answer.outputs)
    return (FAILED, wrong) if wrong else (PASSED, "the right answer")


# -------------------------------------------------------------------- batch --


class Tools:
    """The importer as a server of runs, and a folder for what is made."""

    def __init__(self, folder, forkserver, library, flags):
        self.folder, self.flags = folder, flags
        self._translate = forkserver.Server(library, "extrema-translate", folder)
        self._run = forkserver.Server(library, "extrema-run", folder)
        self._count = 0

    def import_model(self, graph):
        path = self._write("model.onnx", graph.to_model())
        return self._translate.run(["--import-onnx", path]), path

    def compile(self, texts):
        """A shared object of functions g0, g1 ... of these modules."""
        aliases, bodies = [], []
        for index, text in enumerate(texts):
            text = re.sub(r"#(map\d*)\b", rf"#g{index}_\1", text)
            head, body = text.split("module {\n", 1)
            aliases.append(head)
            bodies.append(body.rstrip()[:-1].replace("func.func @main(", f"func.func @g{index}(", 1))
        self._count += 1
        stem = os.path.join(self.folder, f"m{self._count}")
        module = "".join(aliases) + "module {\n" + "".join(bodies) + "}\n"
        return compiled.shared_object_by_compiler(module, stem, self.flags)

    def run(self, graph, arrays):
        """extrema-run on a model and its inputs: how it ended, and the results."""
        arguments = [self._write("model.onnx", graph.to_model())]
        for i, declared in enumerate(graph.inputs):
            tensor = numpy_helper.from_array(arrays[declared.name], declared.name)
            arguments.append(self._write(f"input_{i}.pb", tensor))
        outputs = [os.path.join(self.folder, f"output_{i}.pb") for i in range(len(graph.outputs))]
        ended = self._run.run([*arguments, *(f"-o={path}" for path in outputs)])
        if ended.returncode:
            return ended, arguments[0], []
        return ended, arguments[0], [numpy_helper.to_array(onnx.load_tensor(path)) for path in outputs]

    def _write(self, name, message):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(message.SerializeToString())
        return path

    def close(self):
        self._translate.close()
        self._run.close()


def _judge_compiled(tools, imported, verdicts):
    """Fills in the verdicts of `imported`, pairs of a case and its module. A
    module that does not compile is halved until the functions are found."""
    if not imported:
        return
    try:
        library = tools.compile([text for _, text in imported])
    except compiled.CompileError as error:
        if len(imported) > 1:
            half = len(imported) // 2
            _judge_compiled(tools, imported[:half], verdicts)
            _judge_compiled(tools, imported[half:], verdicts)
            return
        case = imported[0][0]
        verdicts[case.index] = [(FAILED, f"does not compile: {error}")] * len(case.runs)
        return
    calls, asked = [], []
    for number, (case, text) in enumerate(imported):
        types = [(dtype, len(sizes)) for dtype, sizes in result_types(text)]
        verdicts[case.index] = [(PASSED, "not called: an array would be too large")] * len(case.runs)
        for position, (run, answer) in enumerate(zip(case.runs, case.answers)):
            if not answer.is_too_large:
                inputs = [run.arrays[d.name] for d in case.graph.inputs]
                calls.append(compiled.Call(f"g{number}", inputs, types))
                asked.append((case, position))
    outcomes = compiled.call_all(library, calls)
    for (case, position), outcome in zip(asked, outcomes):
        verdicts[case.index][position] = judge_outcome(case, case.answers[position], outcome)
    os.remove(library)


def judge(tools, cases):
    """The verdicts on the runs of each case, by its index."""
    verdicts, imported, refused = {}, [], {}
    for case in cases:
        ended, path = tools.import_model(case.graph)
        if ended.returncode or ended.fault():
            verdicts[case.index] = judge_refusal(case, ended, path)
            refused[case.index] = ended.stderr
            continue
        wrong = _declared_problem(case, ended.stdout)
        if wrong:
            verdicts[case.index] = [(FAILED, wrong)] * len(case.runs)
        else:
            imported.append((case, ended.stdout))
    _judge_compiled(tools, imported, verdicts)
    for case in cases:
        if case.index % RUN_EVERY == 0:
            verdicts[case.index] += judge_whole(tools, case, refused.get(case.index))
    return verdicts


def _reason(message):
    """The first error of a message, without where it is."""
    return message.partition("error: ")[2].partition("\n")[0]


def judge_whole(tools, case, refusal):
    """The verdicts on the first runs by extrema-run, files and all; `refusal` is
    what the import has said of the graph, or None."""
    verdicts = []
    for run, answer in list(zip(case.runs, case.answers))[:2]:
        if answer.is_too_large:
            continue
        ended, path, results = tools.run(case.graph, run.arrays)
        if ended.fault():
            verdicts.append((FAILED, f"extrema-run ended with {ended.fault()}"))
        elif not ended.returncode:
            outcome = compiled.Outcome(results)
            verdicts.append(judge_outcome(case, answer, outcome))
        elif path not in ended.stderr:
            verdicts.append((FAILED, f"the message does not name the file: {ended.stderr}"))
        elif refusal and _reason(refusal) in ended.stderr:
            verdicts.append((PASSED, "the refusal of the import"))
        else:
            verdicts.append(judge_message(case, answer, ended.stderr.strip()))
    return [(verdict, f"extrema-run: {what}") for verdict, what in verdicts]


def _declared_problem(case, text):
    """What is wrong with the types of the imported function, or None."""
    types = result_types(text)
    if len(types) != len(case.graph.outputs):
        return f"{len(types)} results, not {len(case.graph.outputs)}"
    for answer in case.answers:
        for declared, array, (dtype, sizes) in zip(case.graph.outputs, answer.outputs or (), types):
            if dtype != array.dtype:
                return f"wrong type of {declared.name}: {dtype}, not {array.dtype}"
            if len(sizes) != array.ndim:
                return f"wrong rank of {declared.name}: {len(sizes)}, not {array.ndim}"
    return None
