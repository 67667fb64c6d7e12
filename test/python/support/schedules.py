"""Schedules as data: passes, and sequences of the transform dialect between
them; their text as a library of sequences and a pipeline of passes."""

from dataclasses import dataclass

ANY = "!transform.any_op"
MAIN = "MAIN"  # the tag of the only reduction, whatever its attributes
FOR = '!transform.op<"scf.for">'
FORALL = '!transform.op<"scf.forall">'


@dataclass(frozen=True)
class Step:
    """One transformation of the operations with a tag. Sizes of 0 leave their
    dimension alone.

    how: tile_using_for, tile_using_forall, tile_reduction_using_forall,
    tile_reduction_using_for, fuse; canonicalize, loop_canonicalize, merge_slices,
    cse and licm, which take everything.
    """

    how: str
    tag: str = None
    sizes: tuple = ()
    interchange: tuple = ()
    as_threads: bool = False  # forall: numbers of threads
    use_forall: bool = False  # fuse
    apply_cleanup: bool = False  # fuse
    into: tuple = ()  # tags of producers, to fuse into one of the loops, in this order
    loop: int = 0  # which one, from outside
    after: str = None  # what happens to that loop: peel, unroll

    @property
    def is_tiling(self):
        return self.tag is not None

    @property
    def num_loops(self):
        makes_forall = self.how in ("tile_using_forall", "tile_reduction_using_forall") or self.use_forall
        return 1 if makes_forall else sum(1 for s in self.sizes if s)

    def lines(self, number):
        """The operations of a sequence; each that is expected to find something
        says so in a remark."""
        if not self.is_tiling:
            return self._cleaning(number)
        target, tiled = f"%target{number}", f"%tiled{number}"
        lines = [
            match(target, self.tag),
            remark(target, f"found {number}", ANY),
        ]
        loops = [f"%loop{number}_{i}" for i in range(self.num_loops)]
        loop_type = FORALL if "forall" in self.how or self.use_forall else FOR
        sizes = f"[{', '.join(map(str, self.sizes))}]"
        if self.how in ("tile_reduction_using_forall", "tile_reduction_using_for"):
            by = "num_threads" if self.as_threads else "tile_sizes"
            made = [f"%fills{number}:2", tiled, f"%merged{number}", *loops[:1]]
            types = [ANY] * 4 + [loop_type]
            lines.append(
                f"{', '.join(made)} = transform.structured.{self.how} {target} by {by} = {sizes} : ({ANY}) -> ({', '.join(types)})"
            )
            loops = loops[:1]
        else:
            by = "num_threads" if self.as_threads else "tile_sizes"
            more = ""
            if self.interchange:
                equals = " =" if self.how == "tile_using_for" else ""
                more = f" interchange{equals} [{', '.join(map(str, self.interchange))}]"
            flags = [f for f, on in (("apply_cleanup", self.apply_cleanup), ("use_forall", self.use_forall)) if on]
            more += f" {{{', '.join(flags)}}}" if flags else ""
            types = [ANY, *[loop_type] * len(loops)]
            lines.append(
                f"{', '.join([tiled, *loops])} = transform.structured.{self.how} {target} {by} {sizes}{more} : "
                f"({ANY}) -> ({', '.join(types)})"
            )
        lines += [remark(loop, f"changed {number}", loop_type) for loop in loops]
        if not loops:
            return lines
        loop = loops[self.loop]
        for i, producer in enumerate(self.into):
            handle, fused, new = f"%producer{number}_{i}", f"%fused{number}_{i}", f"%into{number}_{i}"
            lines += [
                match(handle, producer),
                remark(handle, f"found {number}.{i}", ANY),
                f"{fused}, {new} = transform.structured.fuse_into_containing_op {handle} into {loop} : "
                f"({ANY}, {loop_type}) -> ({ANY}, {loop_type})",
                remark(fused, f"changed {number}.{i}", ANY),
            ]
            loop = new
        if self.after == "peel":
            lines.append(f"%main{number}, %rest{number} = transform.loop.peel {loop} : ({loop_type}) -> ({ANY}, {ANY})")
        elif self.after == "unroll":
            lines.append(f"transform.loop.unroll {loop} {{factor = 2}} : {loop_type}")
        return lines

    def marks(self, number):
        """(found, changed): remarks of which the second has to be there if the
        first is."""
        if not self.is_tiling:
            return []
        pairs = [(f"found {number}", f"changed {number}")]
        return pairs + [(f"found {number}.{i}", f"changed {number}.{i}") for i in range(len(self.into))]

    def _cleaning(self, number):
        function = f"%function{number}"
        match = f'{function} = transform.structured.match ops{{["func.func"]}} in %root : ({ANY}) -> {ANY}'
        if self.how == "cse":
            return [match, f"transform.apply_cse to {function} : {ANY}"]
        if self.how == "licm":
            loops = f"%loops{number}"
            return [
                f'{loops} = transform.structured.match ops{{["scf.for"]}} in %root : ({ANY}) -> {ANY}',
                f"transform.apply_licm to {loops} : {ANY}",
            ]
        patterns = ["transform.apply_patterns.canonicalization", "transform.apply_patterns.linalg.tiling_canonicalization"]
        if self.how == "loop_canonicalize":
            patterns = ["transform.apply_patterns.scf.for_loop_canonicalization"]
        if self.how == "merge_slices":
            patterns = ["transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice"]
        return [match, f"transform.apply_patterns to {function} {{", *[f"  {p}" for p in patterns], f"}} : {ANY}"]


def match(handle, tag):
    what = 'ops{["extrema.arg_reduce", "extrema.topk_reduce"]}' if tag == MAIN else f"attributes {{{tag}}}"
    return f"{handle} = transform.structured.match {what} in %root : ({ANY}) -> {ANY}"


def remark(handle, text, type_):
    return f'transform.debug.emit_remark_at {handle}, "{text}" : {type_}'


@dataclass(frozen=True)
class Schedule:
    """Names of passes, and tuples of Steps: one sequence each."""

    stages: tuple

    @property
    def steps(self):
        """(number, step) of all sequences."""
        steps = [step for stage in self.stages if not isinstance(stage, str) for step in stage]
        return list(enumerate(steps))

    def library(self):
        """The sequences, in a module of their own."""
        lines, number = ["module attributes {transform.with_named_sequence} {"], 0
        for i, stage in enumerate(self.stages):
            if isinstance(stage, str):
                continue
            lines.append(f"transform.named_sequence @stage{i}(%root: {ANY} {{transform.readonly}}) {{")
            for step in stage:
                lines += [f"  {line}" for line in step.lines(number)]
                number += 1
            lines += ["  transform.yield", "}"]
        return "\n".join([*lines, "}", ""])

    def pipeline(self, library):
        """For --pass-pipeline; `library`: the file with the sequences."""
        passes = [f"transform-preload-library{{transform-library-paths={library}}}"]
        for i, stage in enumerate(self.stages):
            passes.append(stage if isinstance(stage, str) else f"transform-interpreter{{entry-point=stage{i}}}")
        return f"builtin.module({','.join(passes)})"

    def missing_effect(self, remarks):
        """What says that a step had no effect without a word, or None."""
        for number, step in self.steps:
            for found, changed in step.marks(number):
                if found in remarks and changed not in remarks:
                    return f"step {number} ({step.how} of {step.tag}) had no effect: no remark '{changed}'"
        return None

    def num_without_target(self, remarks):
        """How many steps found nothing to change."""
        return sum(step.marks(number)[0][0] not in remarks for number, step in self.steps if step.is_tiling)
