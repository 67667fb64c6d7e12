"""Wrong on purpose: the IR of the vector path with one thing turned, as a slip
in a strategy would turn it.

The IR is changed as text, by what all strategies have in common and not by what
one of them looks like today: loops over whole vectors, comparisons of vectors,
counters in lanes.
"""

import re

from support.compiled import step

_VECTOR = r"vector<[^>]*>"


def _drop_tail(ir):
    """Loops end with the last whole step, and masks lack their last lane."""

    def shorten_loop(match):
        indent, head, end, by, rest = match.groups()
        if by in ones:
            return match.group(0)
        name = f"%turned{match.start()}"
        return (
            f"{indent}{name}_one = arith.constant 1 : index\n"
            f"{indent}{name}_less = arith.subi {end}, {by} : index\n"
            f"{indent}{name} = arith.addi {name}_less, {name}_one : index\n"
            f"{indent}{head}{name} step {by}{rest}"
        )

    def shorten_mask(match):
        indent, head, count, rest = match.groups()
        name = f"%turned{match.start()}"
        return (
            f"{indent}{name}_one = arith.constant 1 : index\n"
            f"{indent}{name} = arith.subi {count}, {name}_one : index\n"
            f"{indent}{head}{name}{rest}"
        )

    ones = set(re.findall(r"(%\w+) = arith\.constant 1 : index", ir))
    ir = re.sub(r"( *)(.*scf\.for %\w+ = %\w+ to )(%\w+) step (%\w+)(.*)", shorten_loop, ir)
    return re.sub(r"( *)(%\w+ = vector\.create_mask )(%\w+)( : .*)", shorten_mask, ir)


def _turn_tie(ir):
    """Vectors compare by "better" where "not worse" was meant, and the other
    way round."""

    def turn_predicate(match):
        head, order, equal, rest = match.groups()
        return f"{head}{order}{'t' if equal == 'e' else 'e'}{rest}"

    return re.sub(rf"(arith\.cmp[if] [suo]?)([gl])([te])(, .* : {_VECTOR})", turn_predicate, ir)


def _lose_nan(ir):
    """No lane holds a NaN, and none has a rank at the end where NaNs belong."""
    # Beyond the infinities: of integers, which wrap around.
    ir = re.sub(rf"(arith\.cmpi )ugt (%\w+), %\w+( : {_VECTOR})", r"\1ult \2, \2\3", ir)
    ir = re.sub(rf"(arith\.cmpf )uno(, .* : {_VECTOR})", r"\1false\2", ir)
    return re.sub(rf"(arith\.cmpf )ord(, .* : {_VECTOR})", r"\1true\2", ir)


def _shift_blocks(ir):
    """What counts blocks, or rows, is one off from the second on."""
    return re.sub(r"dense<1> : (vector<[^>]*xi\d+>)", r"dense<2> : \1", ir)


def _take_as_signed(ir):
    """Vectors compare unsigned integers as signed ones."""
    ir = re.sub(rf"(arith\.cmpi )u([gl][te], .* : {_VECTOR})", r"\1s\2", ir)
    ir = re.sub(rf"(arith\.(?:max|min))ui( .* : {_VECTOR})", r"\1si\2", ir)
    return re.sub(r"(vector\.(?:multi_)?reduction <(?:max|min))ui>", r"\1si>", ir)


def _lose_equal(ir):
    """What is equal to a threshold does not reach it."""
    return re.sub(rf"(arith\.cmp[if] [suo]?)ge(, .* : {_VECTOR})", r"\1gt\2", ir)


def _halve_buffers(ir):
    """Buffers of words have half of the room that they need."""

    def halve(match):
        indent, name, alloc, size = match.groups()
        half, whole = f"memref<{int(size) // 2}xi64>", f"memref<{size}xi64>"
        return (
            f"{indent}{name}_half = {alloc} : {half}\n"
            f"{indent}{name} = memref.reinterpret_cast {name}_half to offset: [0], sizes: [{size}], "
            f"strides: [1] : {half} to {whole}"
        )

    return re.sub(r"( *)(%\w+) = (memref\.alloca?\(\).*) : memref<(\d{4,})xi64>", halve, ir)


