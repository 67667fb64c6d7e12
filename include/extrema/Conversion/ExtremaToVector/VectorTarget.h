//===- VectorTarget.h - What strategies ask of a target ---------*- C++ -*-===//
//
// The one description of vector hardware. Strategies choose by it and never by
// the name of an architecture.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_CONVERSION_EXTREMATOVECTOR_VECTORTARGET_H
#define EXTREMA_CONVERSION_EXTREMATOVECTOR_VECTORTARGET_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::extrema {

/// The vector registers of a target, their masks, and its caches. The default
/// is what every target has: 16 registers of 128 bits, no masks.
struct VectorTarget {
  /// Whether there are any: not on RISC-V without V.
  bool hasVectors = true;
  /// Bits of a register; of scalable ones, per unit of `vector.vscale`.
  int64_t vectorBits = 128;
  /// Whether registers have an unknown multiple of `vectorBits`.
  bool isScalable = false;
  /// Whether the target has scalable registers: SVE, RVV. They are asked for by
  /// `setVectorBits`, never chosen: where fixed ones are there too, these are
  /// mostly as wide, and every strategy can use them.
  bool canScale = false;
  int64_t numRegisters = 16;
  /// Whether masks live in registers of their own, one bit or less a lane, and
  /// masked loads, stores and selects cost no more than plain ones: AVX-512
  /// with BW and VL, SVE, RVV. Elsewhere a mask is a vector as wide as the
  /// compared one, and a masked load of bytes may become a branch per lane.
  bool hasMasks = false;
  /// Whether an instruction moves what a comparison finds, one bit for each
  /// lane, to a general register: all of x86.
  bool hasMaskToBits = false;
  /// Whether an instruction packs the lanes that a mask selects.
  bool hasCompress = false;
  /// Whether stores of whole registers past the caches are worth it, where
  /// results are larger than these: x86, which reads each line before it is
  /// written otherwise.
  bool hasStreamingStores = false;
  /// Whether a floating-point maximum that returns the NaN if one operand is
  /// one is a single instruction: AArch64's fmax.
  bool hasMaximumF = false;

  /// Sizes in bytes: level 1 of data, level 2, and the last level.
  int64_t level1Size = int64_t(32) * 1024;
  int64_t level2Size = int64_t(1024) * 1024;
  int64_t lastLevelSize = int64_t(32) * 1024 * 1024;

  /// The target of a triple and of a CPU that LLVM knows by that name, or
  /// "host" (its caches too are then asked for), or "generic" or "". `features`
  /// are LLVM's, "+a,-b", in addition to those of the CPU. A CPU of another
  /// target has none.
  static VectorTarget get(const llvm::Triple &triple, StringRef cpu,
                          StringRef features);

  /// Takes registers of "128", "256", "512" bits, shorter or longer than those
  /// that the target has, or "scalable" ones. Fails on anything else, and if
  /// there are no scalable ones.
  llvm::Error setVectorBits(StringRef bits);

  /// Takes caches of other sizes than the target's: "LEVEL1,LEVEL2,LAST", in
  /// bytes. Fails on anything but three numbers from 1 to 2^40, none smaller
  /// than the one before.
  llvm::Error setCacheSizes(StringRef sizes);

  /// Lanes of a register of elements of that type, an integer or a float (of a
  /// scalable one, the least number); at least 1.
  int64_t getNumLanes(Type elementType) const;

  /// A register of elements of that type.
  VectorType getVectorType(Type elementType) const;
};

} // namespace mlir::extrema

#endif // EXTREMA_CONVERSION_EXTREMATOVECTOR_VECTORTARGET_H
