"""The integers that elements are ranked by, and the comparison of their keys,
against the order of the oracle: of any types some thousand values, of f16 and bf16
all.

  --pairs    f16 and bf16, pair by pair: eight times 2^32 comparisons
  --all-f32  all 2^32 patterns of f32, under each kind

A rank is larger where the element is better, and the same where the order finds
elements equal. So if ranks of elements in the oracle's order never rise, and fall
where it says so, all pairs of them compare right.
"""

import argparse
import sys

import numpy as np

from support import oracle
from support.blocks import BlocksHere
from support.element_types import VALUE_TYPES
from support.values import random_array, special_values
from support.vector_targets import TARGETS

FLOATS = ("maximumf", "minimumf", "maxnumf", "minnumf")


def signless(element):
    """MLIR's type of the element where passes have taken its sign off."""
    return element.mlir.lstrip("su") if not element.is_float else element.mlir


def module(element):
    """rank_KIND and better_KIND of all kinds that order the type."""
    text, bits = "", f"i{8 * element.dtype.itemsize}"
    values = f"memref<?x{signless(element)}>"
    for kind in element.kinds:
        blocks = (("rank", f"{values}, memref<?x{bits}>"), ("better", f"{values}, {values}, memref<?xi8>"))
        for block, types in blocks:
            arguments = [f"%a{i}: {t}" for i, t in enumerate(types.split(", "))]
            names = ", ".join(a.split(":")[0] for a in arguments)
            text += (
                f"func.func private @{block}_of_{kind}({types}) attributes {{block = \"{block}\", kind = \"{kind}\"}}\n"
                f"func.func @{block}_{kind}({', '.join(arguments)}) {{\n"
                f"  call @{block}_of_{kind}({names}) : ({types}) -> ()\n"
                "  return\n}\n"
            )
    return text


def ranks_of(call, element, kind, x):
    ranks = np.empty(len(x), f"i{element.dtype.itemsize}")
    call(f"rank_{kind}", x, ranks)
    return ranks


def check_ranks(call, element, kind, x):
    """Ranks of values in the oracle's order, the best first."""
    keys = oracle.value_keys(x, kind)
    order = np.argsort(keys, kind="stable")
    keys, ranks = keys[order], ranks_of(call, element, kind, np.ascontiguousarray(x[order]))
    wanted = keys[1:] == keys[:-1]
    assert np.array_equal(ranks[1:] == ranks[:-1], wanted), f"{element.mlir} {kind}: equal ranks"
    assert np.all(ranks[1:] <= ranks[:-1]), f"{element.mlir} {kind}: the order of ranks"


def check_better(call, element, kind, x, y):
    result = np.full(len(x), 2, np.uint8)
    call(f"better_{kind}", x, y, result)
    keys = oracle.value_keys(np.concatenate([x, y]), kind)
    wanted = keys[: len(x)] < keys[len(x) :]
    assert np.array_equal(result, wanted), f"{element.mlir} {kind}: what is better"


def all_halves(element):
    return np.arange(1 << 16, dtype=np.uint16).view(element.dtype)


def check_some(call, element, kind):
    rng = np.random.default_rng(7)
    x = np.concatenate([special_values(element), *(random_array(rng, element, (1001,)) for _ in range(6))])
    check_ranks(call, element, kind, x)
    for _ in range(4):
        check_better(call, element, kind, x, rng.permutation(x))
    special = special_values(element)
    check_better(call, element, kind, np.repeat(special, len(special)), np.tile(special, len(special)))
    if element.mlir in ("f16", "bf16"):
        check_ranks(call, element, kind, all_halves(element))


def check_pairs(call, element, kind):
    """Each of all values of 16 bits with each."""
    x = all_halves(element)
    keys = oracle.value_keys(x, kind).astype(np.int32)
    lhs, result = np.empty_like(x), np.empty(len(x), np.uint8)
    for value, key in zip(x, keys):
        lhs[:] = value
        call(f"better_{kind}", lhs, x, result)
        assert np.array_equal(result.view(bool), key < keys), f"{element.mlir} {kind}: {value} and all others"


def check_all_f32(call, element, kind):
    """Patterns without the sign's bit order as the numbers do, up to infinity."""
    infinity, step = 0x7F800000, 1 << 24
    is_max = kind.startswith("max")

    def ranks(patterns):
        return ranks_of(call, element, kind, patterns.view(np.float32))

    for sign in (0, 1 << 31):
        for begin in range(0, infinity, step):
            patterns = np.arange(begin, min(begin + step, infinity) + 1, dtype=np.uint32) | np.uint32(sign)
            x, r = patterns.view(np.float32), ranks(patterns)
            is_larger = x[1:] > x[:-1]
            assert np.all(is_larger == (sign == 0))
            assert np.all((r[1:] > r[:-1]) == (is_larger == is_max)), f"{kind}: the order of ranks"
            assert np.all(r[1:] != r[:-1]), f"{kind}: equal ranks"
    minus, zero, minus_zero, plus = ranks(np.array([0xFF800000, 0, 1 << 31, infinity], np.uint32))
    assert zero == minus_zero, f"{kind}: the ranks of zeros"
    nan_is_best = kind in ("maximumf", "minimumf")
    for sign in (0, 1 << 31):
        nans = ranks(np.arange(infinity + 1, 1 << 31, dtype=np.uint32) | np.uint32(sign))
        assert np.all(nans == (nans[0] if sign == 0 else nan_rank)), f"{kind}: the ranks of NaNs"
        nan_rank = nans[0]
    beyond = nan_rank > max(minus, plus) if nan_is_best else nan_rank < min(minus, plus)
    assert beyond, f"{kind}: the rank of NaNs"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="host", choices=[n for n, t in TARGETS.items() if not t.emulator])
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--all-f32", action="store_true")
    arguments = parser.parse_args()
    check, names = check_some, list(VALUE_TYPES)
    if arguments.pairs:
        check, names = check_pairs, ["f16", "bf16"]
    if arguments.all_f32:
        check, names = check_all_f32, ["f32"]
    failed = checked = 0
    for name in names:
        element = VALUE_TYPES[name]
        call = BlocksHere(module(element), TARGETS[arguments.target])
        for kind in element.kinds:
            checked += 1
            try:
                check(call, element, kind)
            except AssertionError as error:
                failed += 1
                print(f"FAILED: {error}")
    print(f"{checked - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
