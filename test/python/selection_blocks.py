"""The blocks that TopK's strategies are made of, each alone, against NumPy:
threshold, selection, compaction, the sorts of rows and of lanes. Of the sorting
networks, what is shown by zeros and ones: a network that sorts all sequences of
these sorts everything (D. E. Knuth, "The Art of Computer Programming", 5.3.4,
theorem Z).
"""

import argparse
import sys

import numpy as np

from support.blocks import ROW, Blocks, for_each_row
from support.vector_targets import TARGETS, each_width

PADDING = 64  # Records::padding
WORD = "memref<?xi64>"
RUN_SIZE = 64
NETWORKS = (2, 4, 8, 16)  # vectors that are sorted lane by lane
SHORT_SORTS = (1, 3, 8, 16, 30, 64)  # the most records of known, short networks
MERGES = (*((n, n) for n in NETWORKS), (16, 8), (16, 1))  # best ones, and others


def radix_sort(name, words, position_bits):
    """Function `name`: the block, on the words, with room for as many and a run,
    and on sorted words."""
    given = [f"%{part}_{word}" for part in ("all", "sorted") for word in words]
    memory = {f"%run_{word}": (RUN_SIZE + PADDING, "i64") for word in words}
    memory |= {"%counts": (1024, "i32"), "%pending": (4096, "index")}
    numbers = ["%capacity", "%size", "%wanted"]
    allocated = "".join(
        f"  {buffer}_memory = memref.alloca() : memref<{size}x{element}>\n"
        f"  {buffer} = memref.cast {buffer}_memory : memref<{size}x{element}> to memref<?x{element}>\n"
        for buffer, (size, element) in memory.items()
    )
    runs = list(memory)[: len(words)]
    arguments = [*given[: len(words)], *runs, *given[len(words) :], "%counts", "%pending", *numbers]
    types = [WORD] * 3 * len(words) + ["memref<?xi32>", "memref<?xindex>"] + ["index"] * 3
    block = f'{{block = "radix_sort", position_bits = {position_bits}, run_size = {RUN_SIZE}}}'
    return (
        f"func.func private @{name}_block({', '.join(types)}) attributes {block}\n"
        f"func.func @{name}({', '.join(f'{buffer}: {WORD}' for buffer in given)}, %size: index, %wanted: index) {{\n"
        f"{allocated}"
        "  %c0 = arith.constant 0 : index\n"
        "  %c2 = arith.constant 2 : index\n"
        f"  %rest = arith.constant {RUN_SIZE + PADDING} : index\n"
        f"  %room = memref.dim {given[0]}, %c0 : {WORD}\n"
        "  %twice = arith.subi %room, %rest : index\n"
        "  %capacity = arith.divui %twice, %c2 : index\n"
        f"  call @{name}_block({', '.join(arguments)}) : ({', '.join(types)}) -> ()\n"
        "  return\n}\n"
    )


MODULE = f"""
func.func private @bound32(memref<?xi32>, index, index) -> i32 attributes {{block = "bound"}}
func.func @bound(%numbers: memref<?xi32>, %size: index, %k: index, %result: memref<1xi32>) {{
  %c0 = arith.constant 0 : index
  %bound = call @bound32(%numbers, %size, %k) : (memref<?xi32>, index, index) -> i32
  memref.store %bound, %result[%c0] : memref<1xi32>
  return
}}

func.func private @keep_words({WORD}, index, index) -> i64 attributes {{block = "keep_best"}}
func.func @keep_best(%words: {WORD}, %size: index, %k: index, %bounds: memref<1xi64>) {{
  %c0 = arith.constant 0 : index
  %bound = call @keep_words(%words, %size, %k) : ({WORD}, index, index) -> i64
  memref.store %bound, %bounds[%c0] : memref<1xi64>
  return
}}

func.func private @keep_pairs({WORD}, {WORD}, index, index) -> (i64, i64) attributes {{block = "keep_best"}}
func.func @keep_best_2(%high: {WORD}, %low: {WORD}, %size: index, %k: index, %bounds: memref<2xi64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bound:2 = call @keep_pairs(%high, %low, %size, %k) : ({WORD}, {WORD}, index, index) -> (i64, i64)
  memref.store %bound#0, %bounds[%c0] : memref<2xi64>
  memref.store %bound#1, %bounds[%c1] : memref<2xi64>
  return
}}

func.func private @append_words({WORD}, memref<?xi8>, index, {WORD}) -> index attributes {{block = "append"}}
func.func @append(%from: {WORD}, %kept: memref<?xi8>, %size: index, %to: {WORD}, %count: memref<1xindex>) {{
  %c0 = arith.constant 0 : index
  %end = call @append_words(%from, %kept, %size, %to) : ({WORD}, memref<?xi8>, index, {WORD}) -> index
  memref.store %end, %count[%c0] : memref<1xindex>
  return
}}

{radix_sort("radix_sort", ["words"], 32)}
{radix_sort("radix_sort_2", ["high", "low"], 0)}

func.func private @sort_words({ROW}, index, {ROW}) attributes {{block = "sort"}}
func.func private @sort_double_words({ROW}, index, {ROW}) attributes {{block = "sort", doubles}}
func.func private @sort_pairs({ROW}, {ROW}, index, {ROW}, {ROW}) attributes {{block = "sort"}}
{for_each_row("sort", "sort_words", ["words", "out"])}
{for_each_row("sort_doubles", "sort_double_words", ["words", "out"])}
{for_each_row("sort_2", "sort_pairs", ["high", "low", "out_high", "out_low"])}
"""
NAMES = ["bound", "keep_best", "keep_best_2", "append", "radix_sort", "radix_sort_2", "sort", "sort_doubles", "sort_2"]
for n in NETWORKS:
    MODULE += f"""
func.func private @sort_{n}_lanes({ROW}) attributes {{block = "sort_lanes", size = {n}}}
{for_each_row(f"sort_lanes_{n}", f"sort_{n}_lanes", ["words"])}
"""
    NAMES += [f"sort_lanes_{n}"]
