# Finds LLVM and MLIR, of the one major version that the project is written
# for, and brings in LLVM's CMake functions.

set(EXTREMA_LLVM_MAJOR 22)

# Debian keeps each LLVM under a prefix of its own, which find_package does not
# search; its llvm-config knows where.
if(NOT MLIR_DIR)
  find_program(EXTREMA_LLVM_CONFIG
    NAMES llvm-config-${EXTREMA_LLVM_MAJOR} llvm-config)
  if(EXTREMA_LLVM_CONFIG)
    execute_process(COMMAND ${EXTREMA_LLVM_CONFIG} --prefix
      OUTPUT_VARIABLE extrema_llvm_prefix OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()

# No version here: MLIR's version file accepts only a matching major.minor.
find_package(MLIR CONFIG QUIET HINTS "${extrema_llvm_prefix}/lib/cmake/mlir")
if(NOT MLIR_FOUND)
  message(FATAL_ERROR
    "MLIR ${EXTREMA_LLVM_MAJOR} is not found. scripts/setup installs it "
    "(Debian: libmlir-${EXTREMA_LLVM_MAJOR}-dev "
    "mlir-${EXTREMA_LLVM_MAJOR}-tools llvm-${EXTREMA_LLVM_MAJOR}-dev), or "
    "name an installed one: -DMLIR_DIR=PREFIX/lib/cmake/mlir")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL EXTREMA_LLVM_MAJOR)
  message(FATAL_ERROR
    "Extrema is written for LLVM and MLIR ${EXTREMA_LLVM_MAJOR}; found "
    "${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}. Name the right one: "
    "-DMLIR_DIR=PREFIX/lib/cmake/mlir")
endif()
message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

# LLVM's helpers for lit run it by this interpreter.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# The file that LLVM_DEFAULT_EXTERNAL_LIT names is not in Debian's packages.
set(LLVM_EXTERNAL_LIT "${LLVM_TOOLS_BINARY_DIR}/lit" CACHE FILEPATH
  "The lit that runs the tests")

# With the shared library where there is one: each program links libMLIR.so
# once. Debian does not export this choice, and mixing the shared with the
# static libraries registers every option and type twice. Therefore upstream
# libraries are named only through mlir_target_link_libraries.
if(TARGET MLIR AND LLVM_LINK_LLVM_DYLIB)
  set(MLIR_LINK_MLIR_DYLIB ON)
endif()

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
