//===- EntryName.cpp - The entry point under a name of choice -------------===//

#include "EntryName.h"

#include "CheckModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::extrema;

template <typename... Ts>
static llvm::Error createEntryError(StringRef name, const Ts &...parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "--entry=" << name << ": ";
  (os << ... << parts);
  return llvm::createStringError(Twine(text));
}

/// The keywords of C23 that are letters, those of earlier versions among them;
/// others begin with an underscore and a capital letter.
static bool isKeyword(StringRef name) {
  static constexpr StringRef kKeywords[] = {
      "alignas",      "alignof",  "auto",          "bool",      "break",
      "case",         "char",     "const",         "constexpr", "continue",
      "default",      "do",       "double",        "else",      "enum",
      "extern",       "false",    "float",         "for",       "goto",
      "if",           "inline",   "int",           "long",      "nullptr",
      "register",     "restrict", "return",        "short",     "signed",
      "sizeof",       "static",   "static_assert", "struct",    "switch",
      "thread_local", "true",     "typedef",       "typeof",    "typeof_unqual",
      "union",        "unsigned", "void",          "volatile",  "while"};
  return llvm::is_contained(kKeywords, name) ||
         (name.size() > 1 && name[0] == '_' && name[1] >= 'A' &&
          name[1] <= 'Z');
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char character) {
           return llvm::isAlnum(character) || character == '_';
         });
}

static llvm::Error checkEntryName(StringRef name) {
  if (!isIdentifier(name))
    return createEntryError(name, "that is no identifier of C, which is made "
                                  "of letters, digits and '_' and does not "
                                  "begin with a digit");
  if (isKeyword(name))
    return createEntryError(name, "C keeps this name for itself");
  if (isCalledByCode(name))
    return createEntryError(
        name, "that is the name of a function that compiled code calls");
  if (name == "main")
    return createEntryError(
        name, "that is the function that a C program begins with");
  return llvm::Error::success();
}

llvm::Error mlir::extrema::renameEntryFunction(ModuleOp module,
                                               StringRef name) {
  if (llvm::Error error = checkEntryName(name))
    return error;
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      functions.push_back(function);
  if (functions.empty())
    return llvm::createStringError(
        Twine("the module has no public function to compile"));
  if (functions.size() > 1)
    return createEntryError(
        name, "the module must have one public function, but has ",
        functions.size(), ": '", functions[0].getName(), "', '",
        functions[1].getName(), functions.size() > 2 ? "', ..." : "'");

  func::FuncOp function = functions.front();
  if (function.getName() == name)
    return llvm::Error::success();
  SymbolTable symbols(module);
  if (symbols.lookup(name))
    return createEntryError(name, "the module has another symbol of this name");
  if (failed(symbols.rename(function, name)))
    return createEntryError(name,
                            "an operation of an unknown dialect may refer "
                            "to the function '",
                            function.getName(), "'");
  return llvm::Error::success();
}

llvm::Error mlir::extrema::exportEntryFunction(ModuleOp module,
                                               StringRef name) {
  SymbolTable symbols(module);
  for (const std::string &function :
       {name.str(), (name + "_scratch_size").str()}) {
    auto interface =
        symbols.lookup<LLVM::LLVMFuncOp>("_mlir_ciface_" + function);
    if (!interface)
      continue;
    Operation *behind = symbols.lookup(function);
    if ((behind && failed(symbols.renameToUnique(behind, {}))) ||
        failed(symbols.rename(interface, function)))
      return createEntryError(name, "the functions' uses are not known");
  }
  return llvm::Error::success();
}