def _shorten_buffers(ir):
    """Scratch memory of one dimension is one element too short, as the invariants of
    accesses know: what is left from a place on, they count from the end."""
    short = {}
    for size, element in re.findall(r"= memref\.alloca?\(\).* : memref<(\d+)x(\w+)>", ir):
        if int(size) > 1:
            short[f"memref<{size}x{element}>"] = f"memref<{int(size) - 1}x{element}>"
    lines = ir.split("\n")
    # Not what other memrefs are made of.
    accesses = re.compile(r"memref\.(alloca?|dealloc|load|store)\b|vector\.(masked)?(load|store)\b|cf\.assert")
    for line in lines:
        if not accesses.search(line):
            short = {type: shorter for type, shorter in short.items() if type not in line}
    for end, line in enumerate(lines):
        access = re.search(r"cf\.assert .* leaves its (memref<(\d+)x\w+>)", line)
        if not access or access[1] not in short:
            continue
        size = f" = arith.constant {access[2]} : index"
        left = next(i for i in range(end, 0, -1) if "= arith.subi " in lines[i])
        constant = re.search(r"arith\.subi (%\w+)", lines[left])[1]
        begin = next(i for i in range(left, 0, -1) if f"{constant} = " in lines[i])
        lines[begin] = lines[begin].replace(size, f" = arith.constant {int(access[2]) - 1} : index")
    return re.sub("|".join(map(re.escape, short)) or "$^", lambda m: short[m[0]], "\n".join(lines))


def _merge_backwards(ir):
    """What merges takes the worse record where it should take the better one."""
    swapped = {"max": "min", "min": "max"}
    ir = re.sub(r"arith\.(max|min)si(.*xi64>)", lambda m: f"arith.{swapped[m[1]]}si{m[2]}", ir)
    # Of records of several words, by selects of one condition, one after the other.
    one = r"(= arith\.select %\w+), (%\w+), (%\w+)( : .*\n)"
    vectors = rf"(?:.*= arith\.select (%\w+), .*vector<\d+xi64>\n)(?:.*= arith\.select \1, .*\n)+"
    stored = r"(?:.*= arith\.select (%\w+), .*\n)(?:.*= arith\.select \1, .*\n)(?=.*memref\.store)"
    for pair in (vectors, stored):
        ir = re.sub(pair, lambda m: re.sub(one, r"\1, \3, \2\4", m[0]), ir)
    return ir


def _narrow_keys(ir):
    """Ranks have 16 bits beside positions instead of 30 or 32, and narrow ones lose their
    sign where they are widened."""
    for shift in set(re.findall(r"(%\w+) = arith\.constant (?:dense<)?3[02]>? : (?:vector<\d+x)?i64", ir)):
        ir = re.sub(rf"(= arith\.sh(?:li|rui) %\w+, ){shift}\b( : (\S+))", rf"\1{shift}_narrow\2", ir)
        ir = re.sub(
            rf"( *){shift} = arith\.constant (dense<)?3[02](>?)( : .*)",
            rf"\g<0>\n\1{shift}_narrow = arith.constant \g<2>16\3\4",
            ir,
        )
    return re.sub(r"arith\.extsi(.* : vector<\d+xi(?:8|16|32)> to )", r"arith.extui\1", ir)


_TURNS = {
    "tail": _drop_tail,
    "tie": _turn_tie,
    "nan": _lose_nan,
    "block": _shift_blocks,
    "sign": _take_as_signed,
    "threshold": _lose_equal,
    "bound": _halve_buffers,
    "room": _shorten_buffers,
    "merge": _merge_backwards,
    "width": _narrow_keys,
}
TURNS = tuple(_TURNS)


def turn(text, target, name, verifies=False):
    """The module `text` after the vector lowering for a target, with the turn
    of that name, and whether that changed anything. If `verifies`, its kernels
    verify what they rely on."""
    invariants = " verify-invariants" if verifies else ""
    vectors = f"convert-extrema-to-vector{{{target.pass_options}{invariants}}}"
    ir = step(["extrema-opt", f"--pass-pipeline=builtin.module(extrema-strip-signedness,{vectors})"], text)
    turned = _TURNS[name](ir)
    return turned, turned != ir
