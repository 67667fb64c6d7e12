"""Whether docs/TopK.md has a line for each strategy of the program's own table.

usage: check_strategies.py TOOLS PAGE
"""

import json
import subprocess
import sys


def lines(tools):
    printed = subprocess.run(
        [f"{tools}/extrema-test-opt", "--print-topk-strategies=,generic"], capture_output=True, text=True, check=True
    )
    for s in json.loads(printed.stdout)["strategies"]:
        yield f"| {s['name']} | `{s['file']}` | {s['form']} | {s['from']} | {s['to']} |"


def main(tools, page):
    text = open(page, encoding="utf-8").read()
    wanted = list(lines(tools))
    missing = [line for line in wanted if line not in text]
    for line in missing:
        print(f"FAILED: {page} lacks the line\n{line}")
    print(f"{len(wanted)} strategies, {len(missing)} missing")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