for n in SHORT_SORTS:
    MODULE += f"""
func.func private @sort_words_{n}({ROW}, index, {ROW}) attributes {{block = "sort", most = {n}}}
func.func private @sort_double_words_{n}({ROW}, index, {ROW}) attributes {{block = "sort", doubles, most = {n}}}
func.func private @sort_pairs_{n}({ROW}, {ROW}, index, {ROW}, {ROW}) attributes {{block = "sort", most = {n}}}
{for_each_row(f"sort_most_{n}", f"sort_words_{n}", ["words", "out"])}
{for_each_row(f"sort_doubles_most_{n}", f"sort_double_words_{n}", ["words", "out"])}
{for_each_row(f"sort_2_most_{n}", f"sort_pairs_{n}", ["high", "low", "out_high", "out_low"])}
"""
    NAMES += [f"sort_most_{n}", f"sort_doubles_most_{n}", f"sort_2_most_{n}"]
for n, m in MERGES:
    MODULE += f"""
func.func private @merge_{n}_{m}({ROW}, {ROW}) attributes {{block = "merge_lanes", size = {n}, others = {m}}}
{for_each_row(f"merge_lanes_{n}_{m}", f"merge_{n}_{m}", ["best", "others"])}
"""
    NAMES += [f"merge_lanes_{n}_{m}"]


# ---------------------------------------------------------------- records --


def ranks(rng, size):
    """32 bits in an order that is hard on a selection."""
    low, high = -(1 << 31), (1 << 31) - 1
    way = rng.integers(6)
    if way == 0:  # few levels, the extremes among them
        return rng.choice([low, -1, 0, 1, high], size)
    if way == 1:
        return np.full(size, rng.choice([low, 7, high]))
    numbers = rng.integers(low, high, size, endpoint=True)
    if way == 2:
        return np.sort(numbers)
    if way == 3:
        return np.sort(numbers)[::-1]
    if way == 4:  # differences in the low bits only
        return rng.integers(1000, 1016, size)
    return numbers


def records(rng, size):
    """Words of one rank and one position each; no two are the same."""
    return (ranks(rng, size) << 32) | (0xFFFFFFFF - np.arange(size))


def doubles(integers):
    """The same order as bits of doubles: positive, neither NaN nor denormal."""
    return integers + (1 << 62)


def double_records(rng, size):
    return doubles((ranks(rng, size) << 30) | ((1 << 30) - 1 - np.arange(size)))


def pairs(rng, size):
    """The same as two words of 64 bits."""
    return np.int64(ranks(rng, size)) << rng.integers(32), ~np.arange(size)


def padded(words, room):
    """A buffer of that room, with rubbish behind the words."""
    rubbish = np.random.default_rng(len(words)).integers(-(1 << 63), 1 << 63, room - len(words))
    return np.concatenate([words, rubbish])


def sizes(rng):
    """Sizes with a k each: all small ones, and around registers and rows."""
    for size in (*range(1, 40), 63, 64, 65, 127, 129, 511, 1000, 2049):
        for k in {1, size - 1, size, int(rng.integers(1, size + 1))} - {0}:
            yield size, k


