//===- PrintArrays.h - Arrays as text for people ----------------*- C++ -*-===//

#ifndef EXTREMA_EXECUTION_PRINTARRAYS_H
#define EXTREMA_EXECUTION_PRINTARRAYS_H

#include "extrema/Execution/Signature.h"

#include <vector>

namespace mlir::extrema {

/// Prints the elements as NumPy does: nested brackets, columns of one width,
/// lines of at most 80 characters where elements allow it. Of an array of more
/// than 1,000 elements the first and last three along each dimension are shown,
/// unless `printAll` is set.
void printElements(llvm::raw_ostream &os, const Array &array, bool printAll);

/// What the positions along an axis stand for: one label a line of a text file.
class Labels {
public:
  static llvm::Expected<Labels> read(StringRef path);

  /// Prints what an index result points at, one label a line, best first. Each
  /// line has the label of an index, its value if `values` (of the same shape)
  /// is not null, and the index. A row is what lies along the last dimension;
  /// of more than 1,000 elements the first and last three rows are shown,
  /// unless `printAll` is set. Fails on an index that has no label, before
  /// anything is printed.
  llvm::Error print(llvm::raw_ostream &os, const Array &indices,
                    const Array *values, bool printAll) const;

private:
  std::string path;
  std::vector<std::string> labels;
};

/// Prints the results of a call, each under its name and type. With `labels`
/// (may be null), index results are printed as labels: of two results of one
/// shape the second is taken for the indices of the first (or the first for
/// those of the second, if only that one has integers), else each result of
/// integers is taken for indices.
llvm::Error printResults(llvm::raw_ostream &os, const Signature &signature,
                         ArrayRef<Array> results, const Labels *labels,
                         bool printAll);

} // namespace mlir::extrema

#endif // EXTREMA_EXECUTION_PRINTARRAYS_H
