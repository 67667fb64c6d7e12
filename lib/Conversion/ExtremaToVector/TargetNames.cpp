//===- TargetNames.cpp - LLVM's names of targets and CPUs -----------------===//
//
// LLVM takes a name that it does not know for one of a CPU without anything, or
// ends the process.
//
//===----------------------------------------------------------------------===//

#include "extrema/Conversion/ExtremaToVector/TargetNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <mutex>

using namespace mlir;
using namespace mlir::extrema;
using llvm::Triple;

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargetMCs();
  });
}

static llvm::Error checkFeatures(const Triple &triple,
                                 const llvm::MCSubtargetInfo &known,
                                 StringRef features) {
  SmallVector<StringRef> changes;
  features.split(changes, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef change : changes) {
    StringRef name = change.trim();
    if (!name.consume_front("+") && !name.consume_front("-"))
      return llvm::createStringError(
          "'" + change +
          "' is no change of a feature, which begins with + or -");
    auto isNamed = [&](const llvm::SubtargetFeatureKV &feature) {
      return name == feature.Key;
    };
    if (llvm::none_of(known.getAllProcessorFeatures(), isNamed))
      return llvm::createStringError("'" + name +
                                     "' is no feature of the target '" +
                                     triple.str() + "' that LLVM knows");
  }
  return llvm::Error::success();
}

llvm::Error mlir::extrema::checkTargetNames(const Triple &triple, StringRef cpu,
                                            StringRef features) {
  initializeTargets();
  std::string ignored;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, ignored);
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target ? target->createMCSubtargetInfo(triple, "", "") : nullptr);
  if (!known)
    return llvm::createStringError("'" + triple.str() +
                                   "' is no target that LLVM knows");
  if (cpu == "host") {
    if (Triple(llvm::sys::getProcessTriple()).getArch() != triple.getArch())
      return llvm::createStringError("the host's CPU is none of the target '" +
                                     triple.str() +
                                     "': name one, or 'generic'");
  } else if (!cpu.empty() && cpu != "generic" &&
             !known->isCPUStringValid(cpu)) {
    std::string names;
    llvm::raw_string_ostream os(names);
    llvm::interleaveComma(
        known->getAllProcessorDescriptions(), os,
        [&](const llvm::SubtargetSubTypeKV &named) { os << named.Key; });
    return llvm::createStringError("'" + cpu + "' is no CPU of the target '" +
                                   triple.str() + "'; LLVM knows: " + names);
  }
  return checkFeatures(triple, *known, features);
}
