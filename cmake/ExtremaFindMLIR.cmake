# Finds LLVM and MLIR, of the one major version that the project is written
# for. Installed too: the package's users need the same.

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
# With the shared library where there is one: each program links libMLIR.so
# once. Debian does not export this choice, and mixing the shared with the
# static libraries registers every option and type twice. Therefore upstream
# libraries are named only through mlir_target_link_libraries.
if(TARGET MLIR AND LLVM_LINK_LLVM_DYLIB)
  set(MLIR_LINK_MLIR_DYLIB ON)
endif()
