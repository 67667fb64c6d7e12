"""Valid ops, and the changes of one thing that make them wrong."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    change: str
    text: str
    is_invalid: bool  # certainly; else it may or may not be


def _function(arguments, op, results=""):
    """A function of one op whose results, if any, are %r."""
    count = results.count("tensor<")
    names = ", ".join(f"%r#{i}" for i in range(count)) if count > 1 else "%r"
    returned = f"return {names} : {results}" if count else "return"
    bound = f"%r:{count} = " if count > 1 else "%r = " if count else ""
    arrow = f" -> ({results})" if count else ""
    return f"func.func @f({arguments}){arrow} {{\n  {bound}{op}\n  {returned}\n}}\n"


_STRIDED = "strided<[?, ?], offset: ?>"

BASES = [
    _function(
        "%x: tensor<4x8xf32>", "extrema.argmax %x axis(1) : tensor<4x8xf32> -> tensor<4xi64>", "tensor<4xi64>"
    ),
    _function(
        "%x: tensor<?x8xf16>",
        "extrema.argmin %x axis(-1) keepdims last nan(ignore) : tensor<?x8xf16> -> tensor<?x1xi32>",
        "tensor<?x1xi32>",
    ),
    _function(
        "%x: tensor<?x?xui8>", "extrema.argmin %x : tensor<?x?xui8> -> tensor<?xindex>", "tensor<?xindex>"
    ),
    _function(
        "%x: tensor<4x8xbf16>",
        "extrema.topk %x k(5) axis(1) : tensor<4x8xbf16> -> tensor<4x5xbf16>, tensor<4x5xi64>",
        "tensor<4x5xbf16>, tensor<4x5xi64>",
    ),
    _function(
        "%x: tensor<?x8xsi32>, %k: index",
        "extrema.topk %x k(%k) axis(0) smallest unsorted : "
        "tensor<?x8xsi32> -> tensor<?x8xsi32>, tensor<?x8xi16>",
        "tensor<?x8xsi32>, tensor<?x8xi16>",
    ),
    _function(
        "%x: tensor<3x4xf64>, %k: i32",
        "extrema.topk %x k(%k : i32) : tensor<3x4xf64> -> tensor<3x2xf64>, tensor<3x2xi64>",
        "tensor<3x2xf64>, tensor<3x2xi64>",
    ),
    _function(
        "%x: tensor<4x8xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>",
        "extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>) "
        "outs(%v, %i : tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>, tensor<4xi64>",
        "tensor<4xf32>, tensor<4xi64>",
    ),
    _function(
        "%x: tensor<?x8xui16>, %b: index, %v: tensor<8xui16>, %i: tensor<8xi32>",
        "extrema.arg_reduce <minui> dimension(0) last index_base(%b) accumulate ins(%x : tensor<?x8xui16>) "
        "outs(%v, %i : tensor<8xui16>, tensor<8xi32>) -> tensor<8xui16>, tensor<8xi32>",
        "tensor<8xui16>, tensor<8xi32>",
    ),
    _function(
        "%x: tensor<4x8xi8>, %xi: tensor<4x8xindex>, %i: tensor<8xindex>",
        "extrema.arg_reduce <maxsi> dimension(0) ins(%x, %xi : tensor<4x8xi8>, tensor<4x8xindex>) "
        "index_only outs(%i : tensor<8xindex>) -> tensor<8xindex>",
        "tensor<8xindex>",
    ),
    _function(
        f"%x: memref<4x?xf32, {_STRIDED}>, %v: memref<4xf32>",
        f"extrema.arg_reduce <minnumf> dimension(1) ins(%x : memref<4x?xf32, {_STRIDED}>) "
        "value_only outs(%v : memref<4xf32>)",
    ),
    _function(
        "%x: memref<8xf16>, %xi: memref<8xi64>, %v: memref<f16>, %i: memref<i64>",
        "extrema.arg_reduce <maxnumf> dimension(0) last accumulate ins(%x, %xi : memref<8xf16>, memref<8xi64>) "
        "outs(%v, %i : memref<f16>, memref<i64>)",
    ),
    _function(
        "%x: tensor<4x8xf32>, %v: tensor<4x5xf32>, %i: tensor<4x5xi64>",
        "extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>) "
        "outs(%v, %i : tensor<4x5xf32>, tensor<4x5xi64>) -> tensor<4x5xf32>, tensor<4x5xi64>",
        "tensor<4x5xf32>, tensor<4x5xi64>",
    ),
    _function(
        "%x: tensor<?x8xui8>, %xi: tensor<?x8xi32>, %v: tensor<?x8xui8>, %i: tensor<?x8xi32>",
        "extrema.topk_reduce <maxui> dimension(0) unsorted accumulate "
        "ins(%x, %xi : tensor<?x8xui8>, tensor<?x8xi32>) "
        "outs(%v, %i : tensor<?x8xui8>, tensor<?x8xi32>) -> tensor<?x8xui8>, tensor<?x8xi32>",
        "tensor<?x8xui8>, tensor<?x8xi32>",
    ),
    _function(
        f"%x: memref<4x?xf16>, %b: index, %v: memref<4x?xf16, {_STRIDED}>, %i: memref<4x?xi64>",
        "extrema.topk_reduce <minnumf> dimension(1) index_base(%b) accumulate ins(%x : memref<4x?xf16>) "
        f"outs(%v, %i : memref<4x?xf16, {_STRIDED}>, memref<4x?xi64>)",
    ),
    _function(
        "%v: tensor<4x5xui8>, %i: tensor<4x5xi64>",
        "extrema.identity <maxui> last outs(%v, %i : tensor<4x5xui8>, tensor<4x5xi64>) "
        "-> tensor<4x5xui8>, tensor<4x5xi64>",
        "tensor<4x5xui8>, tensor<4x5xi64>",
    ),
    _function(
        f"%v: memref<4x?xf16, {_STRIDED}>, %i: memref<4x?xindex>",
        f"extrema.identity <minnumf> outs(%v, %i : memref<4x?xf16, {_STRIDED}>, memref<4x?xindex>)",
    ),
    _function("%a: index", 'extrema.record "k is wrong"'),
    _function(
        "%a: index, %b: index, %c: index, %d: index",
        'extrema.record "{0} of {1} of {2} of {3}"(%a, %b, %c, %d)',
    ),
]

MODULES_TO_REFUSE = [
    'func.func @f() attributes {extrema.original_type = 3 : i64} { return }',
    'func.func @f() attributes {extrema.original_type = "tensor<4x"} { return }',
    'func.func @f(%x: tensor<4xf32> {extrema.name = 3 : i64}) { return }',
    'func.func @f() attributes {extrema.nonsense} { return }',
    'func.func @f(%x: tensor<4xf32> {extrema.nonsense}) { return }',
    '"test.op"() {extrema.nonsense} : () -> ()',
    'func.func @f(%x: index) {\n  extrema.record "{1}"(%x)\n  return\n}',
    "func.func @f(%x: tensor<4x8x!extrema.nothing>) { return }",
]

# ------------------------------------------------------------ generic form --


@dataclass(frozen=True)
class GenericOp:
    name: str
    properties: tuple  # texts
    operand_types: tuple
    result_types: tuple

    def function(self, successor="", regions="", attributes=""):
        operands = ", ".join(f"%a{i}" for i in range(len(self.operand_types)))
        arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(self.operand_types))
        inputs, results = ", ".join(self.operand_types), ", ".join(self.result_types)
        count = len(self.result_types)
        returned = ", ".join(f"%r#{i}" for i in range(count)) if count > 1 else "%r"
        properties = f" <{{{', '.join(self.properties)}}}>" if self.properties else ""
        return (
            f"func.func @f({arguments}) -> ({results}) {{\n"
            f"  {f'%r:{count} = ' if count else ''}"
            f'"{self.name}"({operands}){successor}{properties}{regions}{attributes} : ({inputs}) -> ({results})\n'
            f"  return{f' {returned} : {results}' if count else ''}\n}}\n"
        )


def split_top_level(text):
    """The parts between the commas that no bracket or quote encloses."""
    parts, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        if quoted:
            continue
        depth += (c in "<([{") - (c in ")]}" or (c == ">" and text[i - 1] != "-"))
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return tuple(p for p in (*parts, text[start:].strip()) if p)


def parse(generic):
    """The one op of the dialect in a module in generic form."""
    line = next(line for line in generic.split("\n") if '"extrema.' in line)
    name, rest = re.search(r'"(extrema\.\w+)"\([^)]*\)(.*)$', line).groups()
    properties = re.match(r"\s*<\{(.*)\}>", rest)
    signature = rest[properties.end() :] if properties else rest
    inputs, results = re.match(r"\s*: \((.*)\) -> (.*)$", signature).groups()
    if results.startswith("("):
        results = results[1:-1]
    return GenericOp(
        name, split_top_level(properties.group(1)) if properties else (), split_top_level(inputs), split_top_level(results)
    )


# Each with whether no op takes it, whatever the attribute.
WRONG_ATTRIBUTES = (
    ('"text"', False),  # a record's message is a text
    ("unit", False),
    ("-9 : i64", False),
    ("99 : i64", False),
    ("9223372036854775807 : i64", False),
    ("-9223372036854775808 : i64", False),
    ("1 : i32", True),
    ("1 : index", True),
    ("1.0 : f32", True),
    ("[1, 2]", True),
    ("array<i32>", False),
    ("array<i32: 1, 2>", False),
    ("array<i32: 1, 0, 0, 1, 1>", False),
    ("array<i32: -1, 1, 1, 1, 1>", False),
    ("array<i32: 2147483647, 1, 1, 1, 1>", False),
    ("array<i32: 1, 1, 1, 1, 1, 1, 1>", False),
    ("array<i64: 1, 1, 1, 1, 1>", True),
    ("dense<1> : tensor<1xi64>", True),
    ("i64", True),
    ("{a = 1 : i64}", True),
    ("@symbol", True),
    ("affine_map<(d0) -> (d0)>", True),
    ("#extrema.kind<maxsi>", False),
    ("#extrema.kind<minimumf>", False),
    ("#extrema.kind<maxui>", False),
    ("#extrema.kind<best>", True),
)

WRONG_TYPES = (  # for any operand or result but an index
    "f32",
    "none",
    "tuple<>",
    "vector<4x8xf32>",
    "memref<*xf32>",
    "complex<f32>",
    "() -> ()",
    "!llvm.ptr",
    "!transform.any_op",
    "tensor<4x8xi1>",
    "memref<4xi1>",
)
WRONG_ELEMENTS = ("i1", "i4", "i7", "i128", "f80", "f128", "tf32", "f8E4M3FN", "complex<f32>", "vector<2xf32>")
WRONG_ELEMENTS += ("!quant.uniform<i8:f32, 1.0>", "none")
OTHER_ELEMENTS = ("i8", "si8", "ui64", "f16", "f64", "index")


def _sparse(rank):
    """The encoding of a sparse tensor."""
    dimensions = [f"d{i}" for i in range(rank)]
    levels = ", ".join(f"{d} : compressed" for d in dimensions)
    return f"#sparse_tensor.encoding<{{ map = ({', '.join(dimensions)}) -> ({levels}) }}>"


def wrong_types(text):
    """(type, certainly wrong) in place of the type `text`."""
    for wrong in WRONG_TYPES:
        yield wrong, text != "index" or wrong != "none"
    shaped = re.match(r"(tensor|memref)<((?:[0-9?]+x)*)([^,>]+)(.*)>$", text)
    if not shaped:  # a scalar: k or a base
        yield from ((w, True) for w in ("i1", "i128", "ui64", "tensor<i64>", "memref<1xindex>"))
        yield from ((w, False) for w in ("i8", "i64", "index"))
        return
    container, extents, element, layout = shaped.groups()
    for other in WRONG_ELEMENTS:
        certain = container == "tensor" or other not in ("none", "!quant.uniform<i8:f32, 1.0>")
        yield f"{container}<{extents}{other}{layout}>", certain
    for other in OTHER_ELEMENTS:
        yield f"{container}<{extents}{other}{layout}>", False
    if container == "tensor":
        yield f"memref<{extents}{element}>", True
        yield f"tensor<*x{element}>", False
        yield f'tensor<{extents}{element}, "encoding">', False
        if extents:
            yield f"tensor<{extents}{element}, {_sparse(extents.count('x'))}>", True
    else:
        yield f"tensor<{extents}{element}>", True
        yield f"memref<{extents}{element}, 3 : i64>", False
        layout = ""
    yield f"{container}<{element}{layout}>", bool(extents)
    yield f"{container}<{extents}7x{element}{layout}>", True
    yield f"{container}<0x{extents}{element}{layout}>", True
    parts = extents.split("x")[:-1]
    for i, extent in enumerate(parts):
        for other in ("?", "0", "1", "129", "9223372036854775807", "-1"):
            changed = "".join(f"{p}x" for p in (*parts[:i], other, *parts[i + 1 :]))
            yield f"{container}<{changed}{element}{layout}>", other == "-1"


def _replaced(items, i, *new):
    return (*items[:i], *new, *items[i + 1 :])


def generic_mutants(generic):
    op = parse(generic)
    kept = dict(name=op.name, properties=op.properties, operand_types=op.operand_types, result_types=op.result_types)

    def changed(what, is_invalid, **new):
        return Mutant(f"{op.name}: {what}", GenericOp(**{**kept, **new}).function(), is_invalid)

    for i, text in enumerate(op.properties):
        key = text.split(" = ")[0]
        optional = key in ("axis", "nan", "keepdims", "select_last", "smallest", "unsorted", "accumulate", "static_k")
        yield changed(f"without {key}", not optional, properties=_replaced(op.properties, i))
        for wrong, certain in WRONG_ATTRIBUTES:
            if f"{key} = {wrong}" == text or wrong == "unit" and text == key:
                continue
            new = _replaced(op.properties, i, f"{key} = {wrong}")
            yield changed(f"{key} = {wrong}", certain, properties=new)
        yield changed(f"{key} twice", True, properties=(*op.properties, text))
    for text in ("nonsense = 1 : i64", "keepdims", "accumulate", "static_k = 1 : i64", "axis = 7 : i64"):
        yield changed(f"with {text}", False, properties=(*op.properties, text))
    for kind, types in (("operand", op.operand_types), ("result", op.result_types)):
        field = f"{kind}_types"
        # A record takes any number of operands.
        counts = op.name != "extrema.record"
        for i, text in enumerate(types):
            yield changed(f"without {kind} {i}", counts or bool(types), **{field: _replaced(types, i)})
            yield changed(f"{kind} {i} twice", counts, **{field: _replaced(types, i, text, text)})
            for wrong, certain in wrong_types(text):
                if wrong == text:
                    continue
                yield changed(f"{kind} {i}: {wrong}", certain, **{field: _replaced(types, i, wrong)})
        yield changed(f"no {kind}s", bool(types), **{field: ()})
        yield changed(f"one more {kind}", True, **{field: (*types, "tensor<4xi64>")})
    yield Mutant(f"{op.name}: a region", op.function(regions=" ({})"), True)
    yield Mutant(f"{op.name}: a successor", op.function(successor="[^bb0]"), True)
    yield Mutant(f"{op.name}: an unknown attribute", op.function(attributes=' {nonsense = "x"}'), False)


# ---------------------------------------------------------------- assembly --

_TOKEN = re.compile(r'"[^"]*"|->|%?\w+|[?]|[^\s\w]')
_INTRUDERS = ("0", "-1", "%nothing", '"text"', ")", "<", ":", "tensor<4xf32>", "99999999999999999999")


def token_mutants(base):
    """The op's line in custom assembly with a token left out, written twice,
    exchanged with its neighbour, or replaced. Valid or not: it must not crash."""
    lines = base.split("\n")
    tokens = list(_TOKEN.finditer(lines[1]))
    for i, token in enumerate(tokens):
        before, after = lines[1][: token.start()], lines[1][token.end() :]
        variants = ["", f"{token.group()} {token.group()}", *_INTRUDERS]
        texts = [before + v + after for v in variants]
        if i + 1 < len(tokens):
            following = tokens[i + 1]
            texts.append(f"{before}{following.group()} {token.group()}{lines[1][following.end() :]}")
        for text in texts:
            module = "\n".join([lines[0], text, *lines[2:]])
            yield Mutant(f"assembly: {text.strip()}", module, False)
