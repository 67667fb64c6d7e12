"""Configures lit for the project's tests.

Features that a test can ask for with `REQUIRES:`
  full  the long tests are wanted too (`scripts/test --full`)
  avx2, avx512bw, ...  what Linux says that the CPU has
  qemu  programs for AArch64 and RISC-V can be run, by QEMU, and be built, by
        clang and lld

Substitutions besides the tools' names
  %{mlir-runner}
               runs function main of a module of LLVM operations, with what
               vector.print calls
  %{python}    the interpreter that has the packages of requirements.txt
  %{source}    the root of the source tree
  %{build}     the root of the build tree
  %{to-llvm}   flags of extrema-opt: from loops on memrefs to LLVM operations
  %{tools}     the folder of the programs
  %{plugin}    the module that the stock opt tool loads
  %{cc}, %{cxx}, %{launcher}  the compilers that built the tree, and what runs
               them (a compiler cache, or env)
"""

import os
import shutil

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Extrema"
# The external shell runs only what lit's own cannot; its own starts faster.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.extrema_build_dir, "test")

if lit_config.params.get("full"):
    config.available_features.add("full")

if "clang" in config.extrema_cc and all(
    shutil.which(program) for program in ("qemu-aarch64", "qemu-riscv64")
):
    config.available_features.add("qemu")

if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo") as file:
        flags = next((line for line in file if line.startswith("flags")), ":")
    config.available_features.update(flags.split(":")[1].split())

python = os.path.join(config.extrema_build_dir, "venv", "bin", "python")
runner_libraries = [
    os.path.join(config.llvm_libs_dir, f"libmlir_{name}_utils.so")
    for name in ("runner", "c_runner")
]
config.substitutions += [
    (
        "%{mlir-runner}",
        "mlir-runner -O2 --entry-point-result=void "
        f"--shared-libs={','.join(runner_libraries)}",
    ),
    (
        "%{to-llvm}",
        "--convert-vector-to-scf --convert-scf-to-cf --expand-strided-metadata "
        "--lower-affine --convert-vector-to-llvm --convert-to-llvm "
        "--reconcile-unrealized-casts",
    ),
    ("%{python}", f"'{python}'"),
    ("%{source}", config.extrema_source_dir),
    ("%{build}", config.extrema_build_dir),
    ("%{tools}", config.extrema_tools_dir),
    ("%{plugin}", config.extrema_plugin),
    ("%{cc}", config.extrema_cc),
    ("%{cxx}", config.extrema_cxx),
    ("%{launcher}", config.extrema_launcher),
]

llvm_config.with_system_environment(["HOME", "TMP", "TEMP"])
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.extrema_tools_dir, append_path=True)

llvm_config.add_tool_substitutions(
    [
        ToolSubst(tool, unresolved="fatal")
        for tool in [*config.extrema_tools, "FileCheck", "not", "count", "split-file", "mlir-opt", "mlir-runner"]
    ],
    [config.extrema_tools_dir, config.llvm_tools_dir],
)
