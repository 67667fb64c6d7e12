# How the project's own code is compiled: LLVM's flags (position independent,
# no exceptions, its warnings), and a compiler cache where one is installed.

set(LLVM_ENABLE_WERROR ${EXTREMA_WERROR})
set(LLVM_ENABLE_WARNINGS ON)
include(HandleLLVMOptions)

# LLVM's release has none, and its headers allow that others have.
if(EXTREMA_ENABLE_ASSERTIONS)
  add_compile_options(-UNDEBUG)
endif()

find_program(EXTREMA_CCACHE ccache)
if(EXTREMA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache's manual asks for where headers are precompiled. The base
  # directory lets other checkouts hit what was compiled without them.
  set(extrema_ccache_settings
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env ${extrema_ccache_settings} ${EXTREMA_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
