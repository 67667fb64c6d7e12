//===- BackendTest.cpp - Tests in the form of ONNX's ------------*- C++ -*-===//

#include "extrema/Execution/BackendTest.h"

#include "extrema/Execution/ArrayFiles.h"
#include "extrema/Execution/CompareArrays.h"
#include "extrema/Execution/Diagnostics.h"
#include "extrema/Execution/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::extrema;

static std::string join(StringRef folder, const Twine &name) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

/// The paths in `folder` of the entries that are `prefix`, a number, `suffix`,
/// in the order of the numbers.
static std::vector<std::string> listNumbered(StringRef folder, StringRef prefix,
                                             StringRef suffix) {
  std::vector<std::pair<uint64_t, std::string>> found;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error)) {
    StringRef name = llvm::sys::path::filename(it->path());
    uint64_t number;
    if (name.consume_front(prefix) && name.consume_back(suffix) &&
        !name.getAsInteger(10, number))
      found.emplace_back(number, it->path());
  }
  llvm::sort(found);
  auto paths = llvm::make_second_range(found);
  return std::vector<std::string>(paths.begin(), paths.end());
}

static llvm::Expected<std::vector<Array>>
readArrays(ArrayRef<std::string> paths) {
  std::vector<Array> arrays;
  for (StringRef path : paths) {
    llvm::Expected<Array> array = readTensorProtoFile(path);
    if (!array)
      return array.takeError();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

/// The axis that unordered.txt names; none if there is no such file.
static llvm::Expected<std::optional<int64_t>> readOpenAxis(StringRef folder) {
  std::string path = join(folder, "unordered.txt");
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return std::nullopt;
  StringRef text = (*file)->getBuffer().trim();
  int64_t axis;
  if (!text.consume_front("axis ") || text.getAsInteger(10, axis) || axis < 0)
    return llvm::createFileError(
        path, llvm::createStringError(Twine("wanted is 'axis N'")));
  return axis;
}

static llvm::Error compareResults(const Signature &signature,
                                  MutableArrayRef<Array> wanted,
                                  MutableArrayRef<Array> got,
                                  std::optional<int64_t> openAxis) {
  if (wanted.size() != got.size())
    return llvm::createStringError("the model has " + Twine(got.size()) +
                                   " outputs, the data set " +
                                   Twine(wanted.size()));
  auto mayReorder = [&](ArrayRef<Array> arrays) {
    return llvm::all_of(arrays, [&](const Array &array) {
      return *openAxis < array.getRank() &&
             array.getShape() == arrays.front().getShape();
    });
  };
  // Outputs of other shapes differ anyway.
  if (openAxis && mayReorder(wanted) && mayReorder(got)) {
    sortTuples(wanted, *openAxis);
    sortTuples(got, *openAxis);
  }
  for (auto [type, wantedArray, gotArray] :
       llvm::zip_equal(signature.results, wanted, got))
    if (std::optional<std::string> difference =
            describeDifference(wantedArray, gotArray))
      return llvm::createStringError("output '" + type.name +
                                     "': " + *difference);
  return llvm::Error::success();
}

static llvm::Error runDataSet(const Kernel &kernel, StringRef folder,
                              std::optional<int64_t> openAxis) {
  llvm::Expected<std::vector<Array>> inputs =
      readArrays(listNumbered(folder, "input_", ".pb"));
  if (!inputs)
    return inputs.takeError();
  SmallVector<const Array *> pointers;
  for (const Array &input : *inputs)
    pointers.push_back(&input);
  llvm::Expected<std::vector<Array>> results = kernel.run(pointers);
  if (!results)
    return results.takeError();

  std::vector<std::string> outputs = listNumbered(folder, "output_", ".pb");
  if (outputs.empty())
    return llvm::createFileError(
        folder, llvm::createStringError(
                    Twine("there is no output_N.pb to compare with")));
  llvm::Expected<std::vector<Array>> wanted = readArrays(outputs);
  if (!wanted)
    return wanted.takeError();
  return compareResults(kernel.getSignature(), *wanted, *results, openAxis);
}

llvm::Error mlir::extrema::runBackendTest(StringRef folder,
                                          const DialectRegistry &registry,
                                          const CompileOptions &options) {
  llvm::Expected<std::optional<int64_t>> openAxis = readOpenAxis(folder);
  if (!openAxis)
    return openAxis.takeError();

  std::string path = join(folder, "model.onnx");
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      readModel(path, &context, options.import);
  if (!module)
    return module.takeError();
  llvm::Expected<std::unique_ptr<CompiledModule>> compiled =
      CompiledModule::compile(**module, options);
  if (!compiled)
    return addFileName(path, compiled.takeError());
  if ((*compiled)->getKernels().size() != 1)
    return llvm::createFileError(
        path, llvm::createStringError(Twine("there is more than one graph")));
  const Kernel &kernel = (*compiled)->getKernels().front();

  std::vector<std::string> dataSets =
      listNumbered(folder, "test_data_set_", "");
  if (dataSets.empty())
    return llvm::createFileError(
        folder,
        llvm::createStringError(Twine("there is no test_data_set_N to run")));
  for (StringRef dataSet : dataSets)
    if (llvm::Error error = runDataSet(kernel, dataSet, *openAxis))
      return addFileName(dataSet, std::move(error));
  return llvm::Error::success();
}

/// `folder` if it is a case, else the cases in it, by name.
static std::vector<std::string> listCases(StringRef folder) {
  if (llvm::sys::fs::exists(join(folder, "model.onnx")))
    return {folder.str()};
  std::vector<std::string> cases;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::fs::exists(join(it->path(), "model.onnx")))
      cases.push_back(it->path());
  llvm::sort(cases);
  return cases;
}

bool mlir::extrema::runBackendTests(ArrayRef<std::string> folders,
                                    const DialectRegistry &registry,
                                    const CompileOptions &options,
                                    llvm::raw_ostream &output,
                                    llvm::raw_ostream &errors) {
  unsigned passed = 0, failed = 0;
  for (StringRef folder : folders) {
    // "cases/" names the same folder as "cases".
    std::vector<std::string> cases =
        listCases(folder.size() > 1 ? folder.rtrim('/') : folder);
    if (cases.empty()) {
      errors << "error: '" << folder << "': no case (a folder with model.onnx)"
             << '\n';
      ++failed;
    }
    for (StringRef test : cases) {
      StringRef name = llvm::sys::path::filename(test);
      llvm::Error error = runBackendTest(test, registry, options);
      if (!error) {
        ++passed;
        output << "PASS " << name << '\n';
        continue;
      }
      ++failed;
      std::string message = llvm::toString(std::move(error));
      output << "FAIL " << name << ": " << StringRef(message).split('\n').first
             << '\n';
      output.flush();
      errors << "error: " << message << '\n';
    }
  }
  output << passed << " passed, " << failed << " failed\n";
  return failed == 0;
}
