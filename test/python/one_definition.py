"""Each name of the project's namespace stands for one type or one constant: two
headers of different libraries may otherwise define it differently, and the linker
takes either for both, without a word. Reads the sources; prints each name that is
defined twice; exit code 1 if one is."""

import argparse
import collections
import pathlib
import re
import sys

# What the code is formatted like: names of a namespace begin a line.
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum|enum class) (\w+)(?: final)?(?: :.*|)(?: \{.*|)$")
VALUE = re.compile(r"inline (?:constexpr )?[\w:<>&* ]+?[ &*](\w+)(?: =|\{|$)")


def definitions(path):
    """The names that a file defines in the namespace, with the lines."""
    is_unnamed = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("namespace {"):
            is_unnamed = True
        elif line == "} // namespace":
            is_unnamed = False
        # A declaration alone may be anywhere.
        match = VALUE.match(line) or (not line.endswith(";") and TYPE.match(line))
        if match and not is_unnamed:
            yield match.group(1), f"{path}:{number}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    found = collections.defaultdict(list)
    for folder in parser.parse_args().folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".h", ".cpp"):
                for name, place in definitions(path):
                    found[name].append(place)
    twice = {name: places for name, places in found.items() if len(places) > 1}
    for name, places in twice.items():
        print(f"'{name}' is defined at {' and '.join(places)}")
    print(f"{len(found)} names, {len(twice)} defined twice")
    sys.exit(bool(twice) or not found)


if __name__ == "__main__":
    main()
