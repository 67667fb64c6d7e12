//===- Kernel.cpp - A compiled function as a callable -----------*- C++ -*-===//

#include "extrema/Execution/Kernel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::extrema;

/// What a failed check leaves: a constant of the module, with "{0}", "{1}", ...
/// where the values belong.
namespace {
struct Context {
  const char *message = nullptr;
  int64_t values[4] = {};
};
} // namespace

//===----------------------------------------------------------------------===//
// Memref descriptors
//===----------------------------------------------------------------------===//

// A descriptor is, in words of 8 bytes: base, aligned pointer, offset, sizes,
// strides. All pointers that run on a host have 8 bytes here.
static_assert(sizeof(void *) == sizeof(int64_t), "64-bit hosts only");

static size_t getDescriptorWords(size_t rank) { return 3 + 2 * rank; }

static void appendDescriptor(const Array &array,
                             SmallVectorImpl<int64_t> &words) {
  // The compiled code only reads its inputs.
  auto address = reinterpret_cast<int64_t>(array.getData());
  words.append({address, address, /*offset=*/0});
  llvm::append_range(words, array.getShape());
  SmallVector<int64_t> strides(array.getRank());
  int64_t stride = 1;
  for (int64_t d = array.getRank(); d-- > 0;) {
    strides[d] = stride;
    stride *= array.getShape()[d];
  }
  llvm::append_range(words, strides);
}

namespace {
/// The descriptor of a result: contiguous, as all at a function's boundary.
struct ResultDescriptor {
  ResultDescriptor(const ArrayType &type, const int64_t *words)
      : elementType(type.elementType), base(reinterpret_cast<void *>(words[0])),
        data(reinterpret_cast<char *>(words[1]) +
             words[2] * getByteSize(type.elementType)),
        shape(words + 3, type.shape.size()) {}

  Array takeOver() const {
    return Array::adopt(elementType, shape, base, data);
  }

  llvm::Expected<Array> copy() const {
    llvm::Expected<Array> array = Array::create(elementType, shape);
    if (array)
      std::memcpy(array->getData(), data, array->getSizeInBytes());
    return array;
  }

  ElementType elementType;
  void *base;
  char *data;
  ArrayRef<int64_t> shape;
};
} // namespace

/// Makes arrays of the results. Results may share memory, with each other or
/// with an input; each buffer of the function's own ends in one array or is
/// freed, whether an error is returned or not.
static llvm::Expected<std::vector<Array>>
takeResults(ArrayRef<ResultDescriptor> results,
            ArrayRef<const Array *> inputs) {
  llvm::DenseMap<void *, unsigned> uses;
  for (const ResultDescriptor &result : results)
    ++uses[result.base];
  for (const Array *input : inputs)
    uses.erase(const_cast<char *>(input->getData()));

  std::vector<Array> arrays;
  llvm::Error failure = llvm::Error::success();
  for (const ResultDescriptor &result : results) {
    if (uses.lookup(result.base) == 1) {
      arrays.push_back(result.takeOver());
      continue;
    }
    llvm::Expected<Array> array = result.copy();
    if (array)
      arrays.push_back(std::move(*array));
    else
      failure = llvm::joinErrors(std::move(failure), array.takeError());
  }
  for (auto [base, count] : uses)
    if (count > 1)
      std::free(base);
  if (failure)
    return std::move(failure);
  return arrays;
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

static std::string formatFailure(const Context &context) {
  if (!context.message)
    return "a check failed at run time";
  std::string text = context.message;
  for (auto [index, value] : llvm::enumerate(context.values)) {
    std::string placeholder = "{" + llvm::utostr(index) + "}";
    for (size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at))
      text.replace(at, placeholder.size(), llvm::itostr(value));
  }
  return text;
}

llvm::Expected<std::vector<Array>>
Kernel::run(ArrayRef<const Array *> inputs) const {
  if (llvm::Error error = checkInputs(signature, inputs))
    return std::move(error);

  // Reserved first: the arguments point into it.
  SmallVector<SmallVector<int64_t>> descriptors(inputs.size());
  SmallVector<void *> pointers;
  size_t resultWords = 0;
  for (const ArrayType &type : signature.results)
    resultWords += getDescriptorWords(type.shape.size());
  // The status, of 32 bits, follows the results' descriptors.
  SmallVector<int64_t> results(resultWords + 1, 0);
  if (resultWords != 0)
    pointers.push_back(results.data());
  for (auto [input, words] : llvm::zip_equal(inputs, descriptors)) {
    appendDescriptor(*input, words);
    pointers.push_back(words.data());
  }
  Context context;
  pointers.push_back(&context);

  SmallVector<void *> arguments;
  for (void *&pointer : pointers)
    arguments.push_back(&pointer);
  // Without results the function returns the status itself.
  if (resultWords == 0)
    arguments.push_back(results.data());
  entry(arguments.data());

  SmallVector<ResultDescriptor> descriptorsOfResults;
  const int64_t *words = results.data();
  for (const ArrayType &type : signature.results) {
    descriptorsOfResults.emplace_back(type, words);
    words += getDescriptorWords(type.shape.size());
  }
  llvm::Expected<std::vector<Array>> arrays =
      takeResults(descriptorsOfResults, inputs);
  int32_t status;
  std::memcpy(&status, words, sizeof(status));
  if (status == 0)
    return arrays;
  llvm::consumeError(arrays.takeError());
  return llvm::createStringError(Twine(formatFailure(context)));
}
