// RUN: extrema-opt %s -extrema-verify-lowered -split-input-file -verify-diagnostics

module {
  llvm.func @fine() {
    llvm.return
  }
}

// -----

module {
  llvm.func @topk_left(%k: i64) {
    // expected-error @below {{operation 'builtin.unrealized_conversion_cast' was not lowered to the LLVM dialect}}
    %0 = builtin.unrealized_conversion_cast %k : i64 to index
    extrema.record "k is {0}"(%0)
    llvm.return
  }
}
