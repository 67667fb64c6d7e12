//===- NpyFile.cpp - NumPy's .npy files -------------------------*- C++ -*-===//

#include "extrema/Execution/ArrayFiles.h"

#include "FileBytes.h"
#include "extrema/Execution/Output.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::extrema;

static constexpr StringLiteral kMagic = "\x93NUMPY";

/// A header larger than this describes no array that we could hold.
static constexpr int64_t kMaxHeaderSize = 1 << 20;

namespace {
struct NpyHeader {
  std::string descr;
  bool isFortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Reads the Python dictionary of the header:
///   {'descr': '<f4', 'fortran_order': False, 'shape': (4, 8), }
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  /// Returns an error's text, or an empty string.
  std::string parse(NpyHeader &header) {
    bool hasDescr = false, hasOrder = false, hasShape = false;
    if (!consume("{"))
      return malformed;
    while (!consume("}")) {
      std::string key;
      if (!parseString(key) || !consume(":"))
        return malformed;
      if (key == "descr") {
        if (rest.starts_with("["))
          return "structured element types are not supported";
        hasDescr = parseString(header.descr);
        if (!hasDescr)
          return malformed;
      } else if (key == "fortran_order") {
        header.isFortranOrder = consume("True");
        hasOrder = header.isFortranOrder || consume("False");
        if (!hasOrder)
          return malformed;
      } else if (key == "shape") {
        hasShape = parseShape(header.shape);
        if (!hasShape)
          return malformed;
      } else {
        return "unknown key '" + key + "' in the .npy header";
      }
      if (!consume(",") && !rest.starts_with("}"))
        return malformed;
    }
    return hasDescr && hasOrder && hasShape ? "" : malformed;
  }

private:
  static constexpr const char *malformed = "malformed .npy header";

  /// Consumes `token` if it is next, and the blanks around it.
  bool consume(StringRef token) {
    rest = rest.ltrim();
    bool found = rest.consume_front(token);
    rest = rest.ltrim();
    return found;
  }

  bool parseString(std::string &text) {
    rest = rest.ltrim();
    if (!rest.starts_with("'") && !rest.starts_with("\""))
      return false;
    size_t end = rest.find(rest.front(), 1);
    if (end == StringRef::npos)
      return false;
    text = rest.slice(1, end).str();
    rest = rest.drop_front(end + 1).ltrim();
    return true;
  }

  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!consume("("))
      return false;
    while (!consume(")")) {
      int64_t extent;
      if (rest.consumeInteger(10, extent) || extent < 0)
        return false;
      rest.consume_front("L"); // Python 2
      shape.push_back(extent);
      if (!consume(",") && !rest.starts_with(")"))
        return false;
    }
    return true;
  }

  StringRef rest;
};
} // namespace

/// The element type of a type string without its byte order.
static std::optional<ElementType> parseTypeCode(StringRef code) {
  return llvm::StringSwitch<std::optional<ElementType>>(code)
      .Case("u1", ElementType::U8)
      .Case("u2", ElementType::U16)
      .Case("u4", ElementType::U32)
      .Case("u8", ElementType::U64)
      .Case("i1", ElementType::I8)
      .Case("i2", ElementType::I16)
      .Case("i4", ElementType::I32)
      .Case("i8", ElementType::I64)
      .Case("f2", ElementType::F16)
      .Cases({"V2", "bfloat16"}, ElementType::BF16)
      .Case("f4", ElementType::F32)
      .Case("f8", ElementType::F64)
      .Default(std::nullopt);
}

static std::string formatTypeString(ElementType type) {
  char kind = type == ElementType::BF16  ? 'V'
              : isFloat(type)            ? 'f'
              : type <= ElementType::U64 ? 'u'
                                         : 'i';
  int64_t size = getByteSize(type);
  return (Twine(size == 1 ? "|" : "<") + Twine(kind) + Twine(size)).str();
}

