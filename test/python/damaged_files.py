"""Damaged files by the thousand: models (given to extrema-translate and to
extrema-run), and .npy and .pb files (given to extrema-run as a model's input).
Cut at every byte, every byte turned, lengths and counts grown, and models with
fields changed at random; the same ones for the same seed.

Each is taken or refused: exit code 0 and a whole result, or exit code 1, a
message that names the file (of an array of another type: the input that it is
given as), and no output. Never a signal, 5 s on the CPU, 1 GiB
of memory or a partial file. What is imported compiles. Closes with
"N passed, N failed".
"""

import argparse
import functools
import itertools
import os
import queue
import random
import re
import sys
import tempfile
from dataclasses import dataclass, field

import numpy as np
import onnx
import onnx_graphs
import write_cases
from google.protobuf.message import DecodeError
from support import damage, damaged_messages, forkserver, tools
from support.compiled import in_parallel

_SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
EXPORTED = os.path.join(_SOURCE, "test", "exporters", "models")
EXAMPLES = os.path.join(_SOURCE, "examples")

# Every kind of damage is done to these.
MODELS = (  # cases
    "argmax_v13_f32_default_axis",
    "argmax_and_argmin_v13_i8_same_input",
    "topk_v10_f32_k_runtime_input",
    "topk_v10_f32_k_initializer_also_listed_as_input",
    "topk_v11_f32_k_constant_node",
)
EXPORTED_MODELS = ("pytorch_script_next_token",)
ARRAYS = ("topk_v10_f32_k_initializer", "topk_v11_f16_rows")  # cases
DONOR_BYTES = 3000  # of the models that fields are taken from; most of a larger one is data
BATCH = 50
PROGRESS = 1000  # files for each line of it


@dataclass(frozen=True)
class Damaged:
    base: str
    what: str
    data: bytes
    suffix: str
    others: tuple = ()  # the arguments of extrema-run besides the file


# ------------------------------------------------------------------ files --


def damaged_models(cases):
    folders = [os.path.join(cases, name) for name in MODELS]
    folders += [os.path.join(EXPORTED, name) for name in EXPORTED_MODELS]
    paths = [(os.path.join(folder, "model.onnx"), case_inputs(folder)) for folder in folders]
    paths.append((os.path.join(EXAMPLES, "top5.onnx"), (os.path.join(EXAMPLES, "scores.npy"),)))
    for path, inputs in paths:
        with open(path, "rb") as file:
            data = file.read()
        base = "/".join(path.split(os.sep)[-2:])
        for kind in (damage.cut, damage.turned, damage.grown_varints):
            for what, changed in kind(data):
                yield Damaged(base, what, changed, ".onnx", inputs)
        for what, changed in damaged_messages.grown_messages(onnx.load_model_from_string(data)):
            yield Damaged(base, what, changed, ".onnx", inputs)
    for levels in (10, 30, 40, 100, 1000, 10000):
        what, changed = damaged_messages.nested_graphs(levels)
        yield Damaged("a model", what, changed, ".onnx")


def case_inputs(case):
    folder = os.path.join(case, "test_data_set_0")
    return tuple(os.path.join(folder, f) for f in sorted(os.listdir(folder)) if f.startswith("input_"))


