"""Extents and numbers of results around which strategies of topk_reduce change,
and forms of operations that one of them takes (docs/TopK.md). Thresholds and borders
are read from the program."""

from dataclasses import dataclass, field

from support import strategies, tuning
from support.values import pick


def _around(*points):
    return tuple(p + d for p in points for d in (-1, 0, 1))


# Their registers have 128, 256 and 512 bits.
_CPUS = ("x86-64", "x86-64-v3", "x86-64-v4")
_REGIMES = [
    r
    for cpu in _CPUS
    for r in strategies.table("topk_reduce", "x86_64-linux-gnu", cpu)["regimes"]
    if r["results"][0] <= r["k"] <= r["results"][1]
]
# Elements of a long row's chunk, of 32 bits.
_CHUNKS = sorted({r["extents"][0] for r in _REGIMES if r["strategy"] == "long rows" and r["element"] == "f32"})
_BLOCKS = [tuning.value("longRows::kBlockChunks") * chunk for chunk in _CHUNKS]

# The most results that are lists in registers, or a network's.
FEW = tuning.value("columns::kMostResults")
# The least that make a large k.
LARGE = tuning.value("largeK::kLeastResults")
# Records of one word that one network sorts; more are sorted by digits.
RUN = tuning.value("largeK::kRunBytes") // 8
# Rows of more are long.
_MOST_MEDIUM = tuning.value("mediumRows::kMost")

# All up to here are tried.
DENSE = 300
# The first and the last ones of all regimes of rows that are not long.
_ENDS = {r["extents"][0] for r in _REGIMES} | {r["extents"][1] + 1 for r in _REGIMES}
EXTENTS = tuple(sorted(set(_around(*(end for end in _ENDS if DENSE < end <= _MOST_MEDIUM + 1)))))
# Around blocks of chunks, of which long rows select one by one, and a part of a chunk
# behind a block; and where many results are sorted by digits.
LONG_EXTENTS = (*_around(*_BLOCKS), *(block + _CHUNKS[0] + 6 for block in _BLOCKS), 95_000, 150_000)
# Lists in registers, networks of powers of two, digits.
RESULTS = (
    *range(2, 10),
    *_around(*(FEW << i for i in range(5)), tuning.value("sorting::kDigits"), RUN),
)


def topk_extent(rng, most):
    """One that is dense among the small ones, else near a switch, up to `most`."""
    switches = [e for e in EXTENTS if e <= most]
    if switches and rng.random() < 0.3:
        return int(pick(rng, switches))
    return int(rng.integers(1, min(most, DENSE) + 1))


def topk_results(rng, extent):
    """How many results of a row of that extent."""
    few = [0, 1, extent - 1, extent, extent + 3, extent // 2, (extent + 1) // 2]
    switches = [k for k in RESULTS if k <= extent + 1] or [1]
    ways = (pick(rng, few), pick(rng, switches), rng.integers(2, FEW + 1), min(extent, 1000), rng.integers(extent + 1))
    return max(0, int(pick(rng, ways, (6, 6, 8, 1, 3))))


def special_results(extent):
    """All that are special to a row of that extent."""
    some = {0, 1, extent - 1, extent, extent // 2, FEW, FEW + 1, *_around(RUN)}
    return sorted(k for k in some if 0 <= k <= extent)


@dataclass(frozen=True)
class Form:
    """Matrices without gaps, of static extents, such that one strategy takes them."""

    dimension: int  # the reduced one
    rows: tuple  # choices
    columns: tuple
    results: tuple = (2, 5, FEW)  # choices of k, of topk_reduce
    settled: dict = field(default_factory=dict)  # what else of the reduction


ACCUMULATED = dict(accumulate=True)
EXPLICIT = dict(explicit=True, has_base=False)
_MASKED_COLUMN = tuning.value("tallColumns::kMaskedLeast")
_NARROW_COLUMN = tuning.value("tallColumns::kNarrowLeast")
_SOME = (2, 5, FEW, FEW + 1)
TOPK_FORMS = {
    "large_k": Form(
        1, (1, 2), (301, 1025, 4099, 9000, 30_001), (LARGE + 6, 300, RUN // 2 + 1, RUN, RUN + 3, 8999)
    ),
    "lone_rows": Form(1, (1, 2), (3, 9, 17, 33, 40, _CHUNKS[0] - 1)),
    "many_of_short_rows": Form(1, (1, 65), (40, _CHUNKS[0] - 1, 100, 255), (FEW + 1, 2 * FEW + 1, 39)),
    "tall_columns": Form(
        0, (_MASKED_COLUMN - 1, 128, _NARROW_COLUMN - 1, _NARROW_COLUMN + 1, 1031, 2053), (5, 33, 65, 131)
    ),
    "long_columns": Form(0, (500, 1024, 1031, 2049, 4099), (5, 33, 65), (FEW + 1, 2 * FEW + 1)),
    "many_of_columns": Form(0, (70, 131, 300), (17, 33, 65), (FEW + 1, 2 * FEW + 1, LARGE)),
    "accumulated_rows": Form(1, (1, 3), (9, 63, 300, 1025, 4099), (2, 5, FEW, 100), ACCUMULATED),
    "accumulated_columns": Form(0, (19, 70, 131), (33, 65), _SOME, ACCUMULATED),
    "explicit_rows": Form(1, (1, 3), (9, 63, 300, 1025, 4099), (2, 5, FEW, 100), EXPLICIT),
    "explicit_columns": Form(0, (19, 70, 131), (33, 65), _SOME, EXPLICIT),
}