static llvm::Expected<NpyHeader> readHeader(InputFile &file) {
  char start[8];
  if (file.getRemaining() < int64_t(sizeof(start)))
    return makeFileError(file.getPath(), "not a .npy file");
  if (llvm::Error error = file.read(start, sizeof(start)))
    return std::move(error);
  if (StringRef(start, kMagic.size()) != kMagic)
    return makeFileError(file.getPath(), "not a .npy file");
  int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3)
    return makeFileError(file.getPath(), "version " + Twine(version) +
                                             " of the .npy format is not "
                                             "supported (1 to 3 are)");

  char lengthBytes[4] = {};
  if (llvm::Error error = file.read(lengthBytes, version == 1 ? 2 : 4))
    return std::move(error);
  int64_t length = llvm::support::endian::read32le(lengthBytes);
  if (length > kMaxHeaderSize)
    return makeFileError(file.getPath(), "malformed .npy header");
  std::string text(length, '\0');
  if (llvm::Error error = file.read(text.data(), length))
    return std::move(error);
  NpyHeader header;
  std::string message = HeaderParser(text).parse(header);
  if (!message.empty())
    return makeFileError(file.getPath(), message);
  return header;
}

/// Copies the column-major array `data` of that shape to `array`.
static void copyFromFortranOrder(const char *data, Array &array) {
  int64_t size = getByteSize(array.getElementType());
  ArrayRef<int64_t> shape = array.getShape();
  SmallVector<int64_t> strides;
  int64_t stride = size;
  for (int64_t extent : shape) {
    strides.push_back(stride);
    stride *= extent;
  }
  SmallVector<int64_t> indices(shape.size(), 0);
  char *destination = array.getData();
  for (int64_t i = 0, e = array.getNumElements(); i < e; ++i) {
    std::memcpy(destination, data, size);
    destination += size;
    // Step to the next element in row-major order.
    for (size_t d = shape.size(); d-- > 0;) {
      data += strides[d];
      if (++indices[d] < shape[d])
        break;
      data -= strides[d] * shape[d];
      indices[d] = 0;
    }
  }
}

llvm::Expected<Array> mlir::extrema::readNpyFile(StringRef path) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<NpyHeader> header = readHeader(*file);
  if (!header)
    return header.takeError();

  StringRef code = header->descr;
  if (code.starts_with(">"))
    return makeFileError(path, "the elements (" + code +
                                   ") are big-endian, only little-endian ones "
                                   "are supported");
  if (!code.consume_front("<") && !code.consume_front("|"))
    (void)code.consume_front("=");
  std::optional<ElementType> type = parseTypeCode(code);
  if (!type)
    return makeFileError(path, "the element type '" + header->descr +
                                   "' is not supported (integers of 8 to 64 "
                                   "bits, f16, bf16, f32 and f64 are)");

  // The size is compared with the file before memory is taken for it.
  llvm::Expected<int64_t> size = computeSizeInBytes(*type, header->shape);
  if (!size)
    return llvm::createFileError(path, size.takeError());
  if (*size != file->getRemaining())
    return makeFileError(path,
                         "the header promises " +
                             formatArrayType(getName(*type), header->shape) +
                             ", " + Twine(*size) + " bytes, but " +
                             Twine(file->getRemaining()) + " bytes follow");
  llvm::Expected<Array> array = Array::create(*type, header->shape);
  if (!array)
    return llvm::createFileError(path, array.takeError());
  if (llvm::Error error = file->read(array->getData(), array->getSizeInBytes()))
    return std::move(error);
  if (!header->isFortranOrder || array->getRank() < 2)
    return array;

  llvm::Expected<Array> rowMajor = Array::create(*type, header->shape);
  if (!rowMajor)
    return llvm::createFileError(path, rowMajor.takeError());
  copyFromFortranOrder(array->getData(), *rowMajor);
  return rowMajor;
}

llvm::Error mlir::extrema::writeNpyFile(StringRef path, const Array &array) {
  std::string header = "{'descr': '" +
                       formatTypeString(array.getElementType()) +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : array.getShape())
    header += llvm::itostr(extent) + ", ";
  if (array.getRank() > 1) // Python's tuples keep the last comma only for one.
    header.resize(header.size() - 2);
  header += "), }";
  // Magic string, version and length take ten bytes; the data is aligned to 64.
  size_t padded = llvm::alignTo(10 + header.size() + 1, 64);
  header.resize(padded - 10 - 1, ' ');
  header += '\n';
  if (header.size() > 0xffff)
    return makeFileError(path, "an array of rank " + Twine(array.getRank()) +
                                   " does not fit a .npy header");
  return writeFile(path, [&](llvm::raw_ostream &os) {
    os << kMagic << '\1' << '\0' << char(header.size() & 0xff)
       << char(header.size() >> 8) << header;
    os.write(array.getData(), array.getSizeInBytes());
  });
}
