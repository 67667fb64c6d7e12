"""Where the scratch memory of each strategy lies, inside of every kind of region.

Memory on the stack must be in a frame, with no loop and nothing unknown between
that and the place of its allocation; and what may run at the same time as itself
must have memory of its own. Every strategy of the program must have a form here,
of which its table says that this strategy takes it. Closes with "N passed, N
failed"; exit code 1 if one failed."""

import argparse
import re
import sys
from dataclasses import dataclass, replace

from support import strategies, tools

V4 = "triple=x86_64-linux-gnu cpu=x86-64-v4"
V3 = "triple=x86_64-linux-gnu cpu=x86-64-v3"
MANY = 1 << 20  # of a dynamic extent


@dataclass(frozen=True)
class Form:
    """An operation that a strategy takes."""

    strategy: str  # its name in the table, or one of AROUND_STRATEGIES
    target: str
    op: str
    source: str  # the input's shape and type
    results: str  # the destinations' shape
    has_scratch: bool = True
    explicit: bool = False  # indices

    def op_name(self):
        return self.op.split()[0]

    def names(self):
        """The triple and the CPU."""
        return [option.split("=")[1] for option in self.target.split()]

    def is_open(self):
        """Whether scalar loops may stay beside the strategy."""
        return "?" in self.source


FORMS = {
    "arg_single_elements": Form(
        "single elements", V4, "arg_reduce <maximumf> dimension(1)", "64x1xf32", "64x", has_scratch=False
    ),
    "arg_long_rows": Form("long rows", V4, "arg_reduce <maximumf> dimension(1)", "4x1000xf32", "4x", has_scratch=False),
    "arg_short_rows": Form("short rows", V4, "arg_reduce <maximumf> dimension(1)", "?x3xf32", "?x"),
    "arg_columns": Form("columns", V4, "arg_reduce <maximumf> dimension(0)", "1000x256xf32", "256x"),
    "arg_narrow_columns": Form("columns", V4, "arg_reduce <maxsi> dimension(0)", "1000x64xi8", "64x"),
    "arg_pairs_columns": Form("columns", V4, "arg_reduce <maxsi> dimension(0)", "1000x64xi8", "64x", explicit=True),
    "arg_pairs": Form(
        "rows of pairs", V4, "arg_reduce <maxsi> dimension(1)", "4x1000xi8", "4x", has_scratch=False, explicit=True
    ),
    "topk_short_rows": Form("short rows", V4, "topk_reduce <maximumf> dimension(1)", "1024x24xf32", "1024x4x"),
    "topk_medium_rows": Form("medium rows", V4, "topk_reduce <maximumf> dimension(1)", "512x512xf32", "512x5x"),
    "topk_sorted_rows": Form("sorted rows", V4, "topk_reduce <maximumf> dimension(1)", "2x100xf32", "2x17x"),
    "topk_long_rows": Form("long rows", V4, "topk_reduce <maximumf> dimension(1)", "2x50000xf32", "2x64x"),
    "topk_large_k": Form("large k", V4, "topk_reduce <maximumf> dimension(1)", "2x9000xf32", "2x1000x"),
    "topk_columns": Form("columns", V4, "topk_reduce <maximumf> dimension(0)", "20x256xf32", "3x256x"),
    "topk_column_groups": Form("tall columns", V4, "topk_reduce <maximumf> dimension(0)", "1000x256xf32", "3x256x"),
    "topk_copies": Form("copies to rows", V4, "topk_reduce <maximumf> dimension(0)", "9000x20xf32", "50x20x"),
    "topk_short_copies": Form("copies to rows", V3, "topk_reduce <maximumf> dimension(0)", "100x16xf32", "30x16x"),
    "topk_merged": Form(
        "merged blocks", V4, "topk_reduce <maximumf> dimension(1) accumulate", "1024x24xf32", "1024x4x"
    ),
    "topk_open": Form("all", V4, "topk_reduce <maximumf> dimension(1)", "?x?xf32", "?x?x"),
}

# What makes other operations of a topk_reduce, which strategies of the table then take.
AROUND_STRATEGIES = {"copies to rows", "merged blocks", "all"}


def all_strategies():
    """Pairs of an operation and a strategy."""
    pairs = {(op, name) for op in strategies.OPTIONS for name in strategies.names(op)}
    return pairs | {("topk_reduce", name) for name in AROUND_STRATEGIES}


def fits(regime, form, dimension):
    """Whether the form of operands of a regime's strategy is that of a form here, whose
    memrefs have no gaps."""
    operands = strategies.form_of(form.op_name(), regime["strategy"], *form.names())
    is_column = operands == strategies.COLUMNS
    # arg_reduce's columns may have indices, whatever the regime says.
    takes_both = is_column and form.op_name() == "arg_reduce"
    return is_column == (dimension == 0) and (takes_both or regime["explicit"] == form.explicit)


