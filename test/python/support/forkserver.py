"""Programs run by the thousand, each in a process with limits, without the cost
of a start for each (forkserver.c)."""

import os
import signal
import struct
import subprocess
from dataclasses import dataclass

from support import tools

CPU_SECONDS = 5
MEMORY_MIB = 1024
# What a program may ask for, used or not. Above the limit on what it may use:
# stacks of threads and the allocator's reserves count here, on any machine.
_DATA_BYTES = 4 << 30
_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "forkserver.c")


@dataclass(frozen=True)
class Ended:
    returncode: int  # negative: the signal
    stdout: str
    stderr: str
    mebibytes: float  # at most resident
    seconds: float  # on the CPU

    def fault(self):
        """What no run of a program may show, or None."""
        crash = tools.crashed(self.returncode, self.stderr)
        if self.returncode == -signal.SIGXCPU or self.seconds > CPU_SECONDS:
            return f"more than {CPU_SECONDS} s"
        if crash:
            return f"{crash}: {self.stderr[:2000]}"
        if self.mebibytes > MEMORY_MIB:
            return f"{self.mebibytes:.0f} MiB of memory"
        if self.returncode not in (0, 1):
            return f"exit code {self.returncode}"
        if self.returncode == 1 and not self.stderr.strip():
            return "exit code 1 without a message"
        return None


def compile_server(folder):
    """Builds the library to preload in `folder`; returns its path."""
    library = os.path.join(folder, "forkserver.so")
    command = [tools.find("clang"), "-O1", "-shared", "-fPIC", _SOURCE, "-o", library, "-ldl"]
    subprocess.run(command, check=True)
    return library


class Server:
    """One program, stopped before its main function."""

    def __init__(self, library, name, folder):
        environment = dict(
            os.environ,
            LD_PRELOAD=library,
            FORKSERVER_CPU_SECONDS=str(CPU_SECONDS),
            FORKSERVER_DATA_BYTES=str(_DATA_BYTES),
        )
        self._process = subprocess.Popen(
            [tools.find(name)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self._outputs = [os.path.join(folder, f"{name}.{stream}") for stream in ("stdout", "stderr")]

    def run(self, arguments):
        request = b"".join(os.fsencode(text) + b"\0" for text in (*self._outputs, *arguments))
        self._process.stdin.write(struct.pack("<I", len(request)) + request)
        self._process.stdin.flush()
        reply = self._process.stdout.read(24)
        if len(reply) != 24:
            raise RuntimeError("the server of runs has ended")
        status, kibibytes, microseconds = struct.unpack("<3q", reply)
        texts = []
        for path in self._outputs:
            with open(path, errors="replace") as file:
                texts.append(file.read())
        code = os.waitstatus_to_exitcode(status)
        return Ended(code, *texts, kibibytes / 1024, microseconds / 1e6)

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
