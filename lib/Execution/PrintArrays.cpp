//===- PrintArrays.cpp - Arrays as text for people --------------*- C++ -*-===//

#include "extrema/Execution/PrintArrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;

// The limits that NumPy has, and its width of a line.
static constexpr int64_t kElementsShownWhole = 1000;
static constexpr int64_t kEdgeElements = 3;
static constexpr size_t kLineWidth = 80;

static bool isShownWhole(const Array &array, bool printAll) {
  return printAll || array.getNumElements() <= kElementsShownWhole;
}

/// Calls `show` for each shown position of `extent` many, and `skip` where some
/// are left out.
static void forEachShown(int64_t extent, bool isWhole,
                         llvm::function_ref<void(int64_t)> show,
                         llvm::function_ref<void()> skip) {
  if (isWhole || extent <= 2 * kEdgeElements) {
    for (int64_t i = 0; i < extent; ++i)
      show(i);
    return;
  }
  for (int64_t i = 0; i < kEdgeElements; ++i)
    show(i);
  skip();
  for (int64_t i = extent - kEdgeElements; i < extent; ++i)
    show(i);
}

//===----------------------------------------------------------------------===//
// Nested brackets
//===----------------------------------------------------------------------===//

namespace {
class ArrayPrinter {
public:
  ArrayPrinter(llvm::raw_ostream &os, const Array &array, bool printAll)
      : os(os), array(array), isWhole(isShownWhole(array, printAll)) {}

  void print() {
    if (array.getRank() == 0) {
      os << array.formatElement(0);
      return;
    }
    if (array.getNumElements() == 0) {
      os << "[]";
      return;
    }
    measure(0, 0);
    print(0, 0);
  }

private:
  int64_t getExtent(int64_t dimension) const {
    return array.getShape()[dimension];
  }
  bool isLast(int64_t dimension) const {
    return dimension + 1 == array.getRank();
  }

  /// Finds the width of the widest shown element.
  void measure(int64_t dimension, int64_t first) {
    forEachShown(
        getExtent(dimension), isWhole,
        [&](int64_t i) {
          int64_t position = first * getExtent(dimension) + i;
          if (isLast(dimension))
            width = std::max(width, array.formatElement(position).size());
          else
            measure(dimension + 1, position);
        },
        [] {});
  }

  void print(int64_t dimension, int64_t first) {
    os << '[';
    if (isLast(dimension))
      printRow(dimension, first);
    else
      printRows(dimension, first);
    os << ']';
  }

  void printRow(int64_t dimension, int64_t first) {
    size_t indent = dimension + 1;
    size_t column = indent;
    auto printText = [&](StringRef text) {
      if (column > indent && column + 1 + text.size() >= kLineWidth) {
        os << '\n';
        os.indent(indent);
        column = indent;
      } else if (column > indent) {
        os << ' ';
        ++column;
      }
      os << text;
      column += text.size();
    };
    forEachShown(
        getExtent(dimension), isWhole,
        [&](int64_t i) {
          std::string text =
              array.formatElement(first * getExtent(dimension) + i);
          printText(std::string(width - text.size(), ' ') + text);
        },
        [&] { printText("..."); });
  }

  void printRows(int64_t dimension, int64_t first) {
    // Blank lines set off blocks of rows, as NumPy has them.
    int64_t blankLines = array.getRank() - dimension - 2;
    bool isFirst = true;
    auto startNext = [&](int64_t emptyLines) {
      if (!isFirst) {
        os << std::string(1 + emptyLines, '\n');
        os.indent(dimension + 1);
      }
      isFirst = false;
    };
    forEachShown(
        getExtent(dimension), isWhole,
        [&](int64_t i) {
          startNext(blankLines);
          print(dimension + 1, first * getExtent(dimension) + i);
        },
        [&] {
          startNext(blankLines);
          os << "...";
        });
  }

  llvm::raw_ostream &os;
  const Array &array;
  bool isWhole;
  size_t width = 0;
};
} // namespace

void mlir::extrema::printElements(llvm::raw_ostream &os, const Array &array,
                                  bool printAll) {
  ArrayPrinter(os, array, printAll).print();
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

llvm::Expected<Labels> Labels::read(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return llvm::createFileError(path, file.getError());
  Labels labels;
  labels.path = path.str();
  StringRef rest = (*file)->getBuffer();
  while (!rest.empty()) {
    auto [line, next] = rest.split('\n');
    labels.labels.push_back(line.rtrim("\r").str());
    rest = next;
  }
  return labels;
}

llvm::Error Labels::print(llvm::raw_ostream &os, const Array &indices,
                          const Array *values, bool printAll) const {
  int64_t count = indices.getNumElements();
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = indices.getInteger(i);
    if (index < 0 || index >= static_cast<int64_t>(labels.size()))
      return llvm::createFileError(
          path, llvm::createStringError("index " + Twine(index) +
                                        " has no label: the file has " +
                                        Twine(labels.size()) + " lines"));
  }
  if (count == 0)
    return llvm::Error::success();

  int64_t columns = indices.getRank() == 0 ? 1 : indices.getShape().back();
  bool isWhole = isShownWhole(indices, printAll);
  int64_t rows = count / columns;
  size_t width = 0;
  auto measureRow = [&](int64_t row) {
    for (int64_t i = 0; i < columns; ++i)
      width = std::max(width, values->formatElement(row * columns + i).size());
  };
  if (values)
    forEachShown(rows, isWhole, measureRow, [] {});
  auto printRow = [&](int64_t row) {
    if (indices.getRank() > 1)
      os << "row " << formatPosition(indices.getShape().drop_back(), row)
         << '\n';
    for (int64_t i = 0; i < columns; ++i) {
      int64_t position = row * columns + i;
      int64_t index = indices.getInteger(position);
      os << "  ";
      if (values)
        os << llvm::right_justify(values->formatElement(position), width)
           << "  ";
      os << labels[index] << " (" << index << ")\n";
    }
  };
  forEachShown(rows, isWhole, printRow, [&] { os << "...\n"; });
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Which of two results holds the indices of the other, if one does.
static std::optional<unsigned> findPairedIndices(ArrayRef<Array> results) {
  if (results.size() != 2 || results[0].getShape() != results[1].getShape())
    return std::nullopt;
  for (unsigned i : {1, 0})
    if (!isFloat(results[i].getElementType()))
      return i;
  return std::nullopt;
}

llvm::Error mlir::extrema::printResults(llvm::raw_ostream &os,
                                        const Signature &signature,
                                        ArrayRef<Array> results,
                                        const Labels *labels, bool printAll) {
  auto printHeading = [&](unsigned i) {
    os << signature.results[i].name << ": " << results[i].formatType();
  };
  std::optional<unsigned> indices =
      labels ? findPairedIndices(results) : std::nullopt;
  if (indices) {
    printHeading(0);
    os << ", ";
    printHeading(1);
    os << '\n';
    return labels->print(os, results[*indices], &results[1 - *indices],
                         printAll);
  }
  for (unsigned i = 0, e = results.size(); i < e; ++i) {
    printHeading(i);
    os << '\n';
    if (labels && !isFloat(results[i].getElementType())) {
      if (llvm::Error error =
              labels->print(os, results[i], /*values=*/nullptr, printAll))
        return error;
      continue;
    }
    printElements(os, results[i], printAll);
    os << '\n';
  }
  return llvm::Error::success();
}
