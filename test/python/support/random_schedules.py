"""Random schedules for programs around a reduction.

They keep to what docs/Tiling.md asks for. The program is made canonical before an
operation is fused into a loop. What is used elsewhere too is fused only into an
scf.forall of more than one iteration: upstream's fuse_into_containing_op ends the
process where a use comes after an scf.for, and writes the results of an scf.forall in
another order than it gives them, which one of one iteration mistakes. A fill of the user's is never fused into a loop over the reduced dimension,
where it would start each tile anew, as linalg's does. Padding by a value of the user's (pad_tiling_interface) is left out: what it
adds takes part in the reduction.
"""

import math

from support.element_types import FLOAT_TYPES, SIGNLESS_TYPES
from support.program_reductions import Reduction, ValueOp
from support.schedules import MAIN, Schedule, Step
from support.values import pick

CLEANING = (
    "canonicalize",
    "cse",
    "func.func(scf-for-loop-canonicalization)",
    "loop-invariant-code-motion",
    "loop-invariant-subset-hoisting",
    "func.func(fold-tensor-subset-ops)",
    "resolve-shaped-type-result-dims",
    "symbol-dce",
)
LATE = (
    "func.func(scf-for-loop-peeling)",
    "linalg-generalize-named-ops",
    "linalg-fuse-elementwise-ops",
    "eliminate-empty-tensors",
    "linalg-specialize-generic-ops",
    "linalg-fold-unit-extent-dims",
    "linalg-inline-scalar-operands",
    "extrema-overwrite-to-accumulate",
    "extrema-strip-signedness",
)
_SIZES = (1, 1, 2, 3, 4, 5, 7, 8, 16, 33, 64)


def random_schedule(rng, program, main):
    """For the program, above all for its reduction named `main`."""
    return _Random(rng, program, program.node(main)).schedule()


