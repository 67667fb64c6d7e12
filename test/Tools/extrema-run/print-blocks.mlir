// Arrays of higher rank are nested, with blank lines between blocks, and long
// lines are broken.

// RUN: extrema-run %s random:2x2x2:i16:1 random:12:f64:1 \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:result0: i16[2x2x2]
// CHECK-NEXT:{{\[\[\[}} 28520  -1458]
// CHECK-NEXT:  [ 17818 -16242]]
//CHECK-EMPTY:
// CHECK-NEXT: {{\[\[}} 26424  26697]
// CHECK-NEXT:  [-11852  19209]]]
// CHECK-NEXT:result1: f64[12]
// CHECK-NEXT:[ -0.4512149038445381   -1.069118951954526   0.3983705121653238
// CHECK-NEXT:   -3.541208574092249 -0.41024223445579033    1.232179641451682
// CHECK-NEXT:  -1.0590945188150456   -0.506893087025001  -0.6336342564213541
// CHECK-NEXT:  -0.6991339829555991 -0.18516530611544657  -1.4321950289336622]

func.func @f(%a: tensor<?x?x?xi16>, %b: tensor<?xf64>) -> (tensor<?x?x?xi16>, tensor<?xf64>) {
  return %a, %b : tensor<?x?x?xi16>, tensor<?xf64>
}
