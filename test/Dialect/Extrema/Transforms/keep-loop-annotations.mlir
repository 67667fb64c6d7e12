// RUN: extrema-opt %s --extrema-keep-loop-annotations | FileCheck %s
// RUN: extrema-opt %s --extrema-keep-loop-annotations | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK: #[[DONE:.+]] = #llvm.loop_annotation<isVectorized = true>
#done = #llvm.loop_annotation<isVectorized = true>

// CHECK-LABEL: llvm.func @loop
llvm.func @loop(%n: i64) {
  %0 = llvm.mlir.constant(0 : i64) : i64
  %1 = llvm.mlir.constant(1 : i64) : i64
  // CHECK:      llvm.br ^bb1(%{{.+}} : i64){{$}}
  llvm.br ^bb1(%0 : i64)
^bb1(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^bb2, ^bb3
^bb2:
  %next = llvm.add %i, %1 : i64
  // CHECK:      llvm.br ^bb1(%{{.+}} : i64) {loop_annotation = #[[DONE]]}
  // LLVM:       br label %{{.+}}, !llvm.loop ![[LOOP:[0-9]+]]
  llvm.br ^bb1(%next : i64) {llvm.loop_annotation = #done}
^bb3:
  llvm.return
}
// LLVM: ![[LOOP]] = distinct !{![[LOOP]], ![[VECTORIZED:[0-9]+]]}
// LLVM: ![[VECTORIZED]] = !{!"llvm.loop.isvectorized", i32 1}
