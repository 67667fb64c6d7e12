"""Ops with one thing changed to something wrong: each attribute, type, operand,
result and token, by the hundred, always the same ones.

Every outcome is success or an error message, never a signal, an assertion or a
failure without a word. What is certainly wrong has to be refused. What verifies
goes through each pass and pipeline of the dialect, and upstream's that meet it.
Closes with "N passed, N failed".
"""

import argparse
import re
import sys
from collections import Counter
from dataclasses import dataclass

from support import tools
from support.compiled import in_parallel
from support.mutants import BASES, MODULES_TO_REFUSE, Mutant, generic_mutants, token_mutants

SPLIT = "\n// -----\n"
CHUNK = 400  # modules a process
SECONDS = 300

# Of upstream's passes, those that ask the ops' interfaces.
UPSTREAM = (
    "canonicalize",
    "cse",
    "inline",
    "loop-invariant-code-motion",
    "control-flow-sink",
    "symbol-dce",
    "sccp",
    "int-range-optimizations",
    "resolve-ranked-shaped-type-result-dims",
    "resolve-shaped-type-result-dims",
    "generate-runtime-verification",
    "empty-tensor-to-alloc-tensor",
    "eliminate-empty-tensors",
    "one-shot-bufferize{bufferize-function-boundaries}",
    "one-shot-bufferize{allow-unknown-ops}",
    "fold-memref-alias-ops",
    "convert-to-llvm",
)

# Of the project's passes, those that do something else than by default
# under an option.
OPTIONS = (
    "extrema-insert-checks{form=record}",
    "extrema-to-llvm{checks=record}",
)


@dataclass
class Verdict:
    """What became of one module: at most one of the two is set."""

    error: str = ""
    crash: str = ""


def own_passes():
    """The passes and pipelines of the project that extrema-opt lists."""
    listed = tools.run(["extrema-opt", "--help"]).stdout
    names = re.findall(r"^\s+--((?:convert-)?extrema-[a-z0-9-]+)", listed, re.MULTILINE)
    return sorted(set(names))


def verdicts(modules, passes=""):
    """What extrema-opt says to each module."""
    if not modules:
        return []
    arguments = ["extrema-opt", "--split-input-file", "-o", "/dev/null"]
    if passes:
        arguments.append(f"--pass-pipeline=builtin.module({passes})")
    ended = tools.run(arguments, SPLIT.join(modules), timeout=SECONDS)
    crash = tools.crashed(ended.returncode, ended.stderr)
    if crash and len(modules) == 1:
        return [Verdict(crash=f"{crash}\n{ended.stderr[:1500]}")]
    if crash:
        return _in_halves(modules, passes)
    begins, line = [], 1
    for module in modules:
        begins.append(line)
        line += module.count("\n") + SPLIT.count("\n")
    found = [Verdict() for _ in modules]
    for at, text in re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", ended.stderr, re.MULTILINE):
        index = sum(begin <= int(at) for begin in begins) - 1
        found[index].error = found[index].error or text
    accepted = [i for i, verdict in enumerate(found) if not verdict.error]
    if ended.returncode and len(accepted) == len(modules):
        # Failed without a word: on which?
        if len(modules) == 1:
            return [Verdict(crash=f"exit code {ended.returncode}, no message\n{ended.stderr[:1500]}")]
        return _in_halves(modules, passes)
    if ended.returncode and accepted:
        again = verdicts([modules[i] for i in accepted], passes)
        for i, verdict in zip(accepted, again):
            found[i] = verdict
    return found


def _in_halves(modules, passes):
    half = len(modules) // 2
    return verdicts(modules[:half], passes) + verdicts(modules[half:], passes)


def in_chunks(modules, passes=""):
    chunks = [modules[i : i + CHUNK] for i in range(0, len(modules), CHUNK)]
    return [v for part in in_parallel(lambda c: verdicts(c, passes), chunks) for v in part]


def generic_bases():
    """The base ops in generic form. They have to be valid and to parse again."""
    ended = tools.run(
        ["extrema-opt", "--split-input-file", "--mlir-print-op-generic", "--mlir-print-local-scope"],
        SPLIT.join(BASES),
    )
    generic = ended.stdout.split("// -----")
    if ended.returncode or len(generic) != len(BASES):
        sys.exit(f"error: the base ops are not valid:\n{ended.stderr}")
    broken = [v.error or v.crash for v in verdicts(generic) if v.error or v.crash]
    if broken:
        sys.exit(f"error: a generic form does not parse again: {broken[0]}")
    return generic


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at-least", type=int, default=4000, help="fail with fewer mutants")
    parser.add_argument("--every", type=int, default=1, help="take only each n-th change of a token")
    parser.add_argument("--list", action="store_true", help="print each mutant with its verdict")
    arguments = parser.parse_args()

    mutants = [m for generic in generic_bases() for m in generic_mutants(generic)]
    mutants += [m for base in BASES for m in token_mutants(base)][:: arguments.every]
    mutants += [Mutant("a module", text, True) for text in MODULES_TO_REFUSE]
    mutants = list({m.text: m for m in mutants}.values())
    found = in_chunks([m.text for m in mutants])
    failures, accepted = [], []
    for mutant, verdict in zip(mutants, found):
        if arguments.list:
            print(f"{mutant.change}: {verdict.error or verdict.crash or 'accepted'}")
        if verdict.crash:
            failures.append((mutant, f"crashed: {verdict.crash}"))
        elif not verdict.error and mutant.is_invalid:
            failures.append((mutant, "accepted, but it is wrong"))
        elif not verdict.error:
            accepted.append(mutant)

    own = own_passes()
    if len(own) < 3:
        failures.append((Mutant("none", "", False), f"extrema-opt lists only these passes: {own}"))
    accepted += [Mutant("an op as it should be", text, False) for text in BASES]
    texts = [m.text for m in accepted]
    own += [name for name in OPTIONS if name.split("{")[0] in own]
    runs = 0
    for passes in (*UPSTREAM, *own):
        outcomes = in_chunks(texts, passes)
        runs += len(outcomes)
        failures += [(m, f"{passes} crashed: {v.crash}") for m, v in zip(accepted, outcomes) if v.crash]
        if arguments.list:
            refused = Counter(v.error.split(":")[0][:60] for v in outcomes if v.error)
            print(f"{passes}: {dict(refused)}")

    for mutant, problem in failures[:20]:
        print(f"FAILED: {mutant.change}: {problem}\n{mutant.text}")
    print(f"{len(mutants)} mutants; {len(accepted)} valid modules; {runs} runs of passes: {', '.join(own)}")
    if len(mutants) < arguments.at_least:
        sys.exit(f"error: only {len(mutants)} mutants, expected {arguments.at_least}")
    total = len(mutants) + runs
    print(f"{total - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
