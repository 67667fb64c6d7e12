"""Runs the table of what is refused, docs/Limits.md.

  check_limits.py TOOLS PAGE CASES DIR

A row of a table of the page is a limit if its last cell holds messages, each as
`code`. A word `...` of a message stands for anything.

CASES holds what meets the limits. A part of it begins with a line `#--- NAME`,
then lines `$ COMMAND`, then the text of a file DIR/NAME. If NAME ends in .onnx
the text is a model, in ONNX's textual syntax, and if it ends in .textproto, a
ModelProto in protobuf's text format, which becomes DIR/NAME.onnx. A command runs
in DIR; `%s` in it is the file. It has to end with status 1.

Each message of the page must be printed by a case, and each case must print a
message of the page. Closes with "N passed, N failed".
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass

import onnx
import onnx.parser
from google.protobuf import text_format

SECONDS = 120


@dataclass
class Case:
    name: str
    commands: list
    text: str
    printed: str = ""
    is_met: bool = False


def messages_of(page):
    """The limits' messages, with the number of their lines."""
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            cells = re.split(r"(?<!\\)\|", line.strip())
            if line.startswith("|") and len(cells) > 2:
                for message in re.findall(r"`([^`]+)`", cells[-2]):
                    yield number, message.replace(r"\|", "|")


def cases_of(path):
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^#--- (\S+)\n", file.read(), flags=re.MULTILINE)
    for name, text in zip(parts[1::2], parts[2::2]):
        commands = re.match(r"(?:\$ .*\n)+", text)
        if not commands:
            sys.exit(f"{path}: the case {name} begins with no command: `$ COMMAND`")
        yield Case(name, re.findall(r"^\$ (.*)", commands[0], re.MULTILINE), text[commands.end() :])


def write_input(case, folder):
    """Writes the case's file; returns its name."""
    name, content = case.name, case.text.encode()
    if name.endswith(".textproto"):
        name += ".onnx"
        content = text_format.Parse(case.text, onnx.ModelProto()).SerializeToString()
    elif name.endswith(".onnx"):
        content = onnx.parser.parse_model(case.text).SerializeToString()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)
    return name


def run(case, tools, folder):
    """Keeps what the commands print; returns what is wrong with how they end."""
    name = write_input(case, folder)
    environment = os.environ | {"PATH": tools + os.pathsep + os.environ["PATH"]}
    wrong = []
    for command in case.commands:
        command = command.replace("%s", name)
        ended = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=SECONDS,
        )
        case.printed += ended.stdout + "\n"
        if ended.returncode != 1:
            wrong.append(f"'{command}' ends with {ended.returncode}, not with 1:\n{ended.stdout}")
    return wrong


def is_printed(message, printed):
    """Whether it is, word by word: lines may be broken elsewhere."""
    pattern = r"\s+".join(r".*?" if word == "..." else re.escape(word) for word in message.split())
    return re.search(pattern, printed, re.DOTALL) is not None


def main(tools, page, path, folder):
    os.makedirs(folder, exist_ok=True)
    cases = list(cases_of(path))
    wrong = []
    for case in cases:
        wrong += [f"{case.name}: {text}" for text in run(case, os.path.abspath(tools), folder)]
    messages = list(messages_of(page))
    for line, message in messages:
        meeting = [case for case in cases if is_printed(message, case.printed)]
        for case in meeting:
            case.is_met = True
        if not meeting:
            wrong.append(f"{os.path.basename(page)}:{line}: no case prints '{message}'")
    wrong += [
        f"{case.name}: the page has no message of what it prints:\n{case.printed}"
        for case in cases
        if not case.is_met
    ]
    for text in wrong:
        print("FAIL:", text)
    print(f"{len(messages) + len(cases) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or not messages else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
