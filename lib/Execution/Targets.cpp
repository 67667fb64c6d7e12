//===- Targets.cpp - What code can be made for ------------------*- C++ -*-===//

#include "Targets.h"

#include "extrema/Conversion/ExtremaToVector/TargetNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <mutex>

using namespace mlir;
using namespace mlir::extrema;
using llvm::Triple;

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    // For the assembly that a module may hold.
    llvm::InitializeAllAsmParsers();
  });
}

static Triple getHostTriple() { return Triple(llvm::sys::getProcessTriple()); }

static std::string getHostFeatures() {
  llvm::StringMap<bool> found = llvm::sys::getHostCPUFeatures();
  SmallVector<StringRef> names = llvm::to_vector(found.keys());
  llvm::sort(names);
  llvm::SubtargetFeatures features;
  for (StringRef name : names)
    features.AddFeature(name, found.lookup(name));
  return features.getString();
}

/// The host, and those that the tests compile for. LLVM knows many more, and
/// ends the process over what it cannot make code of for a GPU, say.
static bool isSupported(const Triple &triple) {
  switch (triple.getArch()) {
  case Triple::x86_64:
  case Triple::aarch64:
  case Triple::riscv64:
    // Indices are 64 bits wide, and so is what malloc is given.
    return triple.isOSBinFormatELF() &&
           llvm::DataLayout(triple.computeDataLayout()).getPointerSize() == 8;
  default:
    return false;
  }
}

static llvm::Error checkCPU(const TargetCPU &target) {
  if (llvm::Error error = checkTargetNames(target.triple, target.cpu, ""))
    return error;
  std::unique_ptr<llvm::MCSubtargetInfo> chosen(
      target.target->createMCSubtargetInfo(target.triple, target.cpu,
                                           target.features));
  // LLVM calls the width of x86's and RISC-V's registers a feature.
  if ((target.triple.isX86() || target.triple.isRISCV()) &&
      !chosen->checkFeatures("+64bit"))
    return llvm::createStringError("the CPU '" + Twine(target.cpu) +
                                   "' has 32 bits, the target '" +
                                   target.triple.str() + "' 64");
  return llvm::Error::success();
}

llvm::Expected<TargetCPU>
mlir::extrema::resolveTarget(const CompileOptions &options) {
  initializeTargets();
  Triple host = getHostTriple();
  bool isHost = options.target == "host";
  TargetCPU target;
  target.triple = isHost ? host : Triple(Triple::normalize(options.target));

  std::string ignored;
  target.target = llvm::TargetRegistry::lookupTarget(target.triple, ignored);
  if (!target.target || (!isHost && !isSupported(target.triple)))
    return llvm::createStringError(
        "'" + Twine(options.target) +
        "' is no target to compile for; the targets are the host and those of "
        "x86_64, aarch64 and riscv64 with 64-bit pointers and ELF objects, "
        "such as aarch64-linux-gnu");

  target.cpu = options.cpu;
  if (target.cpu.empty())
    target.cpu = isHost ? "host" : "generic";
  if (target.cpu == "host") {
    if (llvm::Error error = checkTargetNames(target.triple, target.cpu, ""))
      return std::move(error);
    target.cpu = llvm::sys::getHostCPUName().str();
    target.features = getHostFeatures();
    target.isHost = true;
  } else if (target.cpu == "generic" && target.triple.isRISCV64()) {
    // What systems with programs in binary form ask for, RV64GC, and with it
    // their calling convention; LLVM's generic CPU has not even floats.
    target.features = "+m,+a,+f,+d,+c";
  }
  if (llvm::Error error = checkCPU(target))
    return std::move(error);
  return target;
}

llvm::Error mlir::extrema::checkRunsHere(const TargetCPU &target) {
  Triple host = getHostTriple();
  if (target.triple.getArch() != host.getArch() ||
      target.triple.getOS() != host.getOS() ||
      target.triple.getObjectFormat() != host.getObjectFormat())
    return llvm::createStringError(
        "code for the target '" + target.triple.str() +
        "' does not run here: this is " + host.str());
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target.target->createMCSubtargetInfo(target.triple, target.cpu,
                                           target.features));
  // Features that only tune the code are not among those of the host.
  llvm::StringMap<bool> found = llvm::sys::getHostCPUFeatures();
  for (const llvm::SubtargetFeatureKV &feature :
       subtarget->getEnabledProcessorFeatures())
    if (auto it = found.find(feature.Key); it != found.end() && !it->second)
      return llvm::createStringError("code for the CPU '" + Twine(target.cpu) +
                                     "' does not run here: this CPU has no " +
                                     feature.Key);
  return llvm::Error::success();
}

llvm::Expected<VectorTarget>
mlir::extrema::getVectorTarget(const CompileOptions &options,
                               const TargetCPU &target) {
  VectorTarget vectors = VectorTarget::get(
      target.triple, target.isHost ? "host" : target.cpu, target.features);
  if (!options.vectorBits.empty())
    if (llvm::Error error = vectors.setVectorBits(options.vectorBits))
      return std::move(error);
  if (!options.cacheSizes.empty())
    if (llvm::Error error = vectors.setCacheSizes(options.cacheSizes))
      return std::move(error);
  return vectors;
}

std::unique_ptr<llvm::TargetMachine>
mlir::extrema::createTargetMachine(const TargetCPU &target, unsigned optLevel) {
  return std::unique_ptr<llvm::TargetMachine>(
      target.target->createTargetMachine(
          target.triple, target.cpu, target.features, llvm::TargetOptions(),
          llvm::Reloc::PIC_, /*CM=*/std::nullopt,
          llvm::CodeGenOpt::getLevel(static_cast<int>(optLevel))
              .value_or(llvm::CodeGenOptLevel::Default)));
}
