"""Whether a page has a line for each strategy of the program's own table.

usage: check_strategies.py TOOLS OPTION PAGE

OPTION is that of extrema-test-opt which prints the table.
"""

import json
import subprocess
import sys


def lines(tools, option):
    printed = subprocess.run([f"{tools}/extrema-test-opt", f"{option}=,generic"], capture_output=True, text=True, check=True)
    for s in json.loads(printed.stdout)["strategies"]:
        yield f"| {s['name']} | `{s['file']}` | {s['form']} | {s['from']} | {s['to']} |"


def main(tools, option, page):
    text = open(page, encoding="utf-8").read()
    wanted = list(lines(tools, option))
    missing = [line for line in wanted if line not in text]
    for line in missing:
        print(f"FAILED: {page} lacks the line\n{line}")
    print(f"{len(wanted)} strategies, {len(missing)} missing")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
