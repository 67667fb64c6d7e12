"""TopK of one row of n f32 for each k, n and k powers of two, against the peers."""

from bench import answers, report, verdict
from bench.verdict import OWN
from bench.workloads import Workload

SMALLEST, LARGEST = 4, 22  # powers of n
PEERS = ("numpy", "onnxruntime", "torch")
FACTOR, SLACK_US = 1.1, 0.1
ENOUGH = 0.95  # of the points have to pass


def workloads(step=1):
    for n in range(SMALLEST, LARGEST + 1, step):
        for k in range(0, n + 1, step):
            yield Workload(f"n 2^{n} k 2^{k}", "topk", "f32", (1, 1 << n), 1, 1 << k)


def passes(row):
    if OWN not in row.times or row.grades.get(OWN) != answers.EXACT:
        return False
    best = min((row.times[name] for name in row.peers), default=float("inf"))
    return row.times[OWN] <= FACTOR * best + SLACK_US


def summary(rows):
    failed = [row for row in rows if not passes(row)]
    ratios = [row.ratio_best_peer for row in rows if row.ratio_best_peer]
    mean = verdict.geometric_mean(ratios)
    share = 1 - len(failed) / len(rows)
    lines = [f"topk: {len(rows) - len(failed)} of {len(rows)} points pass ({share:.0%}, {ENOUGH:.0%} are enough)"]
    if mean:
        lines[0] += f"; best peer ÷ ours: geometric mean {mean:.2f}"
    for row in sorted(failed, key=lambda row: row.ratio_best_peer or 0):
        lines.append(f"  {row.workload.name}: {'; '.join(reasons(row))}")
    return lines


def reasons(row):
    if OWN not in row.times:
        return [f"did not run: {row.unsupported.get(OWN, 'left out')}"]
    if row.grades.get(OWN) != answers.EXACT:
        return ["a wrong answer"]
    best = row.best_peer
    return [f"{row.times[OWN]:.2f} µs, {best} {row.times[best]:.2f} µs"]


def as_object(row):
    return {**report.as_object(row, has_targets=False), "passes": passes(row)}