class _Random:
    def __init__(self, rng, program, main):
        self.rng, self.program, self.main = rng, program, main
        is_value = isinstance(main, ValueOp)
        self.accumulates = not is_value and main.accumulate
        self.has_fill = self.accumulates and not main.given
        self.is_value = is_value
        self.tiled = set()  # tags

    def chance(self, probability):
        return self.rng.random() < probability

    def cleaning(self, most=2):
        return [pick(self.rng, CLEANING, (4, 4, 1, 1, 1, 1, 1, 0.2)) for _ in range(int(self.rng.integers(most + 1)))]

    def schedule(self):
        stages = []
        if self.is_value:
            stages.append("extrema-value-to-structured")
        types = self.main.types[0].element
        if types not in (*FLOAT_TYPES, *SIGNLESS_TYPES) and self.chance(0.7):
            stages.append("extrema-strip-signedness")
        stages += pick(self.rng, (["canonicalize", "cse"], ["cse", "canonicalize"], ["canonicalize"], ["cse"]), (4, 3, 3, 1))
        if self.chance(0.5):
            stages.append("extrema-overwrite-to-accumulate")
            self.accumulates = True
        if self.chance(0.2):
            stages += self.cleaning()
        # What is made canonical can be fused into a loop.
        self.may_fuse = "canonicalize" in stages
        stages.append(tuple(self.sequence()))
        stages += self.cleaning()
        if self.chance(0.25):
            stages.append(tuple(self.sequence()))
            stages += self.cleaning()
        if self.chance(0.4):
            stages.append(pick(self.rng, LATE))
            stages += self.cleaning()
        return Schedule(tuple(stages))

    def sequence(self):
        steps = []
        for _ in range(int(pick(self.rng, (1, 2, 3), (6, 3, 1)))):
            steps.append(self.step())
            if self.chance(0.25):
                how = pick(self.rng, ("canonicalize", "cse", "licm", "loop_canonicalize", "merge_slices"), (4, 2, 1, 2, 1))
                steps.append(Step(how))
        return steps

    def targets(self):
        """The operations that can be tiled, with weights: most of all the main
        reduction."""
        nodes = [n for n in self.program.nodes if n.loops]
        tags = [self.tag(n) for n in nodes]
        found = [(n, 12 if n is self.main else 2 if self.is_consumer(n) else 1) for n, t in zip(nodes, tags) if t]
        return zip(*found)

    def tag(self, node):
        """The name of the attribute by which it is found; none if it is lost."""
        return None if isinstance(node, ValueOp) else node.tag

    def is_consumer(self, node):
        position = self.program.nodes.index
        return position(node) > position(self.main)

    def step(self):
        if self.is_value:
            return self.tiling(self.main)
        nodes, weights = self.targets()
        return self.tiling(pick(self.rng, nodes, weights))

    def sizes(self, node, reduced_too):
        """At least one of them is not 0."""
        while True:
            sizes = [int(pick(self.rng, _SIZES)) if self.chance(0.6) else 0 for _ in node.loops]
            if not reduced_too:
                sizes = [0 if d in node.reduced else s for d, s in enumerate(sizes)]
                if all(d in node.reduced for d in range(len(sizes))):
                    return None
            if any(sizes):
                return tuple(sizes)

    def tiling(self, node):
        step = self.random_tiling(node)
        self.tiled.add(node.name)
        return step

    def random_tiling(self, node):
        rng = self.rng
        is_reduction = isinstance(node, (Reduction, ValueOp))
        accumulates = is_reduction and (self.accumulates if node is self.main else node.accumulate)
        hows = ["tile_using_for", "tile_using_forall", "fuse"]
        weights = [4, 3, 3]
        if is_reduction:
            hows += ["tile_reduction_using_forall", "tile_reduction_using_for"]
            weights += [3, 0.15]
        how = pick(rng, hows, weights)
        tag = self.tag(node) or MAIN
        if how.startswith("tile_reduction"):
            return self.split_reduction(node, how, tag)
        parallel_loop = how == "tile_using_forall" or (how == "fuse" and self.chance(0.3))
        reduced_too = self.chance(0.03) if parallel_loop or not accumulates else self.chance(0.75)
        if isinstance(node, Reduction) and node.accumulate and not node.given and how == "fuse":
            reduced_too = False  # its own fill
        if not is_reduction and how == "fuse":
            reduced_too = False  # the fill that a sum starts from
        sizes = self.sizes(node, reduced_too) or self.sizes(node, True)
        if sizes and any(sizes[d] for d in node.reduced) and not reduced_too:
            # Nothing else can be tiled.
            if is_reduction and not accumulates and self.chance(0.9):
                return self.split_reduction(node, "tile_reduction_using_forall", tag)
            how = "tile_using_for"
            parallel_loop = False
        options = {}
        loops = 1 if parallel_loop else sum(1 for s in sizes if s)
        if how == "tile_using_forall":
            options["as_threads"] = self.chance(0.5)
        if how == "fuse":
            options["use_forall"] = parallel_loop
            options["apply_cleanup"] = self.chance(0.3)
        if how != "tile_using_forall" and len(sizes) > 1 and self.chance(0.2):
            options["interchange"] = tuple(int(i) for i in rng.permutation(len(sizes)))
        options["loop"] = int(rng.integers(loops))
        if how != "fuse" and self.chance(0.5):
            options["into"] = self.producers(node, options.get("as_threads") and math.prod(s or 1 for s in sizes) > 1)
        if not options.get("into") and self.chance(0.2) and how == "tile_using_for":
            options["after"] = pick(rng, ("peel", "unroll"))
        return Step(how, tag, sizes, **options)

    def split_reduction(self, node, how, tag):
        (d,) = node.reduced
        sizes = [0] * (d + 1)
        sizes[d] = int(pick(self.rng, _SIZES[2:]))
        if self.chance(0.1):  # not the reduced dimension alone
            sizes += [0] * (len(node.loops) - d - 1)
            other = int(self.rng.integers(len(node.loops)))
            sizes[other] = sizes[other] or 2
        as_threads = how.endswith("forall") and self.chance(0.5)
        into = self.producers(node, as_threads) if self.chance(0.3) and how.endswith("forall") else ()
        return Step(how, tag, tuple(sizes), as_threads=as_threads, into=into)

    def uses(self, name):
        """How often the program uses a value."""
        operands = [o for n in self.program.nodes for o in (*n.operands, getattr(n, "like", None))]
        return (operands + list(self.program.returned)).count(name)

    def producers(self, node, used_elsewhere_too):
        """Tags of what makes the node's inputs, the nearest first, as far as it
        can be tiled."""
        found = []
        # Of a tile of a tile the producers are outside of the inner loop.
        if not self.may_fuse or node.name in self.tiled and self.chance(0.9):
            return ()
        inputs = node.inputs if isinstance(node, Reduction) else node.operands
        front = list(inputs)
        while front:
            producer = self.program.node(front.pop(0))
            if producer is None or not producer.loops or self.tag(producer) is None or producer.tag in found:
                continue
            if not used_elsewhere_too and self.uses(producer.name) > 1:
                continue
            found.append(producer.tag)
            if self.chance(0.6):
                front += producer.operands
        return tuple(found)
