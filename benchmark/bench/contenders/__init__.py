"""Who is timed. Each contender has a file; all of them have this form."""

from abc import ABC, abstractmethod
from time import perf_counter_ns


class Unsupported(Exception):
    """The contender has no such operation; the message says why."""


class Prepared(ABC):
    """A workload, compiled where there is something to compile, its inputs in
    the contender's own form, its outputs allocated where it lets them be."""

    @abstractmethod
    def answer(self, i):
        """The Answer for input i."""

    @abstractmethod
    def sample(self, first, calls):
        """Nanoseconds of `calls` calls on inputs `first`, `first` + 1, ..."""


class PythonPrepared(Prepared):
    """Calls `call` on one of `arguments` after the other, as a Python program
    does."""

    def __init__(self, call, arguments, read):
        self._call, self._arguments, self._read = call, arguments, read

    def answer(self, i):
        return self._read(self._call(self._arguments[i]))

    def sample(self, first, calls):
        count = len(self._arguments)
        sequence = [self._arguments[(first + j) % count] for j in range(calls)]
        call = self._call
        begin = perf_counter_ns()
        for argument in sequence:
            call(argument)
        return perf_counter_ns() - begin


class Contender(ABC):
    """`name` heads its column. Its file or constructor raises where it does not
    work here; `version` is text for the report."""

    name = ""
    is_peer = True
    version = ""

    @abstractmethod
    def prepare(self, workload, inputs):
        """The Prepared of a workload, or an exception: Unsupported, or whatever
        the library raises over what it cannot do."""
