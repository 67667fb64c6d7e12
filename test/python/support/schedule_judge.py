"""Says what becomes of the cases of the test of random schedules."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from support import compiled, forkserver
from support.schedule_outcomes import errors, may_be_unreadable, refusal, upstream_fault

CASES_PER_MODULE = 20
# Of a module that does not compile, before the rest of it is given up.
HALVINGS = 40
# Modules take turns: loops over vectors, scalar loops.
PIPELINES = (compiled.PIPELINE, "builtin.module(extrema-to-llvm{checks=record vectorize=false})")


@dataclass
class Verdict:
    outcome: str  # a few words, to be counted
    problem: str = None  # of a failure
    without_target: int = 0  # steps that found nothing to change


class Judge:
    """Keeps programs ready to run, one a core; a context manager."""

    def __init__(self, folder):
        self._folder = folder
        self._modules = 0

    def __enter__(self):
        library = forkserver.compile_server(self._folder)
        self._cores = len(os.sched_getaffinity(0))
        self._free = SimpleQueue()
        self._servers = []
        for i in range(self._cores):
            folder = os.path.join(self._folder, f"server{i}")
            os.mkdir(folder)
            server = forkserver.Server(library, "extrema-opt", folder)
            self._servers.append(server)
            self._free.put((server, folder))
        return self

    def __exit__(self, *_):
        for server in self._servers:
            server.close()

    def problems(self, cases):
        return [verdict.problem for verdict in self(cases)]

    def __call__(self, cases):
        """A verdict on each."""
        with ThreadPoolExecutor(self._cores) as pool:
            transformed = list(pool.map(self._transform, cases, range(len(cases))))
            verdicts = [what if isinstance(what, Verdict) else None for what in transformed]
            rest = [i for i, verdict in enumerate(verdicts) if not verdict]
            modules = [rest[i : i + CASES_PER_MODULE] for i in range(0, len(rest), CASES_PER_MODULE)]
            jobs = [[(i, cases[i], transformed[i][0]) for i in module] for module in modules]
            for module, problems in zip(modules, pool.map(self._run, jobs, range(len(jobs)))):
                for i, problem in zip(module, problems):
                    outcome = "failed" if problem else "the same bits"
                    verdicts[i] = Verdict(outcome, problem, transformed[i][1])
        return verdicts

    def _transform(self, case, i):
        """The text of the transformed function and how many steps found nothing;
        a verdict, if there is none."""
        server, folder = self._free.get()
        try:
            paths = [os.path.join(folder, name) for name in ("program.mlir", "schedule.mlir")]
            for path, text in zip(paths, (case.program.text(f"t{i}"), case.schedule.library())):
                with open(path, "w") as file:
                    file.write(text)
            ended = server.run(
                [
                    paths[0],
                    f"--pass-pipeline={case.schedule.pipeline(paths[1])}",
                    *("--mlir-print-local-scope", "--mlir-print-op-on-diagnostic=false"),
                ]
            )
            what = self._transformed(case, ended)
            if not isinstance(what, Verdict) and may_be_unreadable(what[0]):
                with open(paths[0], "w") as file:
                    file.write(what[0])
                fault = upstream_fault(case, server.run([paths[0]]))
                what = Verdict(f"upstream: {fault}") if fault else what
            return what
        finally:
            self._free.put((server, folder))

    def _transformed(self, case, ended):
        remarks = set(re.findall(r"remark: (.*)", ended.stderr))
        missing = case.schedule.num_without_target(remarks)
        if ended.returncode == 1 and not ended.fault():
            name = refusal(case, ended.stderr)
            if name:
                return Verdict(f"refused: {name}")
        fault = upstream_fault(case, ended)
        if fault:
            return Verdict(f"upstream: {fault}")
        if ended.fault():
            return Verdict("failed", f"extrema-opt: {ended.fault()}")
        if ended.returncode:
            return Verdict("failed", f"unknown message: {'; '.join(errors(ended.stderr)) or ended.stderr[:500]}")
        nothing = case.schedule.missing_effect(remarks)
        if nothing:
            return Verdict("failed", nothing)
        text = ended.stdout
        if case.plant == "base":
            text = re.sub(r" index_base\(%\w+\) accumulate", " accumulate", text)
        if not text.startswith("module {\n"):
            return Verdict("failed", f"extrema-opt printed no module: {text[:200]}")
        return text[len("module {\n") : text.rindex("}")], missing

    def _run(self, job, number):
        self._modules += 1
        stem = os.path.join(self._folder, f"m{self._modules}_{number}")
        return self._compile(job, PIPELINES[number % len(PIPELINES)], stem, [HALVINGS])

    def _compile(self, job, pipeline, stem, halvings):
        """The problems of (index, case, text of the transformed function). What
        does not compile is halved until the functions are found that do not."""
        plain = [case.program.text(f"p{i}") for i, case, _ in job]
        try:
            text = "".join([*plain, *(text for _, _, text in job)])
            library = compiled.shared_object(text, stem, pipeline=pipeline, optimize="-O0")
        except compiled.CompileError as error:
            if len(job) == 1:
                return [self._uncompiled(plain[0], pipeline, stem, error)]
            halvings[0] -= 1
            if halvings[0] < 0:
                return [f"not tried, in a module that does not compile: {error}"] * len(job)
            half = len(job) // 2
            parts = [self._compile(part, pipeline, stem, halvings) for part in (job[:half], job[half:])]
            return parts[0] + parts[1]
        calls = [
            case.call(f"{kind}{i}", c) for i, case, _ in job for c in range(len(case.calls)) for kind in ("p", "t")
        ]
        outcomes = iter(compiled.call_all(library, calls))
        os.unlink(library)
        problems = []
        for _, case, _ in job:
            found = [case.problem(c, next(outcomes), next(outcomes)) for c in range(len(case.calls))]
            problems.append(next(filter(None, found), None))
        return problems

    def _uncompiled(self, plain, pipeline, stem, error):
        try:
            compiled.shared_object(plain, stem, pipeline=pipeline, optimize="-O0")
        except compiled.CompileError as of_plain:
            return f"the plain program: {of_plain}"
        return f"the transformed program: {error}"
