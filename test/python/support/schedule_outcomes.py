"""What may become of a schedule besides the same bits: refusals, each with its
message, and faults of upstream's, each with its signature."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """`pattern` is searched in the error messages; `allows` says from the case
    whether the message has its place."""

    name: str
    pattern: str
    allows: object = staticmethod(lambda case: True)


def _tiles_reduced(case):
    """Whether a step tiles the reduced dimension of a reduction. That of a merge,
    which a split leaves with the same tag, may be another one."""
    split = set()
    for _, step in case.schedule.steps:
        if step.how.startswith("tile_reduction"):
            split.add(step.tag)
        elif step.tag in split and any(step.sizes):
            return True
        if step.how in ("tile_using_for", "tile_using_forall", "fuse"):
            if any(step.sizes[d] for d in case.reduced_dimensions(step.tag) if d < len(step.sizes)):
                return True
    return False


def _tiles_reduced_in_parallel(case):
    return _tiles_reduced(case) and any(
        step.how == "tile_using_forall" or step.use_forall for _, step in case.schedule.steps
    )


def _uses(how):
    return lambda case: any(step.how == how for _, step in case.schedule.steps)


def _fuses_again(case):
    """Whether a producer is fused into a loop around something that other steps
    have changed."""
    steps = [step for _, step in case.schedule.steps if step.is_tiling]
    return len(steps) > 1 and any(step.into for step in steps)


REFUSALS = (
    # This project's.
    Reason(
        "tiling the reduced dimension of an operation that overwrites",
        r"overwrites its destinations, so a tile of the reduced dimension would lose",
        _tiles_reduced,
    ),
    Reason(
        "a parallel loop over the reduced dimension",
        r"cannot be tiled along the reduced dimension by a parallel loop",
        _tiles_reduced_in_parallel,
    ),
    Reason(
        "tile_reduction_using_for",
        r"can be split into parts in parallel only",
        _uses("tile_reduction_using_for"),
    ),
    Reason(
        "parts along another dimension than the reduced one",
        r"can be split into parts along its reduced dimension only"
        r"|tiling parallel dimensions is not supported with partial reduction tiling strategies",
        _uses("tile_reduction_using_forall"),
    ),
    Reason("tiles of a type without elements", r"there are no slices of a type without elements"),
    # Upstream's.
    Reason("several loops to fuse a producer into", r"requires exactly one containing_op handle", _fuses_again),
    Reason("a loop that does not take what the producer makes", r"could not find next producer to fuse into container", _fuses_again),
    Reason("a loop without a last part to peel", r"failed to peel the last iteration"),
)

def _fuses_into_for(case):
    return any(step.into and step.how == "tile_using_for" for _, step in case.schedule.steps)


def _splits_in_threads(case):
    return any(step.as_threads for _, step in case.schedule.steps)


UPSTREAM_FAULTS = (
    # It takes every loop for an scf.forall where a use of the producer, be it a
    # tensor.dim, comes after the loop.
    Reason(
        "fuse_into_containing_op ends the process where a use of the producer follows the scf.for",
        r"PLEASE submit a bug report(.|\n)*FuseIntoContainingOp::apply",
        _fuses_into_for,
    ),
    # A part's offset, number × size, where the size comes from the index of a loop.
    # It is well within one process; but its text is not read again.
    Reason(
        "a printed map that its parser refuses, a product of two dimensions",
        r"non-affine expression: at least one of the multiply operands",
        _splits_in_threads,
    ),
)


def errors(stderr):
    """The error messages of extrema-opt, without their places."""
    return re.findall(r"error: (.*)", stderr)


def may_be_unreadable(text):
    """Whether a module may have a map of the kind that is not read again."""
    return re.search(r"affine_map<[^>]*> \(.*d\d+ \* \(", text) is not None


def refusal(case, stderr):
    """The name of the reason for which the schedule was refused, or None if it is
    not known or not called for."""
    for reason in REFUSALS:
        if re.search(reason.pattern, stderr) and reason.allows(case):
            return reason.name
    return None


def upstream_fault(case, ended):
    """The name of the fault of upstream's that a run of extrema-opt shows, or
    None."""
    for reason in UPSTREAM_FAULTS if ended.returncode else ():
        if re.search(reason.pattern, ended.stderr) and reason.allows(case):
            return reason.name
    return None
