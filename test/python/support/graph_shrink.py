"""Makes a graph that fails smaller, and shows it."""

import os

import numpy as np
from onnx import numpy_helper
from support import graph_judge
from support.graph_grower import code_of
from support.graph_model import Declared, Run

MAX_TRIALS = 60


def _is_valid(case):
    return all(answer.outputs is not None or answer.failure for answer in case.answers)


def _without_outputs(graph):
    for declared in graph.outputs:
        if len(graph.outputs) > 1 and declared.name not in graph.unsorted:
            yield graph.replace(outputs=[declared])


def _changes(case):
    """Smaller cases, the smallest first."""
    graph, runs = case.graph, case.runs
    if len(runs) > 1:
        for run, answer in zip(runs, case.answers):
            yield graph, [run]
        return
    arrays, values = runs[0].arrays, case.answers[0].values
    for smaller in _without_outputs(graph):
        yield smaller.pruned(), runs
    pruned = graph.pruned()
    if len(pruned.nodes) < len(graph.nodes) or len(pruned.inputs) < len(graph.inputs):
        yield pruned, runs
    # A value on the way becomes an input, or the output.
    inner = [name for node in graph.nodes for name in node.output if name in values]
    inner = [name for name in inner if name not in graph.unsorted and values[name].dtype != np.bool_]
    for name in reversed(inner):
        code = code_of(values[name])
        nodes = [node for node in graph.nodes if name not in node.output]
        if len(nodes) < len(graph.nodes) and name not in {d.name for d in graph.outputs}:
            for dims in ([None] * values[name].ndim, list(values[name].shape)):
                made = Declared(name, code, dims)
                cut = graph.replace(nodes=nodes, inputs=[*graph.inputs, made]).pruned()
                yield cut, [Run(arrays | {name: values[name]})]
        output = graph.replace(outputs=[Declared(name, code, [None] * values[name].ndim)], unsorted={})
        if len(output.pruned().nodes) < len(graph.nodes):
            yield output.pruned(), runs
    if graph.declared:
        yield graph.replace(declared=[]), runs
    for i, declared in enumerate(graph.outputs):
        if declared.dims and any(dim is not None for dim in declared.dims):
            outputs = list(graph.outputs)
            outputs[i] = Declared(declared.name, declared.code, [None] * len(declared.dims))
            yield graph.replace(outputs=outputs), runs
    # An open size becomes a static one.
    for i, declared in enumerate(graph.inputs):
        for d, dim in enumerate(declared.dims):
            if not isinstance(dim, int):
                dims = list(declared.dims)
                dims[d] = int(arrays[declared.name].shape[d])
                inputs = list(graph.inputs)
                inputs[i] = Declared(declared.name, declared.code, dims)
                yield graph.replace(inputs=inputs), runs


def shrink(tools, case, problem, kind_of):
    """A smaller case that fails in the same way, and what is wrong with it."""
    trials, is_smaller = 0, True
    while is_smaller and trials < MAX_TRIALS:
        is_smaller = False
        for graph, runs in _changes(case):
            if trials >= MAX_TRIALS:
                break
            trials += 1
            try:
                smaller = graph_judge.Case(case.index, graph, runs)
                if not _is_valid(smaller):
                    continue
                verdicts = graph_judge.judge(tools, [smaller])[case.index]
            except Exception:
                continue  # a change that makes no model
            problems = [what for verdict, what in verdicts if verdict == graph_judge.FAILED]
            if any(kind_of(p) == kind_of(problem) for p in problems):
                case, problem, is_smaller = smaller, problems[0], True
                break
    return case, problem


def describe(case, folder, index):
    """The graph, its inputs and a command, as text; with a folder as files too."""
    named = os.path.join(folder or "FOLDER", f"graph{index}")
    lines = [case.graph.text().strip()]
    if folder:
        os.makedirs(named, exist_ok=True)
        with open(os.path.join(named, "model.onnx"), "wb") as file:
            file.write(case.graph.to_model().SerializeToString())
    for number, run in enumerate(case.runs[:3]):
        files = []
        for declared in case.graph.inputs:
            array = run.arrays[declared.name]
            files.append(os.path.join(named, f"{number}_{declared.name}.pb"))
            text = str(array.tolist())
            lines.append(f"{declared.name} = {array.dtype}{list(array.shape)} {text[:400]}")
            if folder:
                with open(files[-1], "wb") as file:
                    file.write(numpy_helper.from_array(array, declared.name).SerializeToString())
        lines.append(" ".join(["extrema-run --print-all", os.path.join(named, "model.onnx"), *files]))
    return "\n".join(lines)
