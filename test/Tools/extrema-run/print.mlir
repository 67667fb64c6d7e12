// How results are printed: every element of a small array; the first and last
// ones along each dimension of an array of more than 1,000, in columns; floats
// in the fewest digits that give the same float again. The elements of random:
// arrays are the same on every machine.

// RUN: extrema-run %s random:2x3:f32:1 random:4:f16:2 random::i8:3 random:0x3:ui16 \
// RUN:   | FileCheck %s --check-prefix=SMALL --match-full-lines
// SMALL:      same: f32[2x3]
// SMALL-NEXT: {{\[\[}} -0.4512149 -1.069119 0.3983705]
// SMALL-NEXT:  [ -3.5412085 -0.41024223 1.2321796]]
// SMALL-NEXT: result1: f16[4]
// SMALL-NEXT: [-1.058 1.129 0.3381 1.021]
// SMALL-NEXT: result2: i8[]
// SMALL-NEXT: -85
// SMALL-NEXT: result3: u16[0x3]
// SMALL-NEXT: []

// RUN: extrema-run %s random:2x3:f32 random:1001:f16:2 random::i8 random:500x3:ui16:0 \
// RUN:   | FileCheck %s --check-prefix=LARGE --match-full-lines --strict-whitespace
//      LARGE:result1: f16[1001]
// LARGE-NEXT:[ -1.058   1.129  0.3381 ...  -2.734  0.1464 -0.9385]
//      LARGE:result3: u16[500x3]
// LARGE-NEXT:{{\[\[}}56382 63883 59577]
// LARGE-NEXT: [64750  9644 59886]
// LARGE-NEXT: [57647 18152 17254]
// LARGE-NEXT: ...
// LARGE-NEXT: [42179 50617 36816]
// LARGE-NEXT: [53699  9995 17112]
// LARGE-NEXT: [52218 58669 60917]]

// RUN: extrema-run %s random:2x3:f32 random:1001:f16:2 random::i8 random:500x3:ui16 --print-all \
// RUN:   | FileCheck %s --check-prefix=ALL --implicit-check-not=...
//      ALL: result3: u16[500x3]
//      ALL: [42179 50617 36816]

func.func @main(%a: tensor<?x?xf32>, %b: tensor<?xf16>, %c: tensor<i8>, %d: tensor<?x3xui16>)
    -> (tensor<?x?xf32> {extrema.name = "same"}, tensor<?xf16>, tensor<i8>, tensor<?x3xui16>) {
  return %a, %b, %c, %d : tensor<?x?xf32>, tensor<?xf16>, tensor<i8>, tensor<?x3xui16>
}
