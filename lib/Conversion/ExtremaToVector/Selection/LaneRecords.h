//===- LaneRecords.h - Records that lanes exchange fast ---------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_LANERECORDS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_LANERECORDS_H

#include "LaneNetwork.h"

#include "extrema/Conversion/Common/ElementOrder.h"

namespace mlir::extrema {

/// How elements are kept while networks sort them within lanes (LaneNetwork.h).
/// The better one of two has the larger record, and since the position is part
/// of it, no two are the same.
///
/// Elements of up to 32 bits and positions less than 2^30 make one double,
/// which is never a NaN, nor zero or denormal (which programs may have asked
/// their processor to take for one another). Its maximum and minimum are
/// instructions of every target, and on x86 faster than those of integers of 64
/// bits, where there are any. Elements of 64 bits are two words, signed
/// integers: the rank and the complement of the position.
class LaneRecords {
public:
  /// Of vectors of `numLanes` elements.
  LaneRecords(const ElementOrder &order, int64_t numLanes);

  bool arePacked() const { return form != Form::Words; }
  unsigned getNumWords() const { return arePacked() ? 1 : 2; }
  /// A vector of elements makes so many of records.
  unsigned getNumParts() const { return arePacked() ? 2 : 1; }
  /// The type in which positions, and ranks, are given: of 32 or 64 bits.
  IntegerType getIntegerType() const { return integerType; }

  /// The parts of the records of `values`, of the working type, at positions
  /// with the complements `indices`. Where `areOthers`, a mask or null, they
  /// are worse than every element's.
  SmallVector<RecordVector> create(KernelBuilder &b, Value values,
                                   Value indices,
                                   Value areOthers = Value()) const;
  /// The same of elements of which the ranks are known.
  SmallVector<RecordVector> createOfRanks(KernelBuilder &b, Value ranks,
                                          Value indices) const;

  /// What records were made of.
  struct Elements {
    /// Of the working type; of both zeros one, and one NaN.
    Value values;
    Value positions;
    /// Where the value is a zero or a NaN. Null if elements are integers.
    Value areAmbiguous;
  };
  Elements takeApart(KernelBuilder &b, ArrayRef<RecordVector> parts) const;

  /// A part of records that all others are better than.
  RecordVector createWorst(KernelBuilder &b) const;

private:
  enum class Form {
    /// f32: its bits begin a double of the same order.
    Float,
    /// Up to 16 bits.
    Narrow,
    /// Integers of 32 bits.
    Wide,
    /// 64 bits.
    Words
  };

  /// The halves of doubles, as vectors of integers.
  struct Halves {
    Value high, low;
  };
  Halves createFloat(KernelBuilder &b, Value high, Value indices) const;
  Halves createInteger(KernelBuilder &b, Value ranks, Value indices) const;
  SmallVector<RecordVector> interleave(KernelBuilder &b, Halves halves) const;
  Halves deinterleave(KernelBuilder &b, ArrayRef<RecordVector> parts) const;
  Value constant(KernelBuilder &b, int64_t value) const {
    return b.constant(VectorType::get({numLanes}, integerType), value);
  }

  ElementOrder order;
  int64_t numLanes;
  IntegerType integerType;
  Form form;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_LANERECORDS_H
