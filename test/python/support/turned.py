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
    """No lane holds a NaN."""
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


_TURNS = {
    "tail": _drop_tail,
    "tie": _turn_tie,
    "nan": _lose_nan,
    "block": _shift_blocks,
    "sign": _take_as_signed,
}
TURNS = tuple(_TURNS)


def turn(text, target, name):
    """The module `text` after the vector lowering for a target, with the turn
    of that name, and whether that changed anything."""
    vectors = f"convert-extrema-to-vector{{{target.pass_options}}}"
    ir = step(["extrema-opt", f"--pass-pipeline=builtin.module(extrema-strip-signedness,{vectors})"], text)
    turned = _TURNS[name](ir)
    return turned, turned != ir
