"""Makes a failing case of the test of random schedules small: fewer passes and
steps, one call, fewer operations around the reduction."""

from dataclasses import replace

from support.schedules import Schedule


def simpler_cases(case):
    """Cases that are a step simpler, the boldest first."""
    yield from (replace(case, calls=(call,)) for call in case.calls if len(case.calls) > 1)
    yield from _fewer_stages(case)
    yield from _fewer_nodes(case)
    yield from _plainer_steps(case)


def _fewer_stages(case):
    stages = case.schedule.stages
    for i, stage in enumerate(stages):
        yield replace(case, schedule=Schedule(stages[:i] + stages[i + 1 :]))
        if isinstance(stage, str) or len(stage) == 1:
            continue
        for j in range(len(stage)):
            fewer = stage[:j] + stage[j + 1 :]
            yield replace(case, schedule=Schedule((*stages[:i], fewer, *stages[i + 1 :])))


def _fewer_nodes(case):
    program = case.program
    for r in program.returned:
        if len(program.returned) > 1:
            yield _with_program(case, returned=tuple(other for other in program.returned if other != r))
    for node in program.nodes:
        used = [o for n in program.nodes for o in n.operands] + [getattr(n, "like", None) for n in program.nodes]
        if node.name != case.main and not set(node.results) & {*used, *program.returned}:
            yield _with_program(case, nodes=tuple(n for n in program.nodes if n is not node))
        types = program.types
        if node.name != case.main and node.operands and types[node.operands[0]] == node.types[0]:
            yield _with_program(case, nodes=_without(program.nodes, node))


def _without(nodes, node):
    """The node's first operand in its place."""
    changed = []
    for n in nodes:
        operands = tuple(node.operands[0] if o == node.name else o for o in n.operands)
        n = replace(n, operands=operands)
        if getattr(n, "like", None) == node.name:
            n = replace(n, like=node.operands[0])
        if n.name != node.name:
            changed.append(n)
    return tuple(changed)


def _with_program(case, **changes):
    """Arguments that nothing takes stay: others may have their extents from them."""
    program = replace(case.program, **changes)
    names = {n.name for n in program.nodes}
    returned = tuple(r for r in program.returned if not r.startswith("%n") or r.split("#")[0] in names)
    return replace(case, program=replace(program, returned=returned))


def _plainer_steps(case):
    stages = case.schedule.stages
    for i, stage in enumerate(stages):
        for j, step in enumerate(() if isinstance(stage, str) else stage):
            for plainer in _plainer(step):
                changed = (*stage[:j], plainer, *stage[j + 1 :])
                yield replace(case, schedule=Schedule((*stages[:i], changed, *stages[i + 1 :])))


def _plainer(step):
    if step.interchange:
        yield replace(step, interchange=())
    if step.after:
        yield replace(step, after=None)
    for i in range(len(step.into)):
        yield replace(step, into=step.into[:i] + step.into[i + 1 :])
    for d, size in enumerate(step.sizes):
        others = step.sizes[:d] + step.sizes[d + 1 :]
        if size and any(others) and not step.interchange:
            yield replace(step, sizes=(*step.sizes[:d], 0, *step.sizes[d + 1 :]), loop=0)
