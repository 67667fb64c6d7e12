"""A failing call of a reduction as text and as a file."""

import dataclasses
import json
import os

import numpy as np

from support.element_types import bits_of
from support.layouts import Layout
from support.reductions import Case, Reduction


def _array_to_json(array):
    return array if array is None else {"dtype": array.dtype.name, "shape": array.shape, "bits": bits_of(array).ravel().tolist()}


def _array_from_json(data, dtype):
    if data is None:
        return None
    return np.array(data["bits"], f"u{dtype.itemsize}").view(dtype).reshape(data["shape"])


def _layout_from_json(data):
    return data and Layout(*(tuple(v) if isinstance(v, list) else v for v in data.values()))


def write_case(case, target, path):
    data = dataclasses.asdict(case.reduction)
    state = case.state or (None, None)
    with open(path, "w") as file:
        json.dump(
            {
                "target": target,
                "reduction": data,
                "layout": dataclasses.asdict(case.layout),
                "indices_layout": case.indices_layout and dataclasses.asdict(case.indices_layout),
                "to_layout": dataclasses.asdict(case.to_layout),
                "noise": case.noise,
                "places": case.places,
                "base": case.base,
                "k": case.k,
                "x": _array_to_json(case.x),
                "indices": _array_to_json(case.indices),
                "state": [_array_to_json(a) for a in state],
            },
            file,
        )


def read_case(path):
    """(case, name of the target)"""
    with open(path) as file:
        data = json.load(file)
    fields = data["reduction"]
    fields["extents"] = tuple(fields["extents"])
    for name in ("layout", "indices_layout", "to_layout"):
        fields[name] = _layout_from_json(fields[name])
    r = Reduction(**fields)
    state = tuple(_array_from_json(a, t) for a, t in zip(data["state"], (r.dtype, r.index_dtype)))
    case = Case(
        reduction=r,
        x=_array_from_json(data["x"], r.dtype),
        layout=_layout_from_json(data["layout"]),
        to_layout=_layout_from_json(data["to_layout"]),
        noise=data["noise"],
        places=tuple(data["places"]),
        indices=_array_from_json(data["indices"], r.index_dtype),
        indices_layout=_layout_from_json(data["indices_layout"]),
        base=data["base"],
        k=data["k"],
        state=None if state[0] is None else state,
    )
    return case, data["target"]


def _line(name, array):
    values = str(array.tolist())
    text = f"{name} {list(array.shape)} = {values if len(values) < 1500 else values[:1500] + ' ...'}"
    if array.dtype.kind not in "iu":
        bits = " ".join(f"{b:x}" for b in bits_of(array).ravel()[:200])
        text += f"\n  bits: {bits}"
    return text


def describe(case, problem, target, arguments):
    """The failure as text, with a command that repeats it; with a folder for
    reproducers it is written there."""
    path = os.path.join(arguments.reproducer, f"{target}.json")
    if arguments.reproducer != "FOLDER":
        os.makedirs(arguments.reproducer, exist_ok=True)
        write_case(case, target, path)
        with open(os.path.join(arguments.reproducer, f"{target}.mlir"), "w") as file:
            file.write(case.reduction.text("main"))
    lines = [f"FAILED on {target}: {problem}", "", case.reduction.text("main"), _line("x", case.x)]
    if case.indices is not None:
        lines.append(_line("indices", case.indices))
    if case.reduction.has_base:
        lines.append(f"base = {case.base}")
    if case.reduction.is_topk:
        lines.append(f"k = {case.k}")
    for name, array in zip(("old values", "old indices"), case.state or ()):
        lines.append(_line(name, array))
    if case.indices_layout:
        lines.append(f"indices: {case.indices_layout}")
    lines += [f"input: {case.layout}", f"destinations: {case.to_layout}", f"places: {case.places}", ""]
    others = f" --turn {arguments.turn}" if arguments.turn else ""
    others += " --verify-invariants" if arguments.verify_invariants else ""
    others += f" --cache-sizes={arguments.cache_sizes}" if arguments.cache_sizes else ""
    lines.append(f"python test/python/vector_differential.py --replay {path} {arguments.optimize} --scratch={arguments.scratch}{others}".replace(" -O", " --optimize=-O"))
    return "\n".join(lines)
