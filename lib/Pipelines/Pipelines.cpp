//===- Pipelines.cpp - From value operations to loops and LLVM ------------===//

#include "extrema/Pipelines/Pipelines.h"

#include "extrema/Conversion/Passes.h"
#include "extrema/Dialect/Extrema/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::extrema;

void mlir::extrema::buildStructuredPipeline(OpPassManager &manager,
                                            const PipelineOptions &options) {
  // Before anything multiplies extents.
  manager.addPass(createExtremaVerifySizes());
  // Before anything folds or dies: an unused operation that fails still fails.
  ExtremaInsertChecksOptions checks;
  checks.form = options.checks == Checks::None     ? CheckForm::None
                : options.checks == Checks::Assert ? CheckForm::Assert
                                                   : CheckForm::Record;
  manager.addPass(createExtremaInsertChecks(checks));
  // Calls in loops would cost copies once bufferized.
  manager.addPass(createInlinerPass());
  // It has canonicalized what is not ours.
  manager.addPass(createExtremaVerifyModule());
  manager.addPass(createExtremaValueToStructured());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createExtremaVerifyModule());
  manager.addPass(createCSEPass());
  // What was made to accumulate for tiling, and not tiled, or tiled by a loop
  // of one iteration, which is gone by now.
  manager.addPass(createExtremaAccumulateToOverwrite());
  // Upstream can neither compute on nor bufferize signed and unsigned integers.
  // The kind of each structured operation says by now how they compare.
  manager.addPass(createExtremaStripSignedness());
}

void mlir::extrema::buildToLinalgPipeline(OpPassManager &manager,
                                          const PipelineOptions &options) {
  buildStructuredPipeline(manager, options);
  manager.addPass(createConvertExtremaToLinalg());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// Tensors → memrefs, in place wherever the program allows it.
static void addBufferization(OpPassManager &manager,
                             const PipelineOptions &options) {
  // Canonicalization has folded what is known of extents and constants.
  manager.addPass(createExtremaDropEmptySlices());
  manager.addPass(createExtremaFillLargeConstants());
  ExtremaProtectInputsOptions inputs;
  inputs.mark = options.checks == Checks::Record;
  manager.addPass(createExtremaProtectInputs(inputs));
  // Else the time of bufferization is quadratic in how often a model lists one
  // value as an output.
  manager.addPass(createExtremaDropRepeatedResults());
  // Else a destination that is a slice of a larger tensor is allocated apart
  // and copied.
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  // Else what a branch yields from an empty tensor gets a dynamic layout, and a
  // copy into an identity one.
  manager.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // The default, a fully dynamic layout, costs a multiplication per access, and
  // vector loads refuse it.
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // A loop that carries a result from one iteration to the next allocates it
  // anew each time.
  bufferize.allowReturnAllocsFromLoops = true;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // It may have cast parts of larger memrefs to that layout.
  manager.addPass(createExtremaCopyStridedReturns());
  bufferization::buildBufferDeallocationPipeline(manager);
  // Deallocation leaves clones.
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createExtremaVerifyModule());
}

/// The functions' arguments besides those of the program.
static void addArguments(OpPassManager &manager,
                         const PipelineOptions &options) {
  if (options.scratch == ScratchMemory::Argument) {
    ExtremaScratchToArgumentOptions scratch;
    scratch.check = options.checks == Checks::None     ? ScratchCheck::None
                    : options.checks == Checks::Assert ? ScratchCheck::Assert
                                                       : ScratchCheck::Record;
    // It may find where the sizes of scratch memory come from.
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createExtremaScratchToArgument(scratch));
  }
  // After deallocation, which refuses raw LLVM operations: their effects on
  // memory are unknown to it.
  // It makes records. Only in this form are functions called from outside of
  // MLIR, where types say nothing.
  if (options.checks == Checks::Record)
    manager.addPass(createExtremaCheckArguments());
  // Only the entry point repeats them, not the function that it calls.
  manager.addPass(createExtremaRestoreRepeatedResults());
  if (options.checks == Checks::Record)
    manager.addPass(createExtremaLowerRecord());
}

/// What stands around the operations becomes loops: before the operations do,
/// whose loops, once there, each pass takes time to walk through.
static void addSurroundingLoops(OpPassManager &manager) {
  manager.addPass(createConvertLinalgToLoopsPass());
  manager.addPass(createConvertStridedCopyToLoops());
  manager.addPass(createForallToForLoopPass());
}

/// What the pipelines to loops do at last.
static void addLoops(OpPassManager &manager, const PipelineOptions &options) {
  addArguments(manager, options);
  manager.addPass(createConvertExtremaToLoops());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createLoopInvariantCodeMotionPass());
}

void mlir::extrema::buildToLoopsPipeline(OpPassManager &manager,
                                         const PipelineOptions &options) {
  buildStructuredPipeline(manager, options);
  addBufferization(manager, options);
  addSurroundingLoops(manager);
  addLoops(manager, options);
}

void mlir::extrema::buildToVectorPipeline(OpPassManager &manager,
                                          const PipelineOptions &options) {
  buildStructuredPipeline(manager, options);
  addBufferization(manager, options);
  // Scratch memory of vectors on the stack would stay within iterations that
  // may run in parallel, and would be allocated anew in each.
  addSurroundingLoops(manager);
  // After deallocation: the scratch memory of a strategy is its own business.
  ConvertExtremaToVectorOptions target;
  target.triple = options.triple;
  target.cpu = options.cpu;
  target.features = options.features;
  target.vectorBits = options.vectorBits;
  target.cacheSizes = options.cacheSizes;
  target.scratch = options.scratch;
  target.verifyInvariants = options.verifyInvariants;
  manager.addPass(createConvertExtremaToVector(target));
  addLoops(manager, options);
}

void mlir::extrema::buildToLLVMPipeline(OpPassManager &manager,
                                        const PipelineOptions &options) {
  if (options.vectorize)
    buildToVectorPipeline(manager, options);
  else
    buildToLoopsPipeline(manager, options);
  // Else arithmetic on 16-bit floats, which around the operations there may be,
  // calls functions of a compiler's run-time library.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"f16", "bf16"};
  manager.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  manager.addPass(createExtremaExpandFloats());
  // Addresses of views become arithmetic, of the affine kind.
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  // While sizes are extents, which in bytes must not wrap.
  manager.addPass(createExtremaSaturateAllocations());
  manager.addPass(createSCFToControlFlowPass());
  // The conversion of everything leaves masks and transposes.
  if (options.vectorize)
    manager.addPass(createConvertVectorToLLVMPass());
  // Alone it knows memref.reshape, which the conversion of everything leaves.
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createExtremaAllowNegativeStrides());
  manager.addPass(createExtremaCarryBF16AsBits());
  manager.addPass(createExtremaKeepLoopAnnotations());
  // A model may have thousands of outputs.
  manager.addPass(createExtremaReturnThroughMemory());
  manager.addPass(createCSEPass());
  manager.addPass(createExtremaVerifyLowered());
}

void mlir::extrema::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "extrema-to-linalg",
      "Lower argmin, argmax and topk on tensors to linalg on tensors; topk "
      "stays extrema.topk_reduce",
      buildToLinalgPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "extrema-to-loops",
      "Lower argmin, argmax and topk on tensors to scf loops on memrefs",
      buildToLoopsPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "extrema-to-vector",
      "Lower argmin, argmax and topk on tensors to scf loops over vectors on "
      "memrefs",
      buildToVectorPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "extrema-to-llvm",
      "Lower argmin, argmax and topk on tensors to the LLVM dialect",
      buildToLLVMPipeline);
}
