//===- VectorTarget.cpp - What strategies ask of a target -----------------===//

#include "extrema/Conversion/ExtremaToVector/VectorTarget.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/RISCVTargetParser.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::extrema;
using llvm::Triple;

//===----------------------------------------------------------------------===//
// Features by name
//===----------------------------------------------------------------------===//

static void addFeaturesOfX86(StringRef cpu, llvm::StringSet<> &features) {
  // The parser ends the process over a name that it does not know.
  SmallVector<StringRef> known;
  llvm::X86::fillValidCPUArchList(known, /*Only64Bit=*/true);
  if (!llvm::is_contained(known, cpu))
    return;
  SmallVector<StringRef> found;
  llvm::X86::getFeaturesForCPU(cpu, found);
  llvm::StringMap<bool> withImplied;
  for (StringRef feature : found) {
    features.insert(feature);
    llvm::X86::updateImpliedFeatures(feature, /*Enabled=*/true, withImplied);
  }
  for (const auto &feature : withImplied)
    features.insert(feature.getKey());
}

static void addFeaturesOfAArch64(StringRef cpu, llvm::StringSet<> &features) {
  std::optional<llvm::AArch64::CpuInfo> info = llvm::AArch64::parseCpu(cpu);
  if (!info)
    return;
  std::vector<StringRef> found;
  llvm::AArch64::getExtensionFeatures(info->getImpliedExtensions(), found);
  for (StringRef feature : found)
    if (feature.consume_front("+"))
      features.insert(feature);
}

static void addFeaturesOfRISCV(StringRef cpu, llvm::StringSet<> &features) {
  SmallVector<std::string> found;
  llvm::RISCV::getFeaturesForCPU(cpu, found);
  for (const std::string &feature : found)
    features.insert(feature);
}

static llvm::StringSet<> getFeatures(const Triple &triple, StringRef cpu,
                                     StringRef added) {
  llvm::StringSet<> features;
  if (cpu == "host") {
    for (const auto &[feature, isThere] : llvm::sys::getHostCPUFeatures())
      if (isThere)
        features.insert(feature);
  } else if (!cpu.empty() && cpu != "generic") {
    if (triple.isX86())
      addFeaturesOfX86(cpu, features);
    else if (triple.isAArch64())
      addFeaturesOfAArch64(cpu, features);
    else if (triple.isRISCV())
      addFeaturesOfRISCV(cpu, features);
  }
  SmallVector<StringRef> changes;
  added.split(changes, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef change : changes) {
    if (change.consume_front("-"))
      features.erase(change);
    else
      features.insert(change.ltrim('+'));
  }
  return features;
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static void describeX86(VectorTarget &target,
                        const llvm::StringSet<> &features) {
  // Without instructions on bytes and words in masked form, and those on short
  // registers, AVX-512 is of no use to half of the types.
  bool hasAVX512 =
      features.contains("avx512f") && features.contains("avx512bw") &&
      features.contains("avx512dq") && features.contains("avx512vl");
  bool hasAVX2 = features.contains("avx2");
  target.vectorBits = hasAVX512 ? 512 : hasAVX2 ? 256 : 128;
  target.numRegisters = hasAVX512 ? 32 : 16;
  target.hasMaskToBits = target.hasStreamingStores = true;
  target.hasMasks = target.hasCompress = hasAVX512;
}

static void describeAArch64(VectorTarget &target,
                            const llvm::StringSet<> &features) {
  target.numRegisters = 32;
  target.hasMaximumF = true;
  target.canScale = features.contains("sve");
}

static void describeRISCV(VectorTarget &target,
                          const llvm::StringSet<> &features) {
  target.hasVectors = target.canScale = features.contains("v");
  target.numRegisters = 32;
}

static void readHostCaches(VectorTarget &target) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
  auto read = [](int name, int64_t &size) {
    if (long found = sysconf(name); found > 0)
      size = found;
  };
  read(_SC_LEVEL1_DCACHE_SIZE, target.level1Size);
  read(_SC_LEVEL2_CACHE_SIZE, target.level2Size);
  read(_SC_LEVEL3_CACHE_SIZE, target.lastLevelSize);
#endif
}

VectorTarget VectorTarget::get(const Triple &triple, StringRef cpu,
                               StringRef features) {
  VectorTarget target;
  llvm::StringSet<> found = getFeatures(triple, cpu, features);
  if (triple.isX86())
    describeX86(target, found);
  else if (triple.isAArch64())
    describeAArch64(target, found);
  else if (triple.isRISCV())
    describeRISCV(target, found);
  if (cpu == "host")
    readHostCaches(target);
  return target;
}

llvm::Error VectorTarget::setVectorBits(StringRef bits) {
  if (bits == "scalable") {
    if (!canScale)
      return llvm::createStringError(
          "the target has no scalable vectors: name a CPU that has, such as "
          "neoverse-v1");
    isScalable = hasMasks = hasCompress = true;
    vectorBits = 128;
    return llvm::Error::success();
  }
  int64_t number;
  if (bits.getAsInteger(10, number) ||
      !llvm::is_contained({128, 256, 512}, number))
    return llvm::createStringError(
        "vectors of '" + bits +
        "' bits: they have 128, 256 or 512, or are scalable");
  vectorBits = number;
  return llvm::Error::success();
}

llvm::Error VectorTarget::setCacheSizes(StringRef sizes) {
  constexpr int64_t kLargest = int64_t(1) << 40;
  SmallVector<StringRef> texts;
  sizes.split(texts, ',');
  SmallVector<int64_t> numbers(texts.size());
  bool areNumbers =
      llvm::all_of(llvm::zip_equal(texts, numbers), [](auto pair) {
        auto &[text, number] = pair;
        return !text.getAsInteger(10, number) && number >= 1 &&
               number <= kLargest;
      });
  if (!areNumbers || numbers.size() != 3 || !llvm::is_sorted(numbers))
    return llvm::createStringError(
        "caches of '" + sizes +
        "' bytes: there are three, level 1 of data, level 2 and the last level "
        "(32768,1048576,33554432), each of 1 to 2^40 bytes and none smaller "
        "than the one before");
  level1Size = numbers[0];
  level2Size = numbers[1];
  lastLevelSize = numbers[2];
  return llvm::Error::success();
}

int64_t VectorTarget::getNumLanes(Type elementType) const {
  return std::max<int64_t>(1, vectorBits / elementType.getIntOrFloatBitWidth());
}

VectorType VectorTarget::getVectorType(Type elementType) const {
  return VectorType::get({getNumLanes(elementType)}, elementType, {isScalable});
}
