"""ArgMax of every number of rows × every extent up to 70, by one function for all
of them: the vector path against the scalar one, where vectors pay least.
"""

from dataclasses import dataclass

import numpy as np

from bench import machine, native, timing, workloads
from bench.contenders import own
from bench.inputs import aligned_empty
from bench.verdict import geometric_mean

LARGEST = 70
DTYPES = ("f32", "u8")
INPUTS = 8
FACTOR, SLACK_NS = 1.1, 10.0


@dataclass(frozen=True)
class Effort:
    sample_ns: int
    samples: int


# Points that seem too slow are measured again, since among thousands chance alone
# makes some.
FIRST, AGAIN = Effort(20_000, 11), Effort(200_000, 31)


@dataclass
class Point:
    """Nanoseconds of a call, medians."""

    rows: int
    extent: int
    vector: float = 0.0
    scalar: float = 0.0
    is_exact: bool = True

    @property
    def ratio(self):
        return self.vector / self.scalar

    @property
    def passes(self):
        return self.is_exact and self.vector <= FACTOR * self.scalar + SLACK_NS


class Sweep:
    """One pair of dynamic functions, and its points."""

    def __init__(self, dtype, axis, flags=()):
        self.dtype, self.axis = dtype, axis
        text = own.module_text("argmax", dtype, ("?", "?"), axis, ("?",))
        self._kernels = {
            path: native.load_kernel(native.extrema_compile(text, contender.flags))
            for path, contender in (("vector", own.vector(flags)), ("scalar", own.scalar(flags)))
        }
        rng = np.random.default_rng(7)
        size = INPUTS * LARGEST * LARGEST
        self._pool = aligned_empty((size,), workloads.DTYPES[dtype])
        self._pool[...] = rng.standard_normal(size) if dtype == "f32" else rng.integers(0, 256, size)
        self._indices = aligned_empty((LARGEST,), np.int64)
        self.points = []

    @property
    def name(self):
        return f"{self.dtype}, axis {self.axis}"

    def _inputs(self, point):
        shape = (point.rows, point.extent) if self.axis == 1 else (point.extent, point.rows)
        size = point.rows * point.extent
        return [self._pool[i * size : (i + 1) * size].reshape(shape) for i in range(INPUTS)]

    def measure(self, point, effort):
        inputs = self._inputs(point)
        descriptors = [native.descriptor(i) for i in inputs]
        out = self._indices[: point.rows]
        entries = []
        for path, (kernel, _) in self._kernels.items():
            loop = native.Loop(kernel, descriptors, None, native.descriptor(out))
            for i, array in enumerate(inputs):
                out.fill(-1)
                loop.sample(i, 1)
                if not np.array_equal(out, array.argmax(self.axis)):
                    point.is_exact = False
            entries.append(timing.Entry(path, loop))
        for entry in entries:
            per_call = entry.take(8 * INPUTS, INPUTS)
            entry.calls = max(1, round(effort.sample_ns / per_call / INPUTS)) * INPUTS
        for i in range(effort.samples):
            for entry in entries[:: -1 if i % 2 else 1]:
                entry.samples.append(entry.take(entry.calls, INPUTS))
        point.vector, point.scalar = (float(np.median(entry.samples)) for entry in entries)

    def run(self, largest, step):
        extents = range(1, largest + 1, step)
        self.points = [Point(rows, extent) for rows in extents for extent in extents]
        with machine.undisturbed():
            for point in self.points:
                self.measure(point, FIRST)
            for point in self.points:
                if not point.passes:
                    self.measure(point, AGAIN)

    def failures(self):
        """The worst first."""
        return sorted((p for p in self.points if not p.passes), key=lambda p: (p.is_exact, -p.ratio))


def report(sweep, most=10):
    failures, points = sweep.failures(), sweep.points
    mean = geometric_mean(1 / p.ratio for p in points)
    lines = [
        f"argmax {sweep.name}: {len(points) - len(failures)} of {len(points)} points pass; "
        f"scalar ÷ vector: geometric mean {mean:.2f}, least {min(1 / p.ratio for p in points):.2f}"
    ]
    for p in failures[:most]:
        what = f"{p.vector:.1f} ns, scalar {p.scalar:.1f} ns" if p.is_exact else "a wrong answer"
        lines.append(f"  {p.rows} rows × {p.extent}: {what}")
    if len(failures) > most:
        lines.append(f"  and {len(failures) - most} more")
    return lines


def as_object(sweep):
    return {
        "dtype": sweep.dtype,
        "axis": sweep.axis,
        "points": [
            {
                "rows": p.rows,
                "extent": p.extent,
                "vector_ns": p.vector,
                "scalar_ns": p.scalar,
                "exact": p.is_exact,
                "passes": p.passes,
            }
            for p in sweep.points
        ],
    }
