// The instructions that batches of short rows become: loads that insert, cheap
// shuffles within 128 bits, a comparison, a maximum and a masked move for a
// column. No gathers, no shuffles across a register, no branches.

// RUN: extrema-compile %s --checks=off --target=x86_64-linux-gnu --cpu=x86-64-v4 --show=assembly | FileCheck %s --check-prefix=AVX512
// RUN: extrema-compile %s --checks=off --target=x86_64-linux-gnu --cpu=x86-64-v3 --show=assembly | FileCheck %s --check-prefix=AVX2
// RUN: extrema-compile %s --checks=off --target=aarch64-linux-gnu --show=assembly | FileCheck %s --check-prefix=NEON

// AVX512-LABEL:  _mlir_ciface_top1:
// AVX512:        [[LOOP:.LBB[0-9_]+]]:
// AVX512-NOT:    {{vgather|vpermt2|vpermi2|vpermps|vpermd|vpermq|call|extractps|pextr}}
// AVX512-DAG:    vinsertf128
// AVX512-DAG:    vunpcklps {{.*}}%zmm
// AVX512-DAG:    vunpckhps {{.*}}%zmm
// AVX512-DAG:    vcmpltps %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %k
// AVX512-DAG:    vmaxps {{.*}}%zmm
// AVX512-DAG:    vmovdqa32 {{.*}}{%k
// AVX512:        vpmovzxdq
// AVX512-NOT:    {{call|extractps|pextr}}
// AVX512:        {{j[a-z]+}} [[LOOP]]

// AVX2-LABEL:    _mlir_ciface_top1:
// AVX2:          [[LOOP:.LBB[0-9_]+]]:
// AVX2-NOT:      {{vgather|vpermps|vpermd|call|extractps|pextr}}
// AVX2-DAG:      vinsertf128
// AVX2-DAG:      vunpcklps {{.*}}%ymm
// AVX2-DAG:      vmaxps {{.*}}%ymm
// AVX2-DAG:      vblendvps {{.*}}%ymm
// AVX2:          vpmovzxdq
// AVX2:          {{j[a-z]+}} [[LOOP]]

// NEON-LABEL:    _mlir_ciface_top1:
// NEON:          [[LOOP:.LBB[0-9_]+]]:
// NEON-NOT:      {{tbl|ld4|[[:space:]]bl[[:space:]]}}
// NEON-DAG:      zip1
// NEON-DAG:      zip2
// NEON-DAG:      fcmgt
// NEON-DAG:      {{bsl|bit|bif}}
// NEON:          ushll
// NEON:          b.{{[a-z]+}} [[LOOP]]

func.func @top1(%scores: tensor<1000x10xf32>) -> tensor<1000xi64> {
  %best = extrema.argmax %scores axis(1) : tensor<1000x10xf32> -> tensor<1000xi64>
  return %best : tensor<1000xi64>
}
