"""Runs `extrema-run --onnx-test` over folders in ONNX's backend-test form.

Folders with outputs share few processes. One with expect_error.txt has a
process of its own, which has to end with exit code 1 and a message on standard
error that holds one of the words in that file, one a line. Closes with
"N passed, N failed"; exit code 1 if one failed, or if the number of folders is
not the expected one. With --each-width all of that is done, and counted, once
for vectors of each width that this machine has.

A word counts where it starts at a word boundary, in any letter case; one of
one or two letters has to stand alone. Names of files and folders do not count.
"""

import argparse
import os
import re
import subprocess
import sys

import onnx

from support import tools
from support.compiled import in_parallel
from support.vector_targets import each_width

BATCH = 40
SECONDS = 300
OPERATORS = {"ArgMax", "ArgMin", "TopK"}


def case_folders(root):
    folders = (os.path.join(root, name) for name in sorted(os.listdir(root)))
    return [f for f in folders if os.path.isfile(os.path.join(f, "model.onnx"))]


def package_folders(package):
    """The node tests of the three operators in a Debian package."""
    listed = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True)
    models = [f for f in listed.stdout.split("\n") if re.search("/node/[^/]*/model.onnx$", f)]
    folders = []
    for model in models:
        nodes = onnx.load(model).graph.node
        if any(node.op_type in OPERATORS and node.domain == "" for node in nodes):
            folders.append(os.path.dirname(model))
    return sorted(folders)


def error_words(folder):
    path = os.path.join(folder, "expect_error.txt")
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return file.read().split("\n")[:-1]


def has_word(text, words, folder):
    for name in (os.path.abspath(folder), folder, os.path.basename(folder)):
        text = text.replace(name, " ")
    for word in words:
        end = r"(?!\w)" if len(word) <= 2 else ""
        if re.search(rf"(?<!\w){re.escape(word)}{end}", text, re.IGNORECASE):
            return True
    return False


def run(folders, flags):
    return tools.run(["extrema-run", "--onnx-test", *flags, *folders], timeout=SECONDS)


def refusal_problem(folder, flags):
    """What is wrong with how a faulty model is refused, or None."""
    ended, words = run([folder], flags), error_words(folder)
    crash = tools.crashed(ended.returncode, ended.stderr)
    if crash:
        return f"crashed: {crash}\n{ended.stderr}"
    if ended.returncode != 1:
        return f"exit code {ended.returncode} instead of 1"
    if not has_word(ended.stderr, words, folder):
        return f"no word of {words} in the message:\n{ended.stderr}"
    return None


def batch_problems(folders, flags):
    """(folder, problem or None) of each. Only if a batch does not pass as a
    whole are its folders run alone."""
    ended = run(folders, flags)
    closing = ended.stdout.strip().rsplit("\n", 1)[-1]
    if ended.returncode == 0 and closing == f"{len(folders)} passed, 0 failed":
        return [(folder, None) for folder in folders]
    if len(folders) > 1:
        found = [pair for folder in folders for pair in batch_problems([folder], flags)]
        if any(problem for _, problem in found):
            return found
        return [(", ".join(folders), f"pass alone, but not together:\n{closing}\n{ended.stderr}")]
    crash = tools.crashed(ended.returncode, ended.stderr)
    head = f"crashed: {crash}" if crash else f"exit code {ended.returncode}"
    return [(folders[0], f"{head}\n{ended.stdout}{ended.stderr}")]


def judge(folders, flags):
    """(folder, problem or None) of each, under flags of extrema-run."""
    good = [f for f in folders if error_words(f) is None]
    bad = [f for f in folders if error_words(f) is not None]
    batches = [good[i : i + BATCH] for i in range(0, len(good), BATCH)]
    judged = in_parallel(lambda batch: batch_problems(batch, flags), batches)
    return [pair for part in judged for pair in part] + [
        *zip(bad, in_parallel(lambda folder: refusal_problem(folder, flags), bad))
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("roots", nargs="*", metavar="FOLDER", help="folders that hold case folders")
    parser.add_argument("--package", action="append", default=[], help="a Debian package with ONNX's node tests")
    parser.add_argument("--each-width", action="store_true", help="once for vectors of each width")
    parser.add_argument("--expect", type=int, required=True, help="how many cases there have to be")
    arguments = parser.parse_args()

    folders = [f for root in arguments.roots for f in case_folders(root)]
    folders += [f for package in arguments.package for f in package_folders(package)]
    if len(folders) != arguments.expect:
        sys.exit(f"error: {len(folders)} cases found, expected {arguments.expect}")
    runs = {name: target.flags for name, target in each_width().items()} if arguments.each_width else {"": ()}
    judged = []
    for name, flags in runs.items():
        found = judge(folders, flags)
        if name:
            print(f"{name}: {len(found)} cases")
        judged += found
    failures = [(folder, problem) for folder, problem in judged if problem]
    for folder, problem in failures:
        print(f"FAILED: {folder}: {problem[:2000]}")
    print(f"{len(judged) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