def damaged_arrays(folder, cases):
    """.npy and .pb files, each with the model that takes the whole one. The
    models go into `folder`."""

    def model_for(element, rank):
        """The path of a model for arrays of that type and rank."""
        path = os.path.join(folder, f"{element}-{rank}.mlir")
        shape = lambda rank: "".join("?x" for _ in range(rank))
        with open(path, "w") as file:
            file.write(
                f"func.func @main(%x: tensor<{shape(rank)}{element}>) -> tensor<{shape(rank - 1)}i64> {{\n"
                f"  %i = extrema.argmax %x axis(0) : tensor<{shape(rank)}{element}> -> tensor<{shape(rank - 1)}i64>\n"
                f"  return %i : tensor<{shape(rank - 1)}i64>\n}}\n"
            )
        return path

    floats = np.arange(6, dtype=np.float32).tobytes()
    for header, version, model in (
        ("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 1, model_for("f32", 2)),
        ('{"shape": (12,), "fortran_order": False, "descr": "<V2"}', 3, model_for("bf16", 1)),
    ):
        data = damage.npy(header, floats, version)
        base = f".npy {header}"
        for kind in (damage.cut, damage.turned):
            for what, changed in kind(data):
                yield Damaged(base, what, changed, ".npy", (model,))
        for what, changed in damage.grown_npy(header, floats, version):
            yield Damaged(base, what, changed, ".npy", (model,))

    tensors = {"a .pb file with a typed field": (onnx.helper.make_tensor("x", onnx.TensorProto.FLOAT16, (2, 3), range(6)), model_for("f16", 2))}
    for name in ARRAYS:
        path = case_inputs(os.path.join(cases, name))[0]
        element = "f16" if "f16" in name else "f32"
        tensor = onnx.load_tensor(path)
        tensors["/".join(path.split(os.sep)[-3:])] = (tensor, model_for(element, len(tensor.dims)))
    for base, (tensor, model) in tensors.items():
        data = tensor.SerializeToString()
        for kind in (damage.cut, damage.turned, damage.grown_varints):
            for what, changed in kind(data):
                yield Damaged(base, what, changed, ".pb", (model,))
        for what, changed in damaged_messages.grown_messages(tensor):
            yield Damaged(base, what, changed, ".pb", (model,))


def read_donors(cases):
    models = []
    for folder in (os.path.join(root, name) for root in (cases, EXPORTED) for name in sorted(os.listdir(root))):
        path = os.path.join(folder, "model.onnx")
        if os.path.exists(path) and os.path.getsize(path) < DONOR_BYTES:
            try:
                models.append(onnx.load_model(path))
            except DecodeError:
                pass  # the case of a broken file
    return models + onnx_graphs.read_models()


def changed_models(count, seed, cases):
    donors = read_donors(cases) if count else []
    for index in range(count):
        data = damaged_messages.changed_message(random.Random(f"{seed} {index}"), donors)
        yield Damaged("a case's model", f"change {index} of seed {seed}", data, ".onnx")


def evenly(files, count, seed):
    """`count` of the files, one from each of as many stretches."""
    if not count or count >= len(files):
        return files
    rng = random.Random(seed)
    edges = [len(files) * i // count for i in range(count + 1)]
    return [files[rng.randrange(low, high)] for low, high in zip(edges, edges[1:])]


# -------------------------------------------------------------------- run --


class Worker:
    """A folder with the programs' servers."""

    def __init__(self, library, folder):
        os.makedirs(folder)
        self.folder = folder
        logs = tempfile.mkdtemp(dir=os.path.dirname(folder))
        self.servers = {name: forkserver.Server(library, name, logs) for name in ("extrema-translate", "extrema-run")}

    def close(self):
        for server in self.servers.values():
            server.close()


@dataclass
class Outcome:
    problems: list = field(default_factory=list)
    ended: list = field(default_factory=list)
    imported: str = ""  # the module


def without_warning(stderr):
    """Without the one warning of the import: a damaged version may leave two."""
    return re.sub(r'^.*warning: .*the model imports the operators of domain "ai.onnx" twice.*\n', "", stderr, count=1)


def not_one_error(ended, names, start):
    text = without_warning(ended.stderr)
    if ended.stdout or not text.startswith(start) or not any(name in text for name in names):
        return f"no message that names the file, or output besides: {text[:2000]}"
    return None


def translate(worker, path, outcome):
    output = os.path.join(worker.folder, "module.mlir")
    ended = worker.servers["extrema-translate"].run(["--import-onnx", path, "-o", output])
    outcome.ended.append(ended)
    problem = ended.fault()
    if ended.returncode == 0 and not problem:
        with open(output) as file:
            outcome.imported = file.read()
        os.remove(output)
        if without_warning(ended.stderr) or "func.func @main" not in outcome.imported:
            problem = f"no module, or a message besides: {ended.stderr[:2000]}"
    elif not problem:
        problem = not_one_error(ended, [path], f"{path}:0:0: error: ")
        if not problem and ended.stderr.count(" error: ") != 1:
            problem = f"more than one error: {ended.stderr[:2000]}"
    return problem


def execute(worker, damaged, path, outcome):
    output = os.path.join(worker.folder, "result.npy")
    # The optimizer has no part in this, and takes most of the time.
    files = (path, *damaged.others) if damaged.suffix == ".onnx" else (*damaged.others, path)
    ended = worker.servers["extrema-run"].run(["-O0", "--print-all", "-o", output, *files])
    outcome.ended.append(ended)
    problem = ended.fault()
    if ended.returncode == 0 and not problem:
        if without_warning(ended.stderr):
            problem = f"a message besides the result: {ended.stderr[:2000]}"
        try:
            np.load(output)
        except (EOFError, OSError, ValueError) as error:
            problem = f"no whole result: {error}"
        if os.path.exists(output):
            os.remove(output)
    elif not problem:
        names = [path] if damaged.suffix == ".onnx" else [path, "input '"]
        problem = not_one_error(ended, names, "error: ")
    return problem


def check(worker, damaged):
    path = os.path.join(worker.folder, "damaged" + damaged.suffix)
    with open(path, "wb") as file:
        file.write(damaged.data)
    outcome = Outcome()
    if damaged.suffix == ".onnx":
        outcome.problems.append(("extrema-translate", translate(worker, path, outcome)))
    outcome.problems.append(("extrema-run", execute(worker, damaged, path, outcome)))
    os.remove(path)
    left = os.listdir(worker.folder)
    if left:
        outcome.problems.append(("both", f"files are left: {left}"))
        for name in left:
            os.remove(os.path.join(worker.folder, name))
    return outcome


def check_all(files, folder):
    """The outcomes of the files, in order."""
    library = forkserver.compile_server(folder)
    workers = [Worker(library, os.path.join(folder, f"worker-{i}")) for i in range(len(os.sched_getaffinity(0)))]
    idle = queue.SimpleQueue()
    for worker in workers:
        idle.put(worker)

    done = itertools.count(1)

    def run(damaged):
        worker = idle.get()
        try:
            return check(worker, damaged)
        finally:
            idle.put(worker)
            count = next(done)
            if count % PROGRESS == 0:
                print(f"{count} of {len(files)} files", flush=True)

    outcomes = in_parallel(run, files)
    for worker in workers:
        worker.close()
    return outcomes


def not_compiled(modules):
    """{module: why it does not compile} of the texts that do not."""

    def compile_all(texts):
        return tools.run(
            ["extrema-opt", "--extrema-to-llvm", "--split-input-file", "-o", os.devnull], stdin="// -----\n".join(texts)
        )

    def check_batch(texts):
        if not compile_all(texts).returncode:
            return {}
        ended = {text: compile_all([text]) for text in texts}
        return {text: e.stderr[:2000] or f"exit code {e.returncode}" for text, e in ended.items() if e.returncode}

    batches = [modules[start : start + BATCH] for start in range(0, len(modules), BATCH)]
    return functools.reduce(dict.__or__, in_parallel(check_batch, batches), {})


# ----------------------------------------------------------------- report --


def report(files, outcomes, keep):
    """Prints what failed and the counts; true if none did."""
    modules = list(dict.fromkeys(outcome.imported for outcome in outcomes if outcome.imported))
    faults = not_compiled(modules)
    failed = 0
    for index, (damaged, outcome) in enumerate(zip(files, outcomes)):
        problems = [f"{program}: {problem}" for program, problem in outcome.problems if problem]
        if outcome.imported in faults:
            problems.append(f"the imported model does not compile: {faults[outcome.imported]}")
        if not problems:
            continue
        failed += 1
        if failed <= 20:
            print(f"FAILED: {damaged.base}: {damaged.what}: {'; '.join(problems)}")
        if keep:
            os.makedirs(keep, exist_ok=True)
            with open(os.path.join(keep, f"{index}{damaged.suffix}"), "wb") as file:
                file.write(damaged.data)
    runs = [ended for outcome in outcomes for ended in outcome.ended]
    print(
        f"{len(runs)} runs: {sum(e.returncode == 0 for e in runs)} with exit code 0,",
        f"{sum(e.returncode == 1 for e in runs)} with 1; at most {max(e.seconds for e in runs):.2f} s on the CPU,",
        f"{max(e.mebibytes for e in runs):.0f} MiB; {len(modules)} different modules imported",
    )
    counts = ", ".join(f"{sum(f.suffix == s for f in files)} {s}" for s in (".onnx", ".npy", ".pb"))
    print(f"damaged files: {counts}")
    print(f"{len(files) - failed} passed, {failed} failed")
    return failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", metavar="N", type=int, help="not every damaged file, only N, spread evenly")
    parser.add_argument("--changes", metavar="N", type=int, default=100, help="models with fields changed at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="write the files that failed there")
    parser.add_argument("--at-least", metavar="N", type=int, default=1, help="fail with fewer files")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        cases = os.path.join(folder, "cases")
        write_cases.write(cases)
        files = evenly([*damaged_models(cases), *damaged_arrays(folder, cases)], arguments.sample, arguments.seed)
        files += changed_models(arguments.changes, arguments.seed, cases)
        if len(files) < arguments.at_least:
            sys.exit(f"error: only {len(files)} files")
        outcomes = check_all(files, folder)
        sys.exit(not report(files, outcomes, arguments.keep))


if __name__ == "__main__":
    main()
