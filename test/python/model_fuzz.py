"""ONNX models with something changed, in their bytes or in their messages, by
the hundred; the same ones for the same seed.

Each is imported, or refused with one error that names the file: never a signal,
an assertion, a hang or a failure without a word. What is imported compiles.
Closes with "N passed, N failed".
"""

import argparse
import os
import random
import sys
import tempfile

import onnx
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError
from support import tools
from support.compiled import in_parallel

CASES = os.path.join(os.path.dirname(__file__), "..", "cases")
LARGEST = 3000  # bytes: most of a larger model is data
SECONDS = 60

STRINGS = [
    *("", "x", "k", "index", "values", "indices", "a\n\0b"),
    *("axis", "k", "keepdims", "largest", "sorted", "select_last_index", "value", "value_ints"),
    *("ArgMax", "ArgMin", "TopK", "Constant", "ai.onnx"),
]
INTEGERS = [*range(-2, 28), 2**31 - 1, -(2**31), 2**31, 2**62, 2**63 - 1, -(2**63), 2**64 - 1]
RANGES = {
    FieldDescriptor.TYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.TYPE_UINT64: (0, 2**64 - 1),
}


def read_models():
    models = []
    for name in sorted(os.listdir(CASES)):
        path = os.path.join(CASES, name, "model.onnx")
        if not os.path.exists(path) or os.path.getsize(path) >= LARGEST:
            continue
        try:
            models.append(onnx.load_model(path))
        except DecodeError:
            pass  # the case of a broken file
    return models


# ------------------------------------------------------------------ bytes --


def change_bytes(rng, model):
    if rng.random() < 0.2:
        return model[: rng.randrange(len(model))]
    data = bytearray(model)
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        at = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        elif kind == 2 and len(data) > 16:
            del data[at : at + rng.randrange(1, 9)]
        else:
            data[at:at] = rng.randbytes(rng.randrange(1, 9))
    return bytes(data)


# --------------------------------------------------------------- messages --


def messages_in(message):
    """The message and all that it holds."""
    yield message
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for part in value if field.is_repeated else (value,):
                yield from messages_in(part)


def any_value(rng, field):
    if field.type == FieldDescriptor.TYPE_STRING:
        return rng.choice(STRINGS)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return rng.randbytes(rng.choice((0, 1, 4, 8, 16)))
    if field.type == FieldDescriptor.TYPE_ENUM:
        return rng.choice(field.enum_type.values).number
    if field.type in RANGES:
        low, high = RANGES[field.type]
        return rng.choice([value for value in INTEGERS if low <= value <= high])
    return rng.choice((0.0, -1.5, float("nan")))


def change_repeated(rng, values, field):
    kind = rng.randrange(3)
    if values and kind == 0:
        del values[rng.randrange(len(values))]
    elif field.type == FieldDescriptor.TYPE_MESSAGE:
        copied = rng.choice(values) if values else None
        added = values.add()
        if copied is not None:
            added.CopyFrom(copied)
    elif values and kind == 1:
        values[rng.randrange(len(values))] = any_value(rng, field)
    else:
        values.append(any_value(rng, field))


def change_message(rng, model, donors):
    parts = list(messages_in(model))
    part = rng.choice(parts)
    present = [field for field, _ in part.ListFields()]
    # Mostly what is there: most of what a message may hold means nothing here.
    field = rng.choice(present if present and rng.random() < 0.75 else part.DESCRIPTOR.fields)
    if field.is_repeated:
        change_repeated(rng, getattr(part, field.name), field)
    elif rng.random() < 0.2:
        part.ClearField(field.name)
    elif field.type == FieldDescriptor.TYPE_MESSAGE:
        others = [m for m in messages_in(rng.choice(donors)) if m.DESCRIPTOR is field.message_type]
        if others:
            getattr(part, field.name).CopyFrom(rng.choice(others))
        else:
            getattr(part, field.name).SetInParent()
    else:
        setattr(part, field.name, any_value(rng, field))


def mutant(rng, models):
    model = onnx.ModelProto()
    model.CopyFrom(rng.choice(models))
    # Few changed bytes still give a model: messages are changed more often.
    if rng.random() < 0.2:
        return change_bytes(rng, model.SerializeToString())
    for _ in range(rng.choice((1, 1, 2, 4))):
        change_message(rng, model, models)
    return model.SerializeToString()


# -------------------------------------------------------------------- run --


def problem_of(path):
    """(what is wrong with how the tools take the model or None, whether it was
    imported)"""
    imported = tools.run(["extrema-translate", "--import-onnx", path], timeout=SECONDS)
    crash = tools.crashed(imported.returncode, imported.stderr)
    if crash:
        return f"the import crashed: {crash}", False
    if imported.returncode != 0:
        text = imported.stderr
        if imported.stdout or not text.startswith(f"{path}:0:0: error: ") or text.count(" error: ") != 1:
            return f"not one error at the file: {text}", False
        return None, False
    compiled = tools.run(["extrema-opt", "--extrema-to-llvm"], stdin=imported.stdout, timeout=SECONDS)
    if compiled.returncode != 0:
        return f"the imported model does not compile: {compiled.stderr}", True
    return None, True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="copy the models that failed there")
    arguments = parser.parse_args()

    models = read_models()
    with tempfile.TemporaryDirectory() as folder:

        def run(index):
            model = mutant(random.Random(f"{arguments.seed} {index}"), models)
            path = os.path.join(folder, f"mutant-{arguments.seed}-{index}.onnx")
            with open(path, "wb") as file:
                file.write(model)
            problem, imported = problem_of(path)
            os.remove(path)
            if problem and arguments.keep:
                os.makedirs(arguments.keep, exist_ok=True)
                with open(os.path.join(arguments.keep, os.path.basename(path)), "wb") as file:
                    file.write(model)
            return problem, imported

        outcomes = in_parallel(run, range(arguments.mutants))

    failures = [(index, problem) for index, (problem, _) in enumerate(outcomes) if problem]
    for index, problem in failures[:20]:
        print(f"FAILED: mutant {index} of seed {arguments.seed}: {problem}")
    print(f"{sum(imported for _, imported in outcomes)} of the changed models were imported")
    print(f"{len(outcomes) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
