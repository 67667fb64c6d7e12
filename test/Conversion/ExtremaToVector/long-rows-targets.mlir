// Long rows by what the target has.

// RUN: extrema-opt %s --convert-extrema-to-vector='triple=x86_64 cpu=haswell' --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,AVX2
// RUN: extrema-opt %s --convert-extrema-to-vector='triple=aarch64' --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,NEON
// RUN: extrema-opt %s --convert-extrema-to-vector='triple=aarch64 cpu=neoverse-v1 vector-bits=scalable' --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,SVE

// CHECK-LABEL: func @row(
func.func @row(%x: memref<?xf32>, %i: memref<i64>) {
  // Eight registers a block; of an unknown length on SVE.
  // AVX2:    arith.cmpi sge, %{{.+}}, %c64 : index
  // NEON:    arith.cmpi sge, %{{.+}}, %c32 : index
  // SVE:     %[[SCALE:.+]] = vector.vscale
  // SVE:     %[[BLOCK:.+]] = arith.muli %[[SCALE]], %c32
  // SVE:     arith.cmpi sge, %{{.+}}, %[[BLOCK]]

  // A comparison makes a vector as wide as the keys, which counts blocks.
  // AVX2:    %[[ARE_NUMBERS:.+]] = arith.extsi %{{.+}} : vector<8xi1> to vector<8xi32>
  // AVX2:    %[[STILL:.+]] = arith.andi %{{.+}}, %[[ARE_NUMBERS]] : vector<8xi32>
  // AVX2:    arith.subi %{{.+}}, %[[STILL]] : vector<8xi32>

  // Maxima that let NaNs through need no comparisons.
  // NEON-NOT:      arith.cmpf {{ord|uno}}, {{.+}} vector
  // NEON-COUNT-8:  arith.maximumf %{{.+}}, %{{.+}} : vector<4xf32>
  // NEON:          %[[BEST:.+]] = vector.reduction <maximumf>
  // NEON:          arith.cmpf uno, %[[BEST]], %[[BEST]] : f32
  // SVE-COUNT-8:   arith.maximumf %{{.+}}, %{{.+}} : vector<[4]xf32>
  // SVE:           vector.reduction <maximumf>

  // The lane is the least of the numbers of lanes, where there are no bits.
  // AVX2:    vector.bitcast %{{.+}} : vector<64xi1> to vector<1xi64>
  // NEON:    vector.step : vector<32xindex>
  // NEON:    vector.reduction <minui>
  // SVE:     vector.step : vector<[32]xindex>
  // SVE:     vector.reduction <minui>

  // Rows shorter than a register.
  // AVX2-NOT: vector.maskedload
  // NEON-NOT: vector.maskedload
  // SVE:      vector.maskedload
  // CHECK:    return
  extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>) index_only outs(%i : memref<i64>)
  return
}
