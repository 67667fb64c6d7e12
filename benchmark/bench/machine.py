"""The machine: its CPU, the core that everything runs on, one thread."""

import contextlib
import functools
import os
import platform
import resource

# Before the first import of a library with threads.
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


def pin(core=None):
    """Keeps this process on one core (default: the last it may use) and tells
    libraries that there is one. Returns the core's number."""
    os.environ.update(ONE_THREAD)
    if core is None:
        core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


@contextlib.contextmanager
def undisturbed():
    """While it lasts, other programs wait for this one, if its user may ask for
    that: on a machine that is not idle, times say nothing otherwise. Yields
    whether they do. All threads, since libraries have their own."""
    before = {}
    try:
        for thread in map(int, os.listdir("/proc/self/task")):
            before[thread] = (os.sched_getscheduler(thread), os.sched_getparam(thread))
            os.sched_setscheduler(thread, os.SCHED_RR, os.sched_param(1))
        yield True
    except OSError:
        yield False
    finally:
        for thread, (policy, parameter) in before.items():
            with contextlib.suppress(OSError):
                os.sched_setscheduler(thread, policy, parameter)


def interruptions():
    """How often this process has had to leave its core to others."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


@functools.lru_cache(maxsize=None)
def _cpuinfo():
    """The first processor's fields."""
    with open("/proc/cpuinfo") as file:
        lines = file.read().split("\n\n")[0].splitlines()
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def is_x86():
    return platform.machine() == "x86_64"


def cpu_flags():
    return set((_cpuinfo().get("flags") or _cpuinfo().get("Features") or "").split())


def vector_bits():
    """The width of the widest vectors that all floats can be loaded into."""
    flags = cpu_flags()
    return 512 if "avx512f" in flags else 256 if "avx" in flags else 128


def has_targets():
    """Whether the table's targets are for this CPU."""
    return "avx512bw" in cpu_flags()


def describe():
    info = _cpuinfo()
    name = info.get("model name") or f"{platform.machine()}, part {info.get('CPU part', 'unknown')}"
    kinds = [f for f in ("sse2", "avx2", "avx512f", "avx512bw", "avx512vbmi2", "avx512_fp16", "asimd", "sve")]
    model = "/".join(info[key] for key in ("cpu family", "model", "stepping") if key in info)
    return f"{name}{f' ({model})' if model else ''}, {' '.join(f for f in kinds if f in cpu_flags())}"
