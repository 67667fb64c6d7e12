//===- BufferizableOpInterfaceImpl.h - Bufferization models -----*- C++ -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace extrema {

/// Lets one-shot bufferization take the structured operations: inputs are read,
/// destinations written in place, and read where a state is accumulated.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
