"""What the benchmark's tables rest on, without timing anything: exact answers
against the tests' own oracle, grades, the rule by which a row passes, means, and
that no contender is timed unchecked.

Closes with "N passed, N failed"; exit code 1 if one failed.
"""

import argparse
import json
import math
import os
import sys
import traceback
from dataclasses import replace

import numpy as np

from support import oracle
from support.element_types import VALUE_TYPES, same_bits
from support.values import random_array

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "benchmark"))

from bench import answers, inputs, sweep_arg, sweep_topk, timing, verdict, workloads  # noqa: E402
from bench.answers import EXACT, TIES, WRONG, Answer  # noqa: E402
from bench.contenders import Prepared  # noqa: E402
from bench.verdict import READING, OWN  # noqa: E402
from bench.workloads import Workload  # noqa: E402

PLAIN = Workload("plain", "argmax", "f32", (4096,), 0, target=2.0, plain=True)
OTHER = replace(PLAIN, name="other", plain=False)


def small(op, dtype, shape, axis, k=None):
    return Workload("small", op, dtype, shape, axis, k)


# ---------------------------------------------------------------- answers --


def exact_answers_are_the_oracles():
    rng = np.random.default_rng(5)
    for dtype in workloads.DTYPES:
        element = VALUE_TYPES[dtype.replace("u", "ui")]
        for shape, axis in (((40,), 0), ((7, 300), 1), ((5, 9, 4), 1), ((30, 3), 0)):
            x = random_array(rng, element, shape)
            for largest in (True, False):
                workload = small("argmax" if largest else "argmin", dtype, shape, axis)
                want = oracle.arg_extremum(
                    x, axis, np.dtype(np.int64), largest=largest, keepdims=False, last=False, ignore_nan=False
                )
                assert same_bits(answers.exact_answer(workload, x).indices, want), (dtype, shape, largest)
            for k in (1, shape[axis] // 2, shape[axis]):
                got = answers.exact_answer(small("topk", dtype, shape, axis, k), x)
                values, indices = oracle.top_k(x, k, axis, np.dtype(np.int64), largest=True)
                assert same_bits(got.indices, indices) and same_bits(got.values, values), (dtype, shape, k)


def long_rows_have_the_same_answers():
    rng = np.random.default_rng(6)
    x = inputs.ORDERS["ties"](rng, (2, answers.LONG_ROW + 9), np.dtype(np.float32))
    x[1, -4] = np.nan
    got = answers.exact_answer(small("topk", "f32", x.shape, 1, 60), x)
    values, indices = oracle.top_k(x, 60, 1, np.dtype(np.int64), largest=True)
    assert same_bits(got.indices, indices) and same_bits(got.values, values)


def grades_are_given():
    x = np.array([[3, 7, 7, 1], [2, 2, 9, 9]], np.float32)
    arg, top = small("argmax", "f32", x.shape, 1), small("topk", "f32", x.shape, 1, 2)
    for indices, grade in (((1, 2), EXACT), ((2, 3), TIES), ((0, 2), WRONG), ((1, 4), WRONG), ((-3, 2), WRONG)):
        assert answers.grade(arg, x, Answer(np.array(indices)), answers.exact_answer(arg, x)) == grade, indices
    values = np.array([[7, 7], [9, 9]], np.float32)
    for indices, grade in (([[1, 2], [2, 3]], EXACT), ([[2, 1], [2, 3]], TIES), ([[1, 1], [2, 3]], WRONG)):
        exact = answers.exact_answer(top, x)
        assert answers.grade(top, x, Answer(np.array(indices), values), exact) == grade, indices
        assert answers.grade(top, x, Answer(np.array(indices), values + 1), exact) == WRONG


def a_nan_overlooked_is_wrong():
    x = np.array([1, np.nan, 2], np.float32)
    workload = small("argmax", "f32", x.shape, 0)
    exact = answers.exact_answer(workload, x)
    assert answers.grade(workload, x, Answer(np.array(1)), exact) == EXACT
    assert answers.grade(workload, x, Answer(np.array(2)), exact) == WRONG


# ----------------------------------------------------------------- inputs --


def inputs_are_rotated_and_different():
    for workload in workloads.WORKLOADS:
        count = inputs.rotated_count(workload)
        assert count >= 8 or count * workload.input_bytes >= 32 << 20, workload
    arrays = inputs.make_inputs(PLAIN)
    assert len(arrays) == 8 and not any(np.array_equal(arrays[0], a) for a in arrays[1:])
    assert all(a.ctypes.data % 64 == 0 for a in arrays)


def orders_are_what_they_say():
    def made(order, dtype="f32", shape=(3, 50), axis=1):
        return inputs.make_inputs(replace(small("argmax", dtype, shape, axis), order=order))[0]

    assert (np.diff(made("ascending"), axis=1) >= 0).all() and (np.diff(made("descending"), axis=1) <= 0).all()
    assert (np.diff(made("ascending", shape=(50, 3), axis=0), axis=0) >= 0).all()
    assert len(np.unique(made("all-equal"))) == 1
    assert len(np.unique(made("ties", shape=(1, 9999)))) == inputs.TIE_LEVELS
    assert np.isnan(made("nan")).sum() == 3 and not inputs.has_order(small("argmax", "i8", (9,), 0), "nan")
    pipe = made("organ-pipe")
    assert (np.diff(pipe[:, :25], axis=1) >= 0).all() and (np.diff(pipe[:, 25:], axis=1) <= 0).all()


# ---------------------------------------------------------------- verdict --


def failures(workload, own, reading=1.0, **options):
    peers = options.pop("peers", {"NumPy": 100.0})
    has_targets = options.pop("has_targets", True)
    runs = [{OWN: time, READING: reading, **peers} for time in (own if isinstance(own, list) else [own])]
    return verdict.failures(verdict.Row(workload, runs, **options), has_targets)


def rows_pass_and_fail_as_the_rule_says():
    assert not failures(OTHER, 2.09)
    assert failures(OTHER, 2.11) and not failures(OTHER, 2.11, has_targets=False)
    assert not failures(OTHER, [9.0, 2.0, 1.9]) and failures(OTHER, [1.0, 2.2, 2.2])  # medians
    assert failures(OTHER, 2.0, peers={"NumPy": 9.0, "JAX": 1.99})  # every peer
    assert failures(OTHER, 2.0, peers={"NumPy": 2.0}) and not failures(OTHER, 2.0, peers={"NumPy": 2.01})
    assert not failures(PLAIN, 2.0, peers={"NumPy": 1.91}) and failures(PLAIN, 2.0, peers={"NumPy": 1.9})
    assert not failures(OTHER, 2.0, peers={})
    assert failures(OTHER, 1.0, grades={OWN: TIES}) and not failures(OTHER, 1.0, grades={"NumPy": WRONG})
    assert not failures(OTHER, 1.5, random_time=1.0) and failures(OTHER, 1.6, random_time=1.0)
    assert not failures(OTHER, 3.0, random_time=2.0)  # in place of the target
    assert not failures(OTHER, 1.5, random_time=0.01)  # random inputs not read to the end
    top = replace(small("topk", "f32", (1, 9999), 1, 9), order="ties")
    assert not failures(top, 1.9, random_time=1.0) and failures(top, 2.1, random_time=1.0)


def means_are_geometric():
    assert math.isclose(verdict.geometric_mean([2, 8]), 4) and verdict.geometric_mean([]) is None
    rows = [
        verdict.Row(OTHER, [{OWN: 1.0, READING: 0.5, "NumPy": 2.0, "JAX": 9.0}]),
        verdict.Row(PLAIN, [{OWN: 1.0, READING: 0.125, "NumPy": 8.0}]),
        verdict.Row(small("topk", "f32", (9,), 0, 3), [{OWN: 1.0, READING: 1.0, "NumPy": 7.0}]),
        verdict.Row(OTHER, [{OWN: 1.0, READING: 1.0, "NumPy": 1e6}], random_time=1.0),  # no row of the table
    ]
    means = verdict.means(rows)
    assert math.isclose(means["ArgMin/ArgMax"]["best peer ÷ ours"], 4)
    assert math.isclose(means["ArgMin/ArgMax"]["ours ÷ reading"], 4)
    assert math.isclose(means["TopK"]["best peer ÷ ours"], 7)


def points_pass_and_fail_as_the_rules_say():
    def point(vector, scalar, is_exact=True):
        return sweep_arg.Point(3, 4, vector, scalar, is_exact).passes

    assert point(119.9, 100.0) and not point(120.1, 100.0) and not point(1.0, 100.0, is_exact=False)

    def row(own, grade=EXACT):
        return verdict.Row(small("topk", "f32", (1, 64), 1, 8), [{OWN: own, "NumPy": 2.0, "torch": 1.0}], {OWN: grade})

    assert sweep_topk.passes(row(1.19)) and not sweep_topk.passes(row(1.21)) and not sweep_topk.passes(row(0.5, TIES))


# ----------------------------------------------------------------- timing --


class Fake(Prepared):
    """A contender that answers 0 and takes 1 ms."""

    def answer(self, i):
        return Answer(np.int64(0))

    def sample(self, first, calls):
        return calls * 1_000_000


def wrong_answers_are_seen():
    arrays = [np.array([2, 1], np.float32), np.array([1, 2], np.float32)]
    workload = small("argmax", "f32", (2,), 0)
    for count, grade in ((1, EXACT), (2, WRONG)):
        entry = timing.Entry("fake", Fake())
        exact = [answers.exact_answer(workload, a) for a in arrays]
        timing.check(entry, workload, arrays[:count], exact.__getitem__)
        assert entry.grade == grade


def slow_contenders_take_fewer_samples():
    fast, slow = timing.Entry("fast", Fake()), timing.Entry("slow", Fake())
    slow.prepared.sample = lambda first, calls: calls * 150_000_000
    runs = timing.measure([fast, slow], 8, timing.Effort(rounds=20, seconds=0.2, runs=2))
    assert runs == [{"fast": 1000.0, "slow": 150_000.0}] * 2
    assert len(fast.samples) == 20 and len(slow.samples) == timing.MINIMUM_SAMPLES


# ------------------------------------------------------------------- json --

FIELDS = "workload op dtype shape axis k times_us reading_us ratio_reading ratio_best_peer gbps".split()


def check_json(path, expected):
    """Every row is there, whole, and was checked."""
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    assert [row["workload"] for row in rows] == expected, rows
    for row in rows:
        assert all(field in row for field in FIELDS), row
        assert row["times_us"][OWN] > 0 and row["reading_us"] > 0, row
        assert row["grades"][OWN] == EXACT, row
        assert math.isclose(row["ratio_reading"], row["times_us"][OWN] / row["reading_us"], rel_tol=1e-6), row


CHECKS = [
    exact_answers_are_the_oracles,
    long_rows_have_the_same_answers,
    grades_are_given,
    a_nan_overlooked_is_wrong,
    inputs_are_rotated_and_different,
    orders_are_what_they_say,
    rows_pass_and_fail_as_the_rule_says,
    means_are_geometric,
    points_pass_and_fail_as_the_rules_say,
    wrong_answers_are_seen,
    slow_contenders_take_fewer_samples,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="check what benchmark/run wrote there, instead")
    parser.add_argument("--workloads", nargs="*", metavar="NAME", help="that are in it")
    options = parser.parse_args()
    checks = CHECKS if not options.json else [lambda: check_json(options.json, options.workloads)]
    failed = 0
    for check in checks:
        try:
            check()
        except Exception:
            traceback.print_exc()
            failed += 1
    print(f"{len(checks) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
