"""The strategies of topk_reduce and their regimes, read from the program
(lib/Conversion/ExtremaToVector/TopK/Strategies.h)."""

import functools
import json

from support import tools

COLUMNS = "another dimension of unit stride"


@functools.lru_cache(maxsize=None)
def table(triple, cpu):
    """{"strategies": [...], "regimes": [...]} for a target."""
    printed = tools.run(["extrema-test-opt", f"--print-topk-strategies={triple},{cpu}"])
    if printed.returncode:
        raise SystemExit(f"error: extrema-test-opt --print-topk-strategies: {printed.stderr}")
    return json.loads(printed.stdout)


def form_of(name, triple, cpu):
    """The form of operands of the strategy called that."""
    return next(s["form"] for s in table(triple, cpu)["strategies"] if s["name"] == name)


def names():
    """Of all strategies."""
    return {s["name"] for s in table("", "generic")["strategies"]}
