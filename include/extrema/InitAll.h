//===- InitAll.h - Registration of all that the tools know ------*- C++ -*-===//

#ifndef EXTREMA_INITALL_H
#define EXTREMA_INITALL_H

namespace mlir {
class DialectRegistry;

namespace extrema {

/// Adds every dialect, extension and interface implementation, upstream's and
/// Extrema's, to `registry`. An interface that upstream only promises must be
/// registered before its first use, so tools take all.
void registerAll(DialectRegistry &registry);

/// Registers every pass and pipeline, upstream's and Extrema's, with the global
/// registry that `--pass-name` options and `parsePassPipeline` read.
void registerAllPasses();

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_INITALL_H
