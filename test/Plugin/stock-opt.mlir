// The stock opt tool, with the plugin, does as extrema-opt does.

// RUN: mlir-opt %s --load-dialect-plugin=%{plugin} --load-pass-plugin=%{plugin} \
// RUN:   --pass-pipeline='builtin.module(extrema-to-loops{checks=none})' > %t.plugin
// RUN: extrema-opt %s --pass-pipeline='builtin.module(extrema-to-loops{checks=none})' > %t.own
// RUN: diff %t.own %t.plugin
// RUN: FileCheck %s < %t.plugin

// CHECK-LABEL: func.func @top3
// CHECK: scf.for
func.func @top3(%x: tensor<?x8xui8>) -> (tensor<?x3xui8>, tensor<?x3xi64>) {
  %v, %i = extrema.topk %x k(3) : tensor<?x8xui8> -> tensor<?x3xui8>, tensor<?x3xi64>
  return %v, %i : tensor<?x3xui8>, tensor<?x3xi64>
}
