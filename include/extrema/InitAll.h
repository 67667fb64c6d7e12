//===- InitAll.h - Registration of dialect, passes, pipelines ---*- C++ -*-===//
//
// The one header for those who put Extrema into a compiler of their own: the
// first pair registers Extrema alone, the second upstream as well.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_INITALL_H
#define EXTREMA_INITALL_H

namespace mlir {
class DialectRegistry;

namespace extrema {

/// Adds the Extrema dialect and the implementations of upstream's interfaces
/// for its operations to `registry`.
void registerDialect(DialectRegistry &registry);

/// Registers Extrema's passes and pipelines with the global registry that
/// `--pass-name` options and `parsePassPipeline` read. Once in a process.
void registerPasses();

/// Adds every dialect, extension and interface implementation, upstream's and
/// Extrema's, to `registry`. An interface that upstream only promises must be
/// registered before its first use, so tools take all.
void registerAll(DialectRegistry &registry);

/// Registers every pass and pipeline, upstream's and Extrema's.
void registerAllPasses();

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_INITALL_H
