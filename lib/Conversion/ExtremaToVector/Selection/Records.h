//===- Records.h - Elements as sortable words -------------------*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RECORDS_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RECORDS_H

#include "../KernelLanguage/KernelBuilder.h"

#include "../Tuning.h"

#include "extrema/Conversion/Common/ElementOrder.h"
#include "extrema/Conversion/ExtremaToVector/VectorTarget.h"

namespace mlir::extrema {

class Scratch;
struct Records;

/// How an element of a row is kept while the best ones are selected and sorted:
/// as up to three words, signed integers of 64 bits, the first one the most
/// significant. Of two elements the better one has the larger words. Since the
/// position is among them, no two elements of a row are the same.
///
///   elements of up to 32 bits   rank (32 bits), ~position (30 bits)
///   elements of 64 bits         rank; ~position
///
/// Where elements have indices that are not their positions:
///
///   both of up to 32 bits       rank, ~index (32 bits each); ~position
///   else                        rank; ~index; ~position
///
/// Positions are less than 2^30, or than 2^63.
class RecordFormat {
public:
  /// `indexType` is that of the indices, null if they are the positions.
  RecordFormat(const ElementOrder &order, const VectorTarget &target,
               Type indexType = {})
      : order(order), target(target), indexType(indexType) {}

  /// Whether the rank and the index are one word.
  bool isPacked() const;
  /// Whether an element is one word, which as a double orders as it does as an
  /// integer: a double's maximum and minimum are one fast instruction each on
  /// every target, those of 64-bit integers are slow or there are none.
  bool areDoubles() const { return isPacked() && !indexType; }
  static constexpr unsigned kPositionBits = 30;
  unsigned getNumWords() const {
    return (isPacked() ? 1 : 2) + (indexType ? 1 : 0);
  }

  /// The type of a rank beside which a record is made: of 32 or 64 bits.
  Type getRankType() const;
  /// The limits of an element's ranks, of that type.
  Value createWorstRank(KernelBuilder &b) const;
  Value createBestRank(KernelBuilder &b) const;

  /// The words of the element of that rank at `position`, of type `index`. With
  /// indices, `index` is the element's.
  SmallVector<Value> createWords(KernelBuilder &b, Value rank, Value position,
                                 Value index = {}) const;
  /// The same of as many elements as the vectors `ranks` and `indices` have
  /// lanes, at `begin` and following: vectors. Ranks may be of fewer bits than
  /// `getRankType`.
  SmallVector<Value> createWordsOfRun(KernelBuilder &b, Value ranks,
                                      Value begin, Value indices = {}) const;
  /// The index (the position, if that is it) and the position, of type `index`,
  /// and the rank in a record's words.
  Value getIndex(KernelBuilder &b, ValueRange words) const;
  Value getPosition(KernelBuilder &b, ValueRange words) const;
  Value getRank(KernelBuilder &b, ValueRange words) const;
  /// The same of the words of many records, vectors; positions are words.
  Value getPositions(KernelBuilder &b, ValueRange words) const;
  Value getRanks(KernelBuilder &b, ValueRange words) const;

  /// How many of the first word's bits, the lowest ones, are the position's.
  int64_t getPositionBits() const {
    return areDoubles() ? kPositionBits : isPacked() ? 32 : 0;
  }

  /// A register of words.
  VectorType getVectorType(MLIRContext *context) const;

  /// Records in `words`, a memref of i64 for each word.
  Records createRecords(ArrayRef<Value> words) const;
  /// Memory for `size` records. `size` is of type `index`.
  Records allocate(Scratch &scratch, Value size) const;

private:
  /// The words of a rank, an index and the complement of a position, each of a
  /// word's type or a vector of it.
  SmallVector<Value> createIndexedWords(KernelBuilder &b, Value rank,
                                        Value index, Value last) const;

  ElementOrder order;
  const VectorTarget &target;
  Type indexType;
};

/// Records in memory: for each word a memref of one dimension. The blocks below
/// write up to `tuning::records::kPadding` records beyond those that there are.
struct Records {
  SmallVector<Value> words;
  /// A register of words.
  VectorType vectorType;
  /// Whether an instruction packs the lanes that a mask selects.
  bool hasCompress;
  /// Whether a word is a double too (RecordFormat::areDoubles).
  bool areDoubles = false;

  /// Code that needs the records, and the values `others` besides, as a private
  /// function, or in place unless `isShared`. `build` gets the same again.
  SmallVector<Value> callPrivate(
      KernelBuilder &b, StringRef name, bool isShared, ValueRange others,
      function_ref<SmallVector<Value>(const Records &, ValueRange)> build)
      const;

  /// Those from number `begin`, of type `index`, on.
  Records from(KernelBuilder &b, Value begin) const;

  /// A register of each word from `position` on.
  SmallVector<Value> load(KernelBuilder &b, Value position) const;
  /// The words of one record.
  SmallVector<Value> loadOne(KernelBuilder &b, Value position) const;
  /// Stores scalars or vectors.
  void store(KernelBuilder &b, ValueRange values, Value position) const;
  /// The same of registers at a position that may be outside of the memrefs
  /// (KernelBuilder::loadUnverified).
  SmallVector<Value> loadUnverified(KernelBuilder &b, Value position) const;
  void storeUnverified(KernelBuilder &b, ValueRange values,
                       Value position) const;
};

/// True where the words, scalars or vectors, of a record are not less than
/// `bounds`, of which there may be fewer.
Value createReaches(KernelBuilder &b, ValueRange words, ValueRange bounds);

/// Whether the record at `before` is better than the one at `behind`, or is the
/// same: an i1, for invariants.
Value isInOrder(KernelBuilder &b, const Records &records, Value before,
                Value behind);

/// The words of the better and of the worse one of two records, scalars or
/// vectors.
std::pair<SmallVector<Value>, SmallVector<Value>>
compareExchange(KernelBuilder &b, ValueRange lhs, ValueRange rhs);

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_SELECTION_RECORDS_H
