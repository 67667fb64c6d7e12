"""Runs the examples of the documentation.

  check_examples.py TOOLS FILE.md...

What stands in the fenced code blocks of the pages has to be true:

  ```mlir     parses and verifies, with the arguments that it needs made up and
              without its lines `...`. Its first line may be a comment that says
              otherwise:
                // error: TEXT   it is refused, and TEXT is part of the message
                // $ COMMAND     it is what COMMAND prints, from here on
  ```console  lines after `$ ` are commands, run in the root of a source tree, in
              which a page's commands may leave files; the lines after a command
              are what it prints. `$?` on a line of its own, followed by a
              number, is how the command ended.

What is printed is compared word by word: lines may be broken elsewhere, and a
word `...` stands for anything. `build/bin` is the folder TOOLS. Blocks of other
languages are not looked at.

Closes with "N passed, N failed".
"""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 120

# The types that a made-up argument starts with, before the parser says better.
PLACEHOLDER = "i1"


# What an SSA value is called.
NAME = r"%[\w.$-]+"


class Failure(Exception):
    """Why an example is not true."""


@dataclass
class Block:
    page: str
    line: int
    language: str
    text: str

    def __str__(self):
        return f"{self.page}:{self.line}"


def blocks_of(page):
    """The fenced blocks of a page, freed of their indentation."""
    text = open(page, encoding="utf-8").read()
    fence = re.compile(r"^( *)```([a-z]+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
    for match in fence.finditer(text):
        indentation, language, body = match.groups()
        body = re.sub(f"^{indentation}", "", body, flags=re.MULTILINE)
        line = text.count("\n", 0, match.start()) + 1
        yield Block(os.path.relpath(page, ROOT), line, language, body)


class Checker:
    def __init__(self, tools, folder):
        """`folder` becomes as the source tree with its build, for commands to run in."""
        self.opt = os.path.join(tools, "extrema-opt")
        self.folder = folder
        for name in set(os.listdir(ROOT)) - {"build"}:
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        os.symlink(os.path.dirname(tools), os.path.join(folder, "build"))

    def check(self, block):
        first, _, rest = block.text.partition("\n")
        if block.language == "console":
            self.check_console(block.text)
        elif first.startswith("// $ "):
            self.check_command(first[len("// $ ") :], rest)
        elif first.startswith("// error: "):
            self.check_refused(rest, first[len("// error: ") :])
        else:
            self.check_verifies(block.text)

    # What commands print.

    def run(self, command):
        """The output of a command and how it ended."""
        ended = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
        )
        return ended.stdout, ended.returncode

    def check_command(self, command, shown, status=0):
        printed, ended = self.run(command)
        if ended != status:
            raise Failure(f"'{command}' ends with {ended}, not with {status}:\n{printed}")
        pattern = "".join(
            r"(?:\S+ )*?" if word == "..." else re.escape(word + " ") for word in shown.split()
        )
        if not re.fullmatch(pattern, "".join(word + " " for word in printed.split())):
            raise Failure(f"'{command}' does not print what is shown, but:\n{printed}")

    def check_console(self, text):
        pieces = re.split(r"^\$ ", text, flags=re.MULTILINE)
        if pieces[0].strip() or len(pieces) == 1:
            raise Failure("a console block begins with a command: `$ COMMAND`")
        for piece in pieces[1:]:
            command, _, shown = piece.partition("\n")
            status = re.search(r"^\$\? (\d+)\n", shown, re.MULTILINE)
            if status:
                shown = shown.replace(status[0], "")
            self.check_command(command, shown, int(status[1]) if status else 0)

    # What extrema-opt says to IR.

    def verify(self, text):
        """Empty if `text` verifies, else the first message."""
        ended = subprocess.run(
            [self.opt, "-o", os.devnull],
            input=text,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        if ended.returncode == 0:
            return ""
        message = re.search(r"error: (.*)", ended.stderr)
        return message[1] if message else f"ended with {ended.returncode}"

    def verify_fragment(self, text):
        """The same for operations whose operands come from elsewhere: they
        become arguments of a function, of the types that the parser asks for."""
        # Results of operations, iteration arguments of loops, block arguments.
        defined = re.findall(rf"^ *(?:{NAME}(?::\d+)?, )+{NAME} = ", text, re.MULTILINE)
        defined += re.findall(rf"{NAME}(?::\d+)? = ", text)
        defined += re.findall(r"\^\w+\(.*?\):", text)
        defined = re.findall(NAME, "".join(defined))
        types = {name: PLACEHOLDER for name in re.findall(NAME, text) if name not in defined}
        while True:
            arguments = ", ".join(f"{name}: {type}" for name, type in types.items())
            message = self.verify(f"func.func @example({arguments}) {{\n{text}\nreturn\n}}\n")
            mistyped = re.match(
                rf"use of value '({NAME})' expects different type than prior uses: '(.*)' vs '(.*)'$",
                message,
            )
            if mistyped and types.get(mistyped[1]) == mistyped[3] == PLACEHOLDER:
                types[mistyped[1]] = mistyped[2]
            else:
                return message

    def verify_any(self, text):
        text = re.sub(r"^ *\.\.\.$", "", text, flags=re.MULTILINE)
        whole = re.search(r"^(module|func\.func|#\w+ =|!\w+ =|llvm\.mlir\.global)", text, re.MULTILINE)
        return self.verify(text) if whole else self.verify_fragment(text)

    def check_verifies(self, text):
        message = self.verify_any(text)
        if message:
            raise Failure(message)

    def check_refused(self, text, expected):
        message = self.verify_any(text)
        if expected not in message:
            raise Failure(f"the message is not '{expected}', but '{message}'")


def main(tools, pages):
    passed = failed = 0
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            checker = Checker(os.path.abspath(tools), folder)
            for block in blocks_of(page):
                if block.language not in ("mlir", "console"):
                    continue
                try:
                    checker.check(block)
                    passed += 1
                except (Failure, subprocess.TimeoutExpired) as failure:
                    print(f"FAIL: {block}: {failure}")
                    failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
