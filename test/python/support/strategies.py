"""The strategies of arg_reduce and topk_reduce and their regimes, read from the program
(Strategies.h in lib/Conversion/ExtremaToVector/ArgReduce and TopK)."""

import functools
import json

from support import tools

OPTIONS = {"arg_reduce": "--print-arg-reduce-strategies", "topk_reduce": "--print-topk-strategies"}
COLUMNS = "another dimension of unit stride"


@functools.lru_cache(maxsize=None)
def table(op, triple, cpu):
    """{"strategies": [...], "regimes": [...]} for a target."""
    option = f"{OPTIONS[op]}={triple},{cpu}"
    printed = tools.run(["extrema-test-opt", option])
    if printed.returncode:
        raise SystemExit(f"error: extrema-test-opt {option}: {printed.stderr}")
    return json.loads(printed.stdout)


def form_of(op, name, triple, cpu):
    """The form of operands of the strategy called that."""
    return next(s["form"] for s in table(op, triple, cpu)["strategies"] if s["name"] == name)


def names(op):
    """Of all strategies."""
    return {s["name"] for s in table(op, "", "generic")["strategies"]}
