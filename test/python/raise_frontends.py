"""linalg.generic arg reductions as front-ends write them: what each is raised
to, and that raising changes no answer.

  raise_frontends.py FOLDER [--write]

FOLDER has one module a file, and the table `decisions.txt`: for each module,
and for each value of the option `nan`, what becomes of it. `--write` prints a
new table, for a person to read. Raised modules are run, on rows with ties, NaNs,
infinities, both zeros and the types' limits. Closes with "N passed, N failed".
"""

import argparse
import glob
import os
import re
import sys
import tempfile

import ml_dtypes
import numpy as np

from support import oracle, raising
from support.element_types import VALUE_TYPES
from support.raising import POLICIES, Function
from support.values import random_array

CALLS = 12

# Remarks by the name that the table gives them.
REASONS = {
    "nan-leaves-index": "where the element is a NaN and the accumulator a number, it keeps the "
    "element's value and the accumulator's index, but <m",
    "nan-is-replaced": "where the element is a number and the accumulator a NaN, it keeps the "
    "element's value and the element's index, but <m",
    "plain-reduction": "nobody uses its index, and its value is that of a plain reduction",
}


def function_of(path, name):
    """The function of a module, named anew, its aliases written out."""
    text = open(path, encoding="utf-8").read()
    aliases = dict(re.findall(r"^(#\w+) = (affine_map<.*>)$", text, re.MULTILINE))
    text = re.sub(r"#map\w*", lambda alias: aliases[alias[0]], text[text.index("  func.func") :])
    text = text[: text.rindex("}\n")]  # the module's
    text = re.sub(r" \{jax\.result_info = .*?\}", "", text)
    text = re.sub(r"\bui(\d+)\b", r"i\1", text)  # unsigned tensors do not bufferize
    text = re.sub(r"func\.func (public )?@\w+", f"func.func @{name}", text)
    return Function(name, text)


# --------------------------------------------------------------- decisions --


def describe(text, remarks):
    """One word of the table."""
    words = []
    for reduction in raising.reductions(text):
        kind, rest = re.match(r"<(\w+)> (.*)", reduction).groups()
        head, operands = rest.split("ins(", 1)
        parts = [kind, *(w for w in ("last", "accumulate") if w in head.split())]
        parts += [w for w in ("index_only", "value_only") if w in operands]
        parts += [] if operands.startswith("%arg") else ["of-computed"]
        words.append(",".join(parts))
    for remark in remarks:
        words.append("left:" + next((n for n, t in REASONS.items() if t in remark), remark))
    return "+".join(words) or "nothing"