# ----------------------------------------------------------------- blocks --


def check_bound(call, lanes):
    """A threshold that k reach, and hardly more of them, but for ties."""
    rng = np.random.default_rng(1)
    for size, k in sizes(rng):
        size = -(-size // (2 * lanes)) * 2 * lanes  # whole registers
        numbers = ranks(rng, size).astype(np.int32)
        (bound,) = call("bound", padded(numbers, size + PADDING).astype(np.int32), size, k, np.zeros(1, np.int32))[1]
        reached = np.sum(numbers >= bound)
        assert reached >= k, f"{reached} of {size} reach the bound for k = {k}"
        assert reached <= k + k // 8 or np.sum(numbers > bound) < k, f"{reached} of {size} reach the bound for k = {k}"


def check_keep_best(call, _):
    """The k best, in the order in which they were, and what exactly these reach."""
    rng = np.random.default_rng(2)
    for size, k in sizes(rng):
        words = records(rng, size)
        kept, (bound,) = call("keep_best", padded(words, size + PADDING), size, k, np.zeros(1, np.int64))
        best = np.sort(np.argsort(-words)[:k])
        assert np.array_equal(kept[:k], words[best]), f"k = {k} of {size}"
        assert np.sum(words >= bound) == k, f"the bound of k = {k} of {size}"

        high, low = pairs(rng, size)
        *kept, bounds = call("keep_best_2", padded(high, size + PADDING), padded(low, size + PADDING), size, k, np.zeros(2, np.int64))
        best = np.sort(np.lexsort((-low, -high))[:k])
        assert np.array_equal(kept[0][:k], high[best]), f"two words, k = {k} of {size}"
        assert np.array_equal(kept[1][:k], low[best]), f"two words, k = {k} of {size}"
        reaches = (high > bounds[0]) | (high == bounds[0]) & (low >= bounds[1])
        assert np.sum(reaches) == k, f"two words, the bounds of k = {k} of {size}"


def check_append(call, lanes):
    """What a mask selects, packed, in its order."""
    rng = np.random.default_rng(3)
    for size in (lanes, 2 * lanes, 64, 512):
        for share in (0, 0.02, 0.5, 1):
            words = records(rng, size)
            kept = (rng.random(size) < share).astype(np.uint8)
            to = padded(words[:0], size + PADDING)
            _, _, to, (count,) = call("append", words, kept, size, to, np.zeros(1, np.int64))
            assert count == kept.sum(), f"{count} of {kept.sum()}"
            assert np.array_equal(to[:count], words[kept == 1])


def check_radix_sort(call, _):
    """Those of the sorted records that are wanted, of one and of two words."""
    rng = np.random.default_rng(4)
    for size, wanted in (*sizes(rng), (9000, 9000), (20000, 3000)):
        capacity = -(-size // RUN_SIZE) * RUN_SIZE
        room = 2 * capacity + RUN_SIZE + PADDING
        out = np.zeros(wanted, np.int64)
        words = records(rng, size)
        result = call("radix_sort", padded(words, room), out, size, wanted)[1]
        assert np.array_equal(result, -np.sort(-words)[:wanted]), f"{wanted} of {size} records"

        high, low = pairs(rng, size)
        result = call("radix_sort_2", padded(high, room), padded(low, room), out, out, size, wanted)[2:]
        order = np.lexsort((-low, -high))[:wanted]
        for word, got in zip((high, low), result):
            assert np.array_equal(got, word[order]), f"{wanted} of {size} records of two words"


def row_of(size, lanes):
    """Room for so many records in whole registers, a power of two of them, and
    for one more register."""
    rows = -(-size // lanes)
    return (lanes << (rows - 1).bit_length()) + lanes


def sort_records(call, rng, size, room, suffix=""):
    for name, words in (("sort", records(rng, size)), ("sort_doubles", double_records(rng, size))):
        result = call(name + suffix, padded(words, room)[None], np.zeros((1, room), np.int64), size)[1]
        assert np.array_equal(result[0, :size], -np.sort(-words)), f"{name}{suffix}: {size} records"
    high, low = pairs(rng, size)
    out = np.zeros((1, room), np.int64)
    result = call("sort_2" + suffix, padded(high, room)[None], padded(low, room)[None], out, out, size)[2:]
    order = np.lexsort((-low, -high))
    for word, got in zip((high, low), result):
        assert np.array_equal(got[0, :size], word[order]), f"sort_2{suffix}: {size} records of two words"


def check_sort(call, lanes):
    """Any records, of one word, an integer or a double, and of two words."""
    rng = np.random.default_rng(5)
    for size, _ in sizes(rng):
        sort_records(call, rng, size, row_of(size, lanes))
    for most in SHORT_SORTS:
        for size in (*range(most + 1), most, most, most):
            sort_records(call, rng, size, row_of(most, lanes) + PADDING, f"_most_{most}")


# ------------------------------------------------- networks, by 0 and 1 --


def all_rows(length):
    """All rows of zeros and ones."""
    return np.arange(1 << length)[:, None] >> np.arange(length) & 1


def best_first(rows):
    return -np.sort(-rows, axis=1)


def check_network(call, lanes):
    """Proof for all sizes up to 16. For more, all pairs of sorted halves, which
    the last merge has to merge if those before it did sort."""
    for size in range(1, 17):
        rows = all_rows(size)
        for suffix, most in (("", size), *((f"_most_{most}", most) for most in SHORT_SORTS if most >= size)):
            buffer = np.zeros((len(rows), row_of(most, lanes)), np.int64)
            buffer[:, :size] = rows
            for name, offset in (("sort", 0), ("sort_doubles", doubles(0))):
                result = call(name + suffix, buffer + offset, np.zeros_like(buffer), size)[1]
                assert np.array_equal(result[:, :size] - offset, best_first(rows)), f"{name}{suffix}: {size} zeros and ones"
    for size in (32, 64, 128, 256):
        ones = np.arange(size // 2 + 1)
        half = (np.arange(size // 2) < ones[:, None]).astype(np.int64)
        first, second = np.meshgrid(ones, ones)
        rows = np.concatenate([half[first.ravel()], half[second.ravel()]], axis=1)
        # Sorted sequences go down the rows of a lane, then of the next one.
        rows = rows.reshape(len(rows), lanes, size // lanes).swapaxes(1, 2).reshape(len(rows), size)
        buffer = np.pad(rows, ((0, 0), (0, lanes)))
        for suffix in ("", f"_most_{size}") if size in SHORT_SORTS else ("",):
            for name, offset in (("sort", 0), ("sort_doubles", doubles(0))):
                result = call(name + suffix, buffer + offset, np.zeros_like(buffer), size)[1]
                assert np.array_equal(result[:, :size] - offset, best_first(rows)), f"{name}{suffix}: two halves of {size // 2} zeros and ones"


def check_lanes(call, lanes):
    """Proof for the networks within lanes: all zeros and ones for those that
    sort, all pairs of sorted ones for those that merge."""

    def spread(rows):
        """The sequences `rows` in the lanes of registers."""
        extra = -len(rows) % lanes
        rows = np.concatenate([rows, np.repeat(rows[:1], extra, axis=0)])
        return rows.reshape(-1, lanes, rows.shape[1]).swapaxes(1, 2).reshape(-1, lanes * rows.shape[1])

    for size in NETWORKS:
        rows = all_rows(size)
        (result,) = call(f"sort_lanes_{size}", spread(rows), 0)
        assert np.array_equal(result, spread(best_first(rows))), f"{size} vectors are not sorted"
    for size, others in MERGES:
        half, other_half = (
            (np.arange(n) < np.arange(n + 1)[:, None]).astype(np.int64) for n in (size, others)
        )
        ways = np.meshgrid(np.arange(size + 1), np.arange(others + 1))
        first, second = half[ways[0].ravel()], other_half[ways[1].ravel()]
        # A matrix has rows of one length.
        padded_rows = np.pad(second, ((0, 0), (0, size - others)))
        result = call(f"merge_lanes_{size}_{others}", spread(first), spread(padded_rows), 0)[0]
        best = best_first(np.concatenate([first, second], axis=1))[:, :size]
        assert np.array_equal(result, spread(best)), f"{size} and {others} vectors are not merged"


CHECKS = (check_bound, check_keep_best, check_append, check_radix_sort, check_sort, check_network, check_lanes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", action="append", choices=TARGETS, help="default: one for each width")
    arguments = parser.parse_args()
    failed = 0
    for name in arguments.target or each_width():
        call = Blocks(MODULE, NAMES, TARGETS[name])
        lanes = {"avx2": 4, "avx512_256": 4, "avx512": 8}.get(name, 2)
        for check in CHECKS:
            try:
                check(call, lanes)
            except AssertionError as error:
                failed += 1
                print(f"FAILED on {name}: {check.__name__}: {error}")
        print(f"{name}: {len(CHECKS)} checks", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
