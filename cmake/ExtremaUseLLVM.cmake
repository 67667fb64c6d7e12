# Brings in LLVM's CMake functions, and where they are to put things.

message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

# LLVM's helpers for lit run it by this interpreter.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# The file that LLVM_DEFAULT_EXTERNAL_LIT names is not in Debian's packages.
set(LLVM_EXTERNAL_LIT "${LLVM_TOOLS_BINARY_DIR}/lit" CACHE FILEPATH
  "The lit that runs the tests")

set(LLVM_RUNTIME_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/lib)
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

separate_arguments(extrema_llvm_definitions NATIVE_COMMAND
  "${LLVM_DEFINITIONS}")
add_definitions(${extrema_llvm_definitions})
