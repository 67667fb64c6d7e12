"""The thresholds of the strategies, read from the program
(lib/Conversion/ExtremaToVector/Tuning.def)."""

import functools
import json

from support import tools


@functools.lru_cache(maxsize=None)
def rows():
    """A dictionary for each: group, name, value, unit, text, command."""
    printed = tools.run(["extrema-test-opt", "--print-tuning"])
    if printed.returncode:
        raise SystemExit(f"error: extrema-test-opt --print-tuning: {printed.stderr}")
    return json.loads(printed.stdout)


def value(name):
    """Of "group::kName"."""
    return next(row["value"] for row in rows() if f"{row['group']}::{row['name']}" == name)
