"""What a row's times say: ratios, pass or fail, geometric means."""

import math
import statistics
from dataclasses import dataclass, field

from bench import answers
from bench.workloads import Workload

TOLERANCE = 1.05
# How much longer than on random inputs the other orders may take.
SLOWER_ARG, SLOWER_TOPK = 1.5, 2.0

AHEAD = "best peer ÷ ours"
OWN, SCALAR, READING = "Extrema", "Extrema scalar", "reading"


@dataclass
class Row:
    """A workload's times: of each run, microseconds by contender."""

    workload: Workload
    runs: list
    grades: dict = field(default_factory=dict)  # by contender, of answers.py
    unsupported: dict = field(default_factory=dict)  # by contender, why
    random_time: float | None = None  # our time on random inputs, of other orders

    @property
    def times(self):
        """By contender, the median of the runs."""
        names = dict.fromkeys(name for run in self.runs for name in run)
        return {name: statistics.median(run[name] for run in self.runs) for name in names}

    @property
    def peers(self):
        return [name for name in self.times if name not in (OWN, SCALAR, READING)]

    def _median_ratio(self, of):
        return statistics.median(of(run) for run in self.runs)

    @property
    def ratio_reading(self):
        """Our time ÷ the time of reading: the median of the ratios within each run."""
        if not {OWN, READING} <= self.times.keys():
            return None
        return self._median_ratio(lambda run: run[OWN] / run[READING])

    @property
    def ratio_best_peer(self):
        """The best peer's time ÷ ours: above 1 we are ahead."""
        if OWN not in self.times or not self.peers:
            return None
        return self._median_ratio(lambda run: min(run[p] for p in self.peers) / run[OWN])

    @property
    def best_peer(self):
        return min(self.peers, key=self.times.get, default=None)

    @property
    def ratio_random(self):
        """Our time ÷ that on random inputs, or ÷ the time of reading where it is
        longer: random integers of 8 bits need not be read to the end."""
        if self.random_time is None or OWN not in self.times:
            return None
        return self.times[OWN] / max(self.random_time, self.times.get(READING, 0.0))

    @property
    def gbps(self):
        """Input read by our code, in 10⁹ bytes a second."""
        return self.workload.input_bytes / self.times[OWN] / 1000 if OWN in self.times else None


def failures(row, has_targets=True):
    """Why the row does not pass; an empty list where it does.

    Our time must be at most TOLERANCE × target × the time of reading, if the
    targets are for this CPU. We must be ahead of every peer; in plain rows we may
    be behind the best by TOLERANCE. Other orders than random have a limit on how
    much slower they are than random inputs, and no target.
    """
    found = []
    workload = row.workload
    if OWN not in row.times:
        return [f"{OWN} did not run: {row.unsupported.get(OWN, 'left out')}"]
    wrong = [name for name in (OWN, SCALAR) if row.grades.get(name, answers.EXACT) != answers.EXACT]
    found += [f"{name} answers wrongly" for name in wrong]
    ratio, target = row.ratio_reading, workload.target
    is_in_table = row.random_time is None
    if is_in_table and has_targets and target and ratio is not None and ratio > TOLERANCE * target:
        found.append(f"{ratio:.2f} × reading, allowed {TOLERANCE * target:.2f}")
    slower, allowed = row.ratio_random, SLOWER_TOPK if workload.is_topk else SLOWER_ARG
    if slower is not None and slower > allowed:
        found.append(f"{slower:.2f} × random inputs, allowed {allowed}")
    ahead = row.ratio_best_peer
    if ahead is not None and (ahead < 1 / TOLERANCE if workload.plain else ahead <= 1):
        found.append(f"{row.best_peer} takes {ahead:.2f} × our time")
    return found


def geometric_mean(numbers):
    """Of positive numbers; None where there are none."""
    numbers = list(numbers)
    if not numbers:
        return None
    return math.exp(math.fsum(map(math.log, numbers)) / len(numbers))


def means(rows):
    """The geometric means of best peer ÷ ours, of ours ÷ reading and of scalar ÷
    ours, over the rows of the table, for (args, topk)."""

    def of(rows):
        return {
            AHEAD: geometric_mean(r.ratio_best_peer for r in rows if r.ratio_best_peer),
            "ours ÷ reading": geometric_mean(r.ratio_reading for r in rows if r.ratio_reading),
            "scalar ÷ ours": geometric_mean(
                r.times[SCALAR] / r.times[OWN] for r in rows if {OWN, SCALAR} <= r.times.keys()
            ),
        }

    table = [row for row in rows if row.random_time is None]
    args = [row for row in table if not row.workload.is_topk]
    topk = [row for row in table if row.workload.is_topk]
    return {"ArgMin/ArgMax": of(args), "TopK": of(topk)}