def read_table(folder):
    table = {}
    for line in open(os.path.join(folder, "decisions.txt"), encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            module, *decisions = line.split()
            table[module] = decisions
    return table


def is_raised(decision):
    return any(not word.startswith("left:") and word != "nothing" for word in decision.split("+"))


def check_families(module, decisions):
    """What holds of whole families, by the module's name. Yields complaints."""
    source, _, op, element, *_ = module.split(".")
    level = module.split(".")[1]
    exact, none, _ = map(is_raised, decisions)
    if op.startswith("near_"):
        return
    is_float = element in ("f16", "bf16", "f32", "f64")
    is_torch = source.startswith("torch-mlir") and "tosa" not in level
    if is_torch and is_float:
        if exact or not none:
            yield "is to be raised where there are no NaNs, and only there"
    elif not exact:
        yield "is to be raised exactly"


def check_near(module, text):
    """A module that only looks like an arg reduction of its input is not
    replaced by one. (There may be one inside.)"""
    if ".near_" not in module:
        return
    reduced = re.findall(r"(%\w+)(?::2)? = extrema\.arg_reduce .*ins\(%arg0", text)
    returned = re.search(r"^    return (.*) :", text, re.MULTILINE)[1]
    for name in reduced:
        if re.search(rf"{name}\b", returned):
            yield "is replaced by an arg reduction of its input"


# --------------------------------------------------------------- execution --


def edge_rows(element, width):
    """Rows that decide ties, NaNs, infinities, zeros and limits."""
    if element.mlir == "i1":
        return np.array([[(r >> c) & 1 for c in range(width)] for r in range(16)], bool)
    if element.is_float:
        lowest = float(ml_dtypes.finfo(element.dtype).min)
        nan, inf = np.nan, np.inf
        rows = [[nan] * 6, [nan, 1], [1, nan, 2, nan], [2, 1, nan], [-inf] * 6, [inf, inf], [-0.0, 0.0]]
        rows += [[0.0, -0.0], [-1, -0.0, 0.0, -0.0], [-inf, lowest], [lowest, -inf, lowest], [-lowest, inf]]
        rows += [[3, 3, 1, 3], [nan, -inf, nan], [-inf, nan], [1, 2, 3, 4, 5, 6]]
        full = [(row * 6)[:width] if len(row) > 1 else row for row in rows]
        with np.errstate(over="ignore"):
            return np.array(full).astype(element.dtype)
    info = np.iinfo(element.dtype)
    low, high = int(info.min), int(info.max)
    rows = [[low] * 6, [high] * 6, [low, high], [high, low], [-1, 0], [0, -1, 1], [-1, high, low], [5, 5, 1, 5]]
    rows += [[low, low + 1], [high, high - 1], [127, 126], [1, 2, 3, 4, 5, 6], [0] * 6, [-1] * 6, [6, 5, 4], [-3, -3]]
    return np.array([(row * 6)[:width] for row in rows]).astype(element.dtype)


def inputs_of(rng, function, with_nans):
    """Argument lists of one call each."""
    (tensor,) = function.arguments
    shape = tuple(e or (16, 6)[i] for i, e in enumerate(tensor.shape))
    arrays = []
    if len(shape) == 2 and sorted(shape) == [6, 16]:
        rows = edge_rows(tensor.element, 6)
        arrays.append(rows if shape == (16, 6) else np.ascontiguousarray(rows.T))
    for _ in range(CALLS):
        if tensor.element.mlir == "i1":
            arrays.append(raising.random_truths(rng, shape))
        else:
            arrays.append(random_array(rng, VALUE_TYPES[tensor.element.mlir], shape))
    if not with_nans:
        arrays = [raising.without_nans(rng, a) for a in arrays]
    return [[a] for a in arrays]


def meant(module, array):
    """What PyTorch answers, of a module that is no more than its argmax, argmin,
    max or min along a dimension: the indices. None of others."""
    _, _, op, _, *options = module.split(".")
    # nonfiniteoff starts from the lowest finite number.
    if re.search("last|nonfiniteoff", options[-1]) or "onnx" in module or not re.match(r"(arg)?(max|min)", op):
        return None
    axis = int((re.search(r"dim(\d)", options[-1]) or "00")[1])
    return oracle.arg_extremum(
        array, axis, np.dtype(np.int64), largest="max" in op, keepdims="keepdim" in options[-1], last=False, ignore_nan=False
    )


def check_answers(modules, functions, policy, rng, folder, fault):
    """Yields complaints."""
    inputs = [inputs_of(rng, f, with_nans=fault or policy != "none") for f in functions]
    names = dict(zip((f.name for f in functions), modules))
    for answers in raising.run_both(functions, inputs, policy, folder):
        module, original = names[answers.function.name], answers.original
        with np.errstate(invalid="ignore"):
            has_nans = any((a != a).any() for a in answers.inputs)
        for how, raised in zip(("loops", "vectors"), answers.raised):
            if original.fault or raised.fault:
                yield module, f"{how}: {original.fault or raised.fault}"
                continue
            if policy == "source" and has_nans:
                want = meant(module, answers.inputs[0])
                if want is not None and not np.array_equal(raised.results[-1], want):
                    yield module, f"{how}: {answers.inputs[0]}: {raised.results[-1]}, not {want}"
                continue
            for a, b in zip(original.results, raised.results):
                if not raising.same(a, b, any_zero=policy == "source"):
                    yield module, f"{how}, nan={policy}: {answers.inputs[0]}: {b}, not {a}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--fault", action="store_true", help="call with NaNs what is raised for there being none: has to fail")
    options = parser.parse_args()
    paths = sorted(glob.glob(os.path.join(options.folder, "*.mlir")))
    modules = [os.path.basename(p)[: -len(".mlir")] for p in paths]
    functions = [function_of(p, f"f{i}") for i, p in enumerate(paths)]
    outcomes = {policy: raising.raise_all(functions, policy) for policy in POLICIES}
    decisions = {m: [describe(*outcomes[p][i]) for p in POLICIES] for i, m in enumerate(modules)}
    if options.write:
        for module, decided in decisions.items():
            print(module, *decided)
        return 0

    failed = []
    table = read_table(options.folder)
    for i, module in enumerate(modules):
        if table.get(module) != decisions[module]:
            failed.append((module, f"is decided {decisions[module]}, not {table.get(module)}"))
        failed += [(module, c) for c in check_families(module, decisions[module])]
        for policy in POLICIES:
            failed += [(module, c) for c in check_near(module, outcomes[policy][i][0])]
    failed += [(module, "is in the table, but there is no such module") for module in table.keys() - decisions.keys()]

    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        for at, policy in enumerate(POLICIES):
            if options.fault and policy != "none":
                continue
            # What is raised exactly is raised so under the others too.
            chosen = [
                i
                for i, m in enumerate(modules)
                if is_raised(decisions[m][at]) and (at == 0 or decisions[m][at] != decisions[m][0])
            ]
            failed += check_answers(
                [modules[i] for i in chosen], [functions[i] for i in chosen], policy, rng, folder, options.fault
            )
    for module, complaint in failed:
        print(f"FAIL: {module}: {complaint}")
    broken = {module for module, _ in failed}
    print(f"{len(modules) - len(broken & set(modules))} passed, {len(broken)} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
