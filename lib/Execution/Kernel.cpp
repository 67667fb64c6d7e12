//===- Kernel.cpp - A compiled function as a callable -----------*- C++ -*-===//

#include "extrema/Execution/Kernel.h"

#include "Allocation.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::extrema;

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
  llvm::append_range(words, computeSuffixProduct(array.getShape()));
}

namespace {
/// The descriptor of a result: contiguous, as all at a function's boundary.
struct Result {
  Result(const ArrayType &type, const int64_t *words)
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

//===----------------------------------------------------------------------===//
// Call
//===----------------------------------------------------------------------===//

llvm::Expected<Call> Call::prepare(const Kernel &kernel,
                                   ArrayRef<const Array *> inputs) {
  if (llvm::Error error = checkInputs(kernel.getSignature(), inputs))
    return std::move(error);
  Call call(kernel, inputs);
  if (llvm::Error error = call.allocateScratch())
    return std::move(error);
  return call;
}

Call::Call(const Kernel &kernel, ArrayRef<const Array *> inputs)
    : kernel(&kernel), inputs(inputs), frame(std::make_unique<Frame>()) {
  size_t resultWords = 0;
  for (const ArrayType &type : kernel.getSignature().results) {
    frame->resultOffsets.push_back(resultWords);
    resultWords += getDescriptorWords(type.shape.size());
  }
  // The status, of 32 bits, follows the results' descriptors; it stays 0 if
  // nothing is checked.
  frame->results.resize(resultWords + 1);
  if (resultWords != 0)
    frame->pointers.push_back(frame->results.data());
  // Reserved first: the arguments point into it.
  frame->inputs.resize(inputs.size());
  for (auto [input, words] : llvm::zip_equal(inputs, frame->inputs)) {
    appendDescriptor(*input, words);
    frame->pointers.push_back(words.data());
  }
  if (kernel.sizeEntry) {
    // Base, data, offset, size, stride: filled in by allocateScratch.
    frame->scratch = {0, 0, 0, 0, 1};
    frame->pointers.push_back(frame->scratch.data());
  }
  if (kernel.isChecked)
    frame->pointers.push_back(&frame->context);

  for (void *&pointer : frame->pointers)
    frame->arguments.push_back(&pointer);
  // Without other results the function returns the status itself.
  if (resultWords == 0 && kernel.isChecked)
    frame->arguments.push_back(frame->results.data());
}

llvm::Error Call::allocateScratch() {
  if (!kernel->sizeEntry)
    return llvm::Error::success();
  SmallVector<void *> pointers;
  for (SmallVector<int64_t> &words : frame->inputs)
    pointers.push_back(words.data());
  SmallVector<void *> arguments;
  for (void *&pointer : pointers)
    arguments.push_back(&pointer);
  int64_t size = 0;
  arguments.push_back(&size);
  kernel->sizeEntry(arguments.data());

  if (size == 0)
    return llvm::Error::success();
  // A multiple of the alignment, which is that of extrema-scratch-to-argument.
  frame->scratchMemory.reset(std::aligned_alloc(64, size));
  if (!frame->scratchMemory)
    return llvm::createStringError(
        "no memory for " + Twine(static_cast<uint64_t>(size)) +
        " bytes of scratch memory, which function '" +
        kernel->getSignature().functionName + "' needs");
  auto address = reinterpret_cast<int64_t>(frame->scratchMemory.get());
  frame->scratch[0] = frame->scratch[1] = address;
  frame->scratch[3] = size;
  return llvm::Error::success();
}

void Call::invoke() {
  frame->context = Context();
  frame->end = runEntry(kernel->entry, frame->arguments.data(),
                        frame->context.message, frame->refusedSize);
  if (frame->end != CallEnd::Returned)
    llvm::fill(frame->results, 0);
}

/// "{0}", "{1}", ... in a failed check's message stand for its values.
static std::string formatMessage(StringRef message, ArrayRef<int64_t> values) {
  std::string text = message.str();
  for (auto [index, value] : llvm::enumerate(values)) {
    std::string placeholder = "{" + llvm::utostr(index) + "}";
    for (size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at))
      text.replace(at, placeholder.size(), llvm::itostr(value));
  }
  return text;
}

llvm::Error Call::getFailure() const {
  int32_t status;
  std::memcpy(&status, &frame->results.back(), sizeof(status));
  const Context &context = frame->context;
  StringRef name = kernel->getSignature().functionName;
  if (frame->end == CallEnd::Aborted && !context.message)
    return llvm::createStringError(
        "function '" + name +
        "' has called abort: an assertion of its own failed, whose text is on "
        "standard output");
  if (frame->end == CallEnd::NoMemory && !context.message)
    return llvm::createStringError(
        "no memory for " + Twine(frame->refusedSize) +
        // Sizes do not wrap, but end here: extrema-saturate-allocations.
        (frame->refusedSize >> 62 != 0 ? " or more" : "") +
        " bytes, which function '" + name +
        "' needs for a result or on the way to one");
  if (frame->end == CallEnd::Returned && status == 0)
    return llvm::Error::success();
  return llvm::createStringError(
      Twine(context.message ? formatMessage(context.message, context.values)
                            : "a check failed at run time"));
}

void *Call::getBuffer(size_t result) const {
  return reinterpret_cast<void *>(frame->results[frame->resultOffsets[result]]);
}

SmallVector<void *, 4> Call::getOwnBuffers() const {
  SmallVector<void *, 4> buffers;
  for (size_t i = 0, e = frame->resultOffsets.size(); i < e; ++i) {
    void *buffer = getBuffer(i);
    bool isInput = llvm::any_of(
        inputs, [&](const Array *input) { return input->getData() == buffer; });
    if (!isInput && !llvm::is_contained(buffers, buffer))
      buffers.push_back(buffer);
  }
  return buffers;
}

void Call::releaseResults() {
  for (void *buffer : getOwnBuffers())
    std::free(buffer);
}

llvm::Expected<std::vector<Array>> Call::takeResults() {
  if (llvm::Error failure = getFailure()) {
    releaseResults();
    return std::move(failure);
  }
  // An array takes over a buffer that is its alone; other results are copied.
  SmallVector<void *, 4> buffers = getOwnBuffers();
  SmallVector<void *, 4> shared;
  for (void *buffer : buffers) {
    size_t uses = 0;
    for (size_t i = 0, e = frame->resultOffsets.size(); i < e; ++i)
      uses += getBuffer(i) == buffer;
    if (uses > 1)
      shared.push_back(buffer);
  }

  std::vector<Array> arrays;
  llvm::Error failure = llvm::Error::success();
  for (auto [type, offset] :
       llvm::zip_equal(kernel->getSignature().results, frame->resultOffsets)) {
    Result result(type, &frame->results[offset]);
    if (llvm::is_contained(buffers, result.base) &&
        !llvm::is_contained(shared, result.base)) {
      arrays.push_back(result.takeOver());
      continue;
    }
    llvm::Expected<Array> array = result.copy();
    if (array)
      arrays.push_back(std::move(*array));
    else
      failure = llvm::joinErrors(std::move(failure), array.takeError());
  }
  for (void *buffer : shared)
    std::free(buffer);
  if (failure)
    return std::move(failure);
  return arrays;
}

llvm::Expected<std::vector<Array>>
Kernel::run(ArrayRef<const Array *> inputs) const {
  llvm::Expected<Call> call = Call::prepare(*this, inputs);
  if (!call)
    return call.takeError();
  call->invoke();
  return call->takeResults();
}