def taker(form):
    """The strategy in whose regime a form is: the first one of the table. Dynamic extents
    are large enough."""
    dimension = int(re.search(r"dimension\((\d)\)", form.op).group(1))
    *extents, element = form.source.split("x")
    extents = [MANY if e == "?" else int(e) for e in extents]
    extent, lanes = extents[dimension], extents[1 - dimension]
    k = int(form.results.split("x")[dimension]) if form.op_name() == "topk_reduce" else None
    for regime in strategies.table(form.op_name(), *form.names())["regimes"]:
        same = (regime["element"], regime.get("k"), regime.get("is_extent_known", True))
        least, most = regime.get("results", (k, k))
        if (
            fits(regime, form, dimension)
            and same == (element, k, True)
            and regime["extents"][0] <= extent <= regime["extents"][1]
            and (k is None or least <= k <= most)
            and regime["lanes"] <= lanes
        ):
            return regime["strategy"]
    return None


def problems_of_forms(forms):
    """Strategies that have no form, and forms that another strategy takes."""
    for op, name in sorted(all_strategies() - {(form.op_name(), form.strategy) for form in forms.values()}):
        yield f"no form of {op}'s strategy '{name}'"
    for name, form in forms.items():
        if form.strategy not in AROUND_STRATEGIES and taker(form) != form.strategy:
            yield f"{name}: the strategy '{taker(form)}' takes it, not '{form.strategy}'"


ONCE, SEQUENCE, TOGETHER, FRAME = "once", "sequence", "together", "frame"

# How often the region is run, each time that the operation is, and the text
# around what is in it. A frame is a function or becomes one: it has a stack.
REGIONS = {
    "scf_if": (ONCE, "scf.if %condition {", "}"),
    "scf_else": (ONCE, 'scf.if %condition {\n "test.other"() : () -> ()\n } else {', "}"),
    "scf_index_switch": (ONCE, "scf.index_switch %n\n case 1 {\n scf.yield\n }\n default {", "scf.yield\n }"),
    "scf_execute_region": (ONCE, "scf.execute_region {", "scf.yield\n }"),
    "affine_if": (ONCE, "affine.if affine_set<(d0) : (d0 >= 0)>(%c8) {", "}"),
    "scf_for": (SEQUENCE, "scf.for %i = %c0 to %n step %c1 {", "}"),
    "scf_while": (SEQUENCE, "scf.while : () -> () {\n scf.condition(%condition)\n } do {", "scf.yield\n }"),
    "scf_while_before": (SEQUENCE, "scf.while : () -> () {", "scf.condition(%condition)\n } do {\n scf.yield\n }"),
    "affine_for": (SEQUENCE, "affine.for %i = 0 to 8 {", "}"),
    "branches": (
        SEQUENCE,
        "scf.execute_region {\n cf.br ^loop\n ^loop:",
        "cf.cond_br %condition, ^loop, ^end\n ^end:\n scf.yield\n }",
    ),
    "scf_forall": (TOGETHER, "scf.forall (%i) in (8) {", "}"),
    "scf_parallel": (TOGETHER, "scf.parallel (%i) = (%c0) to (%n) step (%c1) {", "}"),
    "affine_parallel": (TOGETHER, "affine.parallel (%i) = (0) to (8) {", "}"),
    "omp_loop": (
        TOGETHER,
        "omp.wsloop {\n omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {",
        "omp.yield\n }\n }",
    ),
    "omp_sections": (TOGETHER, "omp.sections {\n omp.section {", "omp.terminator\n }\n omp.terminator\n }"),
    "unknown": (TOGETHER, '"test.region"() ({', '"test.end"() : () -> ()\n }) : () -> ()'),
    "unknown_function": (
        TOGETHER,
        '"test.func"() <{sym_name = "inner"}> ({',
        '"test.return"() : () -> ()\n }) : () -> ()',
    ),
    "alloca_scope": (FRAME, "memref.alloca_scope {", "}"),
    "omp_parallel": (FRAME, "omp.parallel {", "omp.terminator\n }"),
    "async_execute": (FRAME, "%token = async.execute {", "async.yield\n }"),
    "gpu_launch": (
        FRAME,
        "gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)\n"
        " threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {",
        "gpu.terminator\n }",
    ),
}

# Of what has a region, by its name in the IR; "module" ends each walk.
RUNS = {
    **dict.fromkeys(("scf.if", "scf.index_switch", "case", "default", "scf.execute_region", "affine.if"), ONCE),
    **dict.fromkeys(("scf.for", "scf.while", "do", "affine.for"), SEQUENCE),
    **dict.fromkeys(("func.func", "memref.alloca_scope", "omp.parallel", "async.execute", "gpu.launch"), FRAME),
}
# They run nothing themselves.
WRAPPERS = ("module", "omp.wsloop", "omp.sections")


