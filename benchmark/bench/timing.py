"""Checks, then interleaved samples: each round, one of each contender."""

import random
import statistics
from dataclasses import dataclass, field
from time import perf_counter

from bench import answers, machine

SAMPLE_NS = 200_000
WARM_NS = 1_000_000
CHECKED_ON_ALL_NS = 30_000_000  # a slower call is checked on one input only
SLOW_NS = 200_000_000  # of a call, of which one sample may have to do
MINIMUM_SAMPLES = 3
ATTEMPTS = 4


@dataclass(frozen=True)
class Effort:
    """How long is measured. `seconds` are those of one contender in one run;
    one that is slow gets fewer samples than `rounds`."""

    rounds: int
    seconds: float
    runs: int


@dataclass
class Entry:
    """A contender in one workload."""

    name: str
    prepared: object
    grade: str = answers.EXACT
    calls: int = 1
    at: int = 0
    samples: list = field(default_factory=list)  # ns of a call

    def take(self, calls, count):
        """Nanoseconds of a call. An interrupted sample is taken again, and the
        shortest counts if all are: a library's own threads interrupt it too."""
        times = []
        for _ in range(ATTEMPTS):
            before = machine.interruptions()
            times.append(self.prepared.sample(self.at, calls))
            self.at = (self.at + calls) % count
            if machine.interruptions() == before or times[-1] >= SLOW_NS / 10:
                break
        return min(times) / calls


def check(entry, workload, inputs, exact):
    """Grades the entry's answers; the worst grade counts. The loop that only
    reads has no answers, and passes."""
    order = [answers.EXACT, answers.TIES, answers.WRONG]
    for i, array in enumerate(inputs):
        begin = perf_counter()
        answer = entry.prepared.answer(i)
        elapsed = (perf_counter() - begin) * 1e9
        if answer is None:
            return
        grade = answers.grade(workload, array, answer, exact(i))
        entry.grade = max(entry.grade, grade, key=order.index)
        if elapsed > CHECKED_ON_ALL_NS:
            return


def _calibrate(entry, count):
    """Calls a sample: of SAMPLE_NS at least, and where that is several rounds
    of the inputs, whole rounds."""
    calls = 1
    while True:
        per_call = entry.take(calls, count)
        if per_call * calls >= SAMPLE_NS / 4 or calls >= 1 << 20:
            break
        calls *= 4
    calls = max(1, round(SAMPLE_NS / per_call + 0.5))
    if calls > 1:
        calls = -(-calls // count) * count
    entry.calls = calls
    return per_call


def _plan(per_call, calls, effort):
    """How many of the rounds the entry takes part in."""
    affordable = int(effort.seconds * 1e9 / (per_call * calls))
    return min(effort.rounds, max(MINIMUM_SAMPLES if per_call < SLOW_NS else 1, affordable))


def measure(entries, count, effort):
    """Microseconds of a call by contender: for each run the median, as a list
    of {name: time}."""
    plans = {}
    for entry in entries:
        entry.at = 0
        plans[entry.name] = _plan(_calibrate(entry, count), entry.calls, effort)
    runs = []
    for _ in range(effort.runs):
        for entry in entries:
            entry.samples = []
        for r in range(effort.rounds):
            # Shuffled, lest one always follow another that leaves the caches bad.
            for entry in random.Random(r).sample(entries, len(entries)):
                share = plans[entry.name]
                if r * share // effort.rounds == (r + 1) * share // effort.rounds:
                    continue
                _warm(entry, count)
                entry.samples.append(entry.take(entry.calls, count))
        runs.append({e.name: statistics.median(e.samples) / 1000 for e in entries})
    return runs


def _warm(entry, count):
    """Another contender ran before, and left the caches to itself."""
    last = entry.samples[-1] if entry.samples else 0
    if last * count <= WARM_NS:
        entry.take(count, count)
