"""Makes a virtual environment of the packages in requirements files, as far as
they can be had: python3 install.py FOLDER FILE...

What cannot be installed is named. That is no error: the benchmark leaves it out.
"""

import os
import subprocess
import sys
import venv


def pip(folder, log, *arguments):
    command = [
        *(os.path.join(folder, "bin", "python"), "-m", "pip", "install", "--prefer-binary"),
        # Without a network each attempt would be repeated for minutes.
        *("--disable-pip-version-check", "--retries=1", "--timeout=20", *arguments),
    ]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
    return ended.returncode == 0


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [text for text in (line.partition("#")[0].strip() for line in file) if text]


def main(folder, *files):
    requirements = [line for path in files for line in lines(path)]
    print(f"== Installing the benchmark's Python packages in {folder} (minutes): {', '.join(requirements)}")
    venv.create(folder, with_pip=True)
    path = os.path.join(folder, "install.log")
    with open(path, "w", encoding="utf-8") as log:
        if pip(folder, log, *requirements):
            return
        missing = [line for line in requirements if not pip(folder, log, line)]
    if missing:
        print(f"not installed (see {path}): {', '.join(missing)}")
        print(f"To try again remove {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:])