def function(name, strategy, regions):
    form = FORMS[strategy]
    shape, element = re.match(r"(.*x)([a-z]+\d+)$", form.source).groups()
    source, values, indices = f"memref<{form.source}>", f"memref<{form.results}{element}>", f"memref<{form.results}i64>"
    inputs = f"%x, %j : {source}, memref<{shape}i64>" if form.explicit else f"%x : {source}"
    # Names may not be taken twice.
    begins = [re.sub(r"%(i|token|[bgst][xyz])\b", rf"%\g<1>{depth}", REGIONS[r][1]) for depth, r in enumerate(regions)]
    begin, end = "\n ".join(begins), "\n ".join(REGIONS[r][2] for r in reversed(regions))
    return f"""
func.func @{name}(%x: {source}, %j: memref<{shape}i64>, %v: {values}, %r: {indices}, %n: index, %condition: i1) {{
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c8 = arith.constant 8 : index
 {begin}
 extrema.{form.op} ins({inputs}) outs(%v, %r : {values}, {indices})
 {end}
 return
}}
"""


class Place:
    """A region, as printed: the operation that has it, and which of its blocks
    comes now."""

    def __init__(self, line):
        words = re.sub(r"^(%\S+ = )", "", line).lstrip("} ").split("(")[0].split()
        self.op = words[0].strip('"') if words else "else"
        if self.op == "else":
            self.op = "scf.if"
        self.block = None

    def runs(self):
        return RUNS.get(self.op, TOGETHER)


def allocations(text):
    """Of each function: the allocations in it, each with the regions around. And the
    functions that no strategy took, or not all of their operation."""
    found, left, places, name = {}, set(), [], None
    for line in map(str.strip, text.splitlines()):
        label = re.match(r"\^(\w+)", line)
        opens = line.endswith("{")
        if line.startswith("}") and places:
            places.pop()
        if opens:
            places.append(Place(line))
            named = re.match(r"func\.func (?:private )?@(\w+)\(", line)
            if named:
                name = named.group(1)
                found[name] = []
        elif label and places:
            places[-1].block = label.group(1)
        op = re.search(r"= memref\.(alloca?)\(", line)
        if op and name:
            found[name].append((op.group(1), [(p.op, p.runs(), p.block) for p in places]))
        if line.startswith("extrema."):
            left.add(name)
    return found, left


def problem(strategy, regions, found):
    """What is wrong with the allocations of a function, or None."""
    if bool(found) != FORMS[strategy].has_scratch:
        return "scratch memory" if found else "no scratch memory: the strategy is not taken"
    together = sum(REGIONS[r][0] in (TOGETHER, FRAME) for r in regions)
    for kind, around in found:
        # Nothing that may run at the same time is left between the allocation
        # and the operation.
        own = sum(run in (TOGETHER, FRAME) and op not in WRAPPERS for op, run, _ in around)
        if own != together + 1:
            return f"memref.{kind} is shared by what may run at the same time"
        if kind == "alloc":
            continue
        for op, run, block in reversed(around):
            if block and "branches" in regions:
                return "memref.alloca is in a loop of branches"
            if run == FRAME:
                break
            if run != ONCE:
                return f"memref.alloca is in {op}, which keeps it for all iterations"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scratch", default="alloca", help="the option of convert-extrema-to-vector")
    parser.add_argument("--leave-out", action="append", default=[], help="a form: the test has to fail")
    parser.add_argument("--swap", nargs=2, help="the strategies of two forms: the test has to fail")
    arguments = parser.parse_args()
    forms = {name: form for name, form in FORMS.items() if name not in arguments.leave_out}
    if arguments.swap:
        one, other = arguments.swap
        swapped = {one: forms[other].strategy, other: forms[one].strategy}
        forms.update({name: replace(forms[name], strategy=strategy) for name, strategy in swapped.items()})
    if wrong := list(problems_of_forms(forms)):
        sys.exit("\n".join(f"error: {problem}" for problem in wrong))
    cases = [(s, (r,)) for s in FORMS for r in REGIONS]
    # Of regions in one another, one strategy of each kind.
    cases += [(s, (a, b)) for s in ("arg_columns", "topk_sorted_rows") for a in REGIONS for b in REGIONS]
    failed = 0
    for target in (V3, V4):
        here = {f"f{i}": case for i, case in enumerate(cases) if FORMS[case[0]].target == target}
        text = "".join(function(name, *case) for name, case in here.items())
        option = f"--convert-extrema-to-vector={target} scratch={arguments.scratch}"
        result = tools.run(["extrema-opt", "--allow-unregistered-dialect", option], text)
        if result.returncode:
            sys.exit(result.stderr)
        found, left = allocations(result.stdout)
        for name, (strategy, regions) in here.items():
            wrong = problem(strategy, regions, found[name])
            if not wrong and name in left and not FORMS[strategy].is_open():
                wrong = "the operation is left"
            if wrong:
                print(f"{strategy} in {' in '.join(reversed(regions))}: {wrong}")
                failed += 1
    print(f"{len(all_strategies())} strategies")
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
