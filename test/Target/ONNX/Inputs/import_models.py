"""Imports the models that a test file holds as text, and prints what came out.

usage: import_models.py TEST_FILE DIR TOOL [OPTION...]

Each part of the test file that begins with a line `#--- NAME` is a model: in
ONNX's textual syntax, or, if NAME ends in .textproto, as a ModelProto in
protobuf's text format (for what the syntax cannot say). It is written to
DIR/NAME.onnx and imported there by `TOOL OPTION... --import-onnx NAME.onnx`. Printed are
`model NAME`, then the tool's output and errors, then its exit status if that is
not 0.
"""

import os
import re
import subprocess
import sys

import onnx
import onnx.parser
from google.protobuf import text_format


def parse_model(name, text):
    if name.endswith(".textproto"):
        return text_format.Parse(text, onnx.ModelProto())
    return onnx.parser.parse_model(text)


def main():
    test_file, directory, tool, *options = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    with open(test_file, encoding="utf-8") as file:
        parts = re.split(r"^#--- (\S+)\n", file.read(), flags=re.MULTILINE)
    for name, text in zip(parts[1::2], parts[2::2]):
        print("model", name, flush=True)
        path = os.path.join(directory, name + ".onnx")
        with open(path, "wb") as file:
            file.write(parse_model(name, text).SerializeToString())
        run = subprocess.run(
            [tool, *options, "--import-onnx", os.path.basename(path)],
            cwd=directory,
            stderr=subprocess.STDOUT,
        )
        if run.returncode != 0:
            print("exit status", run.returncode, flush=True)


main()
