// How long the vectors are, by what is said of the target.

// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu" | FileCheck %s --check-prefixes=FIXED -DLANES=4
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=haswell" | FileCheck %s --check-prefixes=FIXED -DLANES=8
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4" | FileCheck %s --check-prefixes=FIXED -DLANES=16
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu features=+avx2" | FileCheck %s --check-prefixes=FIXED -DLANES=8
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=x86-64-v4 vector-bits=256" | FileCheck %s --check-prefixes=FIXED -DLANES=8
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=aarch64-linux-gnu cpu=neoverse-v1" | FileCheck %s --check-prefixes=FIXED -DLANES=4
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=aarch64-linux-gnu cpu=neoverse-v1 vector-bits=scalable" | FileCheck %s --check-prefix=SCALABLE
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=riscv64-linux-gnu features=+v vector-bits=scalable" | FileCheck %s --check-prefix=SCALABLE
// RUN: extrema-opt %s --convert-extrema-to-vector="triple=riscv64-linux-gnu" | FileCheck %s --check-prefix=NONE

// FIXED:    vector<[[LANES]]xf32>
// SCALABLE: vector<[4]xf32>
// NONE:     extrema.arg_reduce

// RUN: not extrema-opt %s --convert-extrema-to-vector=vector-bits=96 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: error: vectors of '96' bits: they have 128, 256 or 512, or are scalable

// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=haswell vector-bits=scalable" 2>&1 | FileCheck %s --check-prefix=UNSCALABLE
// UNSCALABLE: error: the target has no scalable vectors: name a CPU that has, such as neoverse-v1

// Names that mean nothing to LLVM, or something else than was meant.

// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu cpu=skylark" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not extrema-opt %s --extrema-to-llvm="triple=x86_64-linux-gnu cpu=skylark" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=aarch64-linux-gnu cpu=haswell" 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: '{{skylark|haswell}}' is no CPU of the target '{{.+}}'; LLVM knows: {{.+}}, 

// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=z80 cpu=generic" 2>&1 | FileCheck %s --check-prefix=TRIPLE
// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=x68_64" 2>&1 | FileCheck %s --check-prefix=TRIPLE
// TRIPLE: error: '{{.+}}' is no target that LLVM knows

// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu features=+avx2,+avx3" 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu features=-avx3" 2>&1 | FileCheck %s --check-prefix=FEATURE
// FEATURE: error: 'avx3' is no feature of the target 'x86_64-unknown-linux-gnu' that LLVM knows

// RUN: not extrema-opt %s --convert-extrema-to-vector="triple=x86_64-linux-gnu features=avx2" 2>&1 | FileCheck %s --check-prefix=SIGN
// SIGN: error: 'avx2' is no change of a feature, which begins with + or -

// RUN: extrema-opt %s --convert-extrema-to-vector="cpu=host" | FileCheck %s --check-prefix=HOST
// HOST: func @argmax

func.func @argmax(%x: memref<1000x1000xf32>, %i: memref<1000xi64>) {
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<1000x1000xf32>) index_only outs(%i : memref<1000xi64>)
  return
}
