"""Extents and numbers of results around which strategies of topk_reduce change,
and forms of operations that one of them takes (docs/TopK.md)."""

from dataclasses import dataclass, field

from support.values import pick


def _around(*points):
    return tuple(p + d for p in points for d in (-1, 0, 1))


# All up to here are tried.
DENSE = 300
# Chunks of registers, medium rows, 4096.
EXTENTS = _around(384, 512, 1024, 1536, 2048, 3072, 4096)
# Around blocks of chunks, of which long rows select one by one; and where many
# results are sorted by digits.
LONG_EXTENTS = (*_around(1 << 15, 1 << 16, 95_000, 1 << 17), 32838, 65606, 131142, 150_000)
# Lists in registers, networks, digits.
RESULTS = (*range(2, 10), *_around(16, 32, 64, 128, 256, 1024, 4096))


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
    ways = (pick(rng, few), pick(rng, switches), rng.integers(2, 17), min(extent, 1000), rng.integers(extent + 1))
    return max(0, int(pick(rng, ways, (6, 6, 8, 1, 3))))


def special_results(extent):
    """All that are special to a row of that extent."""
    some = {0, 1, extent - 1, extent, extent // 2, *(k for k in RESULTS if k in (16, 17, 4095, 4096, 4097))}
    return sorted(k for k in some if 0 <= k <= extent)


@dataclass(frozen=True)
class Form:
    """Matrices without gaps, of static extents, such that one strategy takes them."""

    dimension: int  # the reduced one
    rows: tuple  # choices
    columns: tuple
    results: tuple = (2, 5, 16)  # choices of k, of topk_reduce
    settled: dict = field(default_factory=dict)  # what else of the reduction


ACCUMULATED = dict(accumulate=True)
EXPLICIT = dict(explicit=True, has_base=False)
TOPK_FORMS = {
    "large_k": Form(1, (1, 2), (301, 1025, 4099, 9000, 30_001), (70, 300, 2049, 4096, 4099, 8999)),
    "lone_rows": Form(1, (1, 2), (3, 9, 17, 33, 40, 63)),
    "many_of_short_rows": Form(1, (1, 65), (40, 63, 100, 255), (17, 33, 39)),
    "tall_columns": Form(0, (95, 128, 255, 257, 1031, 2053), (5, 33, 65, 131)),
    "long_columns": Form(0, (500, 1024, 1031, 2049, 4099), (5, 33, 65), (17, 33)),
    "many_of_columns": Form(0, (70, 131, 300), (17, 33, 65), (17, 33, 64)),
    "accumulated_rows": Form(1, (1, 3), (9, 63, 300, 1025, 4099), (2, 5, 16, 100), ACCUMULATED),
    "accumulated_columns": Form(0, (19, 70, 131), (33, 65), (2, 5, 16, 17), ACCUMULATED),
    "explicit_rows": Form(1, (1, 3), (9, 63, 300, 1025, 4099), (2, 5, 16, 100), EXPLICIT),
    "explicit_columns": Form(0, (19, 70, 131), (33, 65), (2, 5, 16, 17), EXPLICIT),
}
