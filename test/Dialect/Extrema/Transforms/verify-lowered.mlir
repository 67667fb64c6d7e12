// RUN: extrema-opt %s -extrema-verify-lowered -split-input-file -verify-diagnostics

module {
  llvm.func @fine() {
    llvm.return
  }
}

// -----

// The cast beside it comes first, but is not what should be named.

module {
  llvm.func @record_left(%k: i64) {
    %0 = builtin.unrealized_conversion_cast %k : i64 to index
    // expected-error @below {{operation 'extrema.record' was not lowered to the LLVM dialect}}
    extrema.record "k is {0}"(%0)
    llvm.return
  }
}

// -----

module {
  llvm.func @cast_left(%k: i64) -> i64 {
    // expected-error @below {{operation 'builtin.unrealized_conversion_cast' was not lowered to the LLVM dialect}}
    %0 = builtin.unrealized_conversion_cast %k : i64 to index
    %1 = builtin.unrealized_conversion_cast %0 : index to i64
    llvm.return %1 : i64
  }
}
