"""Rows as a table for people and as JSON for programs."""

import json
import os

from bench import answers, verdict
from bench.verdict import AHEAD, READING, OWN, SCALAR

# With less than this × the time of reading, the input cannot have been read to the end.
EARLY = 0.5
MARKS = {answers.EXACT: "", answers.TIES: "=", answers.WRONG: "!"}


def _shape(workload):
    return "x".join(map(str, workload.shape))


def _number(value):
    if value is None:
        return "–"
    digits = 3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f}"


def _operation(workload):
    text = f"{workload.op} {workload.dtype} {_shape(workload)} ax {workload.axis}"
    return f"{text} k {workload.k}" if workload.is_topk else text


def title(workload):
    standard = "random" if workload.name != "ascending" else "ascending"
    return workload.name if workload.order == standard else f"{workload.name}, {workload.order}"


def header(contenders):
    peers = [c.name for c in contenders if c.is_peer]
    own = [name for name in (OWN, SCALAR, READING) if any(c.name == name for c in contenders)]
    return ["workload", "operation", *own, "÷ reading", "target", *peers, "peer ÷ ours", "GB/s", "verdict"]


def cells(row, head, has_targets):
    times, workload = row.times, row.workload
    failures = verdict.failures(row, has_targets)
    fixed = {
        "workload": title(workload),
        "operation": _operation(workload),
        "÷ reading": _number(row.ratio_reading),
        "target": _number(workload.target),
        "peer ÷ ours": _number(row.ratio_best_peer),
        "GB/s": _number(row.gbps),
        "verdict": "; ".join(failures) or ("pass" if has_targets else "pass (no target)"),
    }
    return [
        fixed[name] if name in fixed else _number(times.get(name)) + MARKS[row.grades.get(name, answers.EXACT)]
        for name in head
    ]


WIDTHS = {"workload": 26, "operation": 34, "verdict": 0}


def line(texts, head):
    """One line of the table, printed as soon as its row is measured."""
    parts = []
    for name, text in zip(head, texts):
        width = WIDTHS.get(name, max(9, len(name)))
        parts.append(text.ljust(width) if name in WIDTHS else text.rjust(width))
    return "  ".join(parts).rstrip()


def notes(rows):
    """What the marks in the table say, and who could not do what."""
    found = []
    for mark, grade in (("=", answers.TIES), ("!", answers.WRONG)):
        names = dict.fromkeys(n for row in rows for n, g in row.grades.items() if g == grade)
        text = "other indices among equal values" if grade == answers.TIES else "a wrong answer"
        if names:
            found.append(f"{mark}  {text}: {', '.join(names)}")
    reasons = {}
    for row in rows:
        for name, reason in row.unsupported.items():
            reasons.setdefault((name, reason), []).append(title(row.workload))
    found += [f"–  {name}: {', '.join(titles)}: {reason}" for (name, reason), titles in reasons.items()]
    return found


def summary(rows, has_targets):
    failed = [row for row in rows if verdict.failures(row, has_targets)]
    lines = [f"{len(rows) - len(failed)} of {len(rows)} rows pass"]
    for group, values in verdict.means(rows).items():
        known = [f"{what} {value:.2f}" for what, value in values.items() if value]
        if known:
            lines.append(f"geometric means, {group}: {', '.join(known)}")
    early = [row for row in rows if row.ratio_reading and row.ratio_reading < EARLY]
    if early:
        whole = verdict.means([row for row in rows if row not in early])
        texts = [f"{group} {values[AHEAD]:.2f}" for group, values in whole.items() if values[AHEAD]]
        names = ", ".join(title(row.workload) for row in early)
        lines.append(f"not read to the end, an element being as good as the type has: {names}")
        if texts:
            lines.append(f"without them, {AHEAD}: {', '.join(texts)}")
    return lines


def as_object(row, has_targets):
    workload = row.workload
    return {
        "workload": workload.name,
        "op": workload.op,
        "dtype": workload.dtype,
        "shape": list(workload.shape),
        "axis": workload.axis,
        "k": workload.k,
        "order": workload.order,
        "target": workload.target,
        "times_us": {name: time for name, time in row.times.items() if name != READING},
        "reading_us": row.times.get(READING),
        "ratio_reading": row.ratio_reading,
        "ratio_best_peer": row.ratio_best_peer,
        "best_peer": row.best_peer,
        "ratio_random": row.ratio_random,
        "gbps": row.gbps,
        "grades": row.grades,
        "unsupported": row.unsupported,
        "failures": verdict.failures(row, has_targets),
    }


def write_json(path, rows, has_targets):
    text = json.dumps([as_object(row, has_targets) for row in rows], indent=1, ensure_ascii=False)
    partial = f"{path}.partial"
    with open(partial, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    os.replace(partial, path)
