"""ONNX's messages with something damaged: valid protobuf, whatever it means."""

import onnx
from google.protobuf.descriptor import FieldDescriptor

from support.damage import varint

GROWN = (-1, 0, 65, 10**6, 2**31 - 1, 2**31, 2**40, 2**60, 2**62, 2**63 - 1, -(2**63))
INTEGERS = [*range(-2, 28), 2**31 - 1, -(2**31), 2**31, 2**62, 2**63 - 1, -(2**63), 2**64 - 1]
RANGES = {
    FieldDescriptor.TYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.TYPE_UINT64: (0, 2**64 - 1),
}
STRINGS = [
    *("", "x", "k", "index", "values", "indices", "a\n\0b"),
    *("axis", "k", "keepdims", "largest", "sorted", "select_last_index", "value", "value_ints"),
    *("to", "axes", "perm", "start", "end", "allowzero", "saturate"),
    *("ArgMax", "ArgMin", "TopK", "Constant", "ai.onnx"),
    *("Add", "Div", "Min", "Neg", "Cast", "Concat", "Gather", "Slice", "Shape"),
    *("And", "Equal", "Less", "Where", "Mod", "Sign", "Expand", "ConstantOfShape", "ReduceMax"),
    *("Flatten", "Identity", "Reshape", "Squeeze", "Transpose", "Unsqueeze"),
]


def messages_in(message):
    """The message and all that it holds."""
    yield message
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for part in value if field.is_repeated else (value,):
                yield from messages_in(part)


# ------------------------------------------------------------------ grown --


def _growths(field, value):
    """(what, function that does it to the message with that field) for each
    way in which the field can be too large."""
    name = field.name
    if field.type in RANGES:
        low, high = RANGES[field.type]
        for number in (n for n in GROWN if low <= n <= high):
            if not field.is_repeated:
                yield f"is {number}", lambda part, number=number: setattr(part, name, number)
                continue
            for at in range(len(value)):
                yield (
                    f"has {number} at {at}",
                    lambda part, at=at, number=number: getattr(part, name).__setitem__(at, number),
                )
    if field.is_repeated:
        for times in (2, 100, 3000):
            yield (
                f"holds all {times} times",
                lambda part, times=times: getattr(part, name).extend(list(getattr(part, name)) * (times - 1)),
            )
    elif field.type == FieldDescriptor.TYPE_STRING:
        for size in (1000, 100000):
            yield f"has {size} letters", lambda part, size=size: setattr(part, name, "x" * size)
    elif field.type == FieldDescriptor.TYPE_BYTES:
        for size in (0, 7, 100000):
            yield f"has {size} bytes", lambda part, size=size: setattr(part, name, b"\xff" * size)


def grown_messages(message):
    """(what was done, the bytes): integers that are huge, long texts, elements
    many times."""
    for index, part in enumerate(list(messages_in(message))):
        for field, value in part.ListFields():
            for what, grow in _growths(field, value):
                changed = type(message)()
                changed.CopyFrom(message)
                grow(list(messages_in(changed))[index])
                yield f"{part.DESCRIPTOR.name}.{field.name} {what}", changed.SerializeToString()


def nested_graphs(levels):
    """A model whose node has an attribute with a graph whose node has one, and
    so on."""
    data = b""
    for tag in (0x0A, 0x2A, 0x32) * levels:  # a graph's node, its attribute, its graph
        data = bytes((tag,)) + varint(len(data)) + data
    # ir_version, the imported operators, the outermost graph
    model = b"\x08\x08" + b"\x42\x02\x10\x0d" + b"\x3a" + varint(len(data)) + data
    return f"{levels} graphs in each other", model


# ----------------------------------------------------------------- random --


def _any_value(rng, field):
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


def _change_repeated(rng, values, field):
    kind = rng.randrange(3)
    if values and kind == 0:
        del values[rng.randrange(len(values))]
    elif field.type == FieldDescriptor.TYPE_MESSAGE:
        copied = rng.choice(values) if values else None
        added = values.add()
        if copied is not None:
            added.CopyFrom(copied)
    elif values and kind == 1:
        values[rng.randrange(len(values))] = _any_value(rng, field)
    else:
        values.append(_any_value(rng, field))


def _change(rng, model, donors):
    part = rng.choice(list(messages_in(model)))
    present = [field for field, _ in part.ListFields()]
    # Mostly what is there: most of what a message may hold means nothing here.
    field = rng.choice(present if present and rng.random() < 0.75 else part.DESCRIPTOR.fields)
    if field.is_repeated:
        _change_repeated(rng, getattr(part, field.name), field)
    elif rng.random() < 0.2:
        part.ClearField(field.name)
    elif field.type == FieldDescriptor.TYPE_MESSAGE:
        others = [m for m in messages_in(rng.choice(donors)) if m.DESCRIPTOR is field.message_type]
        if others:
            getattr(part, field.name).CopyFrom(rng.choice(others))
        else:
            getattr(part, field.name).SetInParent()
    else:
        setattr(part, field.name, _any_value(rng, field))


def changed_message(rng, models):
    """One of the models with one to four fields removed, added or set, by the
    random numbers of `rng`."""
    model = onnx.ModelProto()
    model.CopyFrom(rng.choice(models))
    for _ in range(rng.choice((1, 1, 2, 4))):
        _change(rng, model, models)
    return model.SerializeToString()
