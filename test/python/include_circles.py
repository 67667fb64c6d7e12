"""Whether the rooms of the project stand in an order: no room includes, by way of
others, what includes it.

usage: include_circles.py ROOT

A room is a folder below include/extrema or lib. Rooms of both that mirror each other
are one. A folder within a room of the kernels (ExtremaToVector) is a room, too.
"""

import os
import re
import sys

_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def room_of(path, root):
    relative = os.path.relpath(path, root)
    for prefix in ("include/extrema/", "lib/"):
        if relative.startswith(prefix):
            return os.path.dirname(relative[len(prefix) :])
    return None


def target_of(include, path, root):
    """The file that an #include names, if it is the project's."""
    if include.startswith("extrema/"):
        found = os.path.join(root, "include", include.removesuffix(".inc"))
        return found if not include.endswith(".inc") else None
    found = os.path.normpath(os.path.join(os.path.dirname(path), include))
    return found if os.path.exists(found) else None


def arrows(root):
    """For each room the rooms that it includes, with an example of each."""
    found = {}
    for top in ("include/extrema", "lib"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if not name.endswith((".h", ".cpp", ".def")):
                    continue
                path = os.path.join(folder, name)
                here = room_of(path, root)
                for include in _INCLUDE.findall(open(path, encoding="utf-8").read()):
                    target = target_of(include, path, root)
                    there = target and room_of(target, root)
                    if there is not None and there != here:
                        found.setdefault(here, {}).setdefault(there, os.path.relpath(path, root))
    return found


def circle(found):
    """Rooms that include one another in turn, or None."""
    done, path = set(), []

    def visit(room):
        if room in path:
            return path[path.index(room) :] + [room]
        if room in done:
            return None
        path.append(room)
        for there in sorted(found.get(room, {})):
            rooms = visit(there)
            if rooms:
                return rooms
        path.pop()
        done.add(room)
        return None

    for room in sorted(found):
        rooms = visit(room)
        if rooms:
            return rooms
    return None


def main(root):
    found = arrows(root)
    rooms = circle(found)
    if rooms:
        print("FAILED: a circle of rooms")
        for here, there in zip(rooms, rooms[1:]):
            print(f"  {here or '.'} includes {there or '.'}, for one in {found[here][there]}")
    print(f"{len(found)} rooms, {sum(map(len, found.values()))} arrows, {int(bool(rooms))} circles")
    return bool(rooms)


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
