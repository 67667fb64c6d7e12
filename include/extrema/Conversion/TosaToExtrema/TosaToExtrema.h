//===- TosaToExtrema.h - tosa.argmax to extrema.argmax ----------*- C++ -*-===//

#ifndef EXTREMA_CONVERSION_TOSATOEXTREMA_TOSATOEXTREMA_H
#define EXTREMA_CONVERSION_TOSATOEXTREMA_TOSATOEXTREMA_H

namespace mlir {
class RewritePatternSet;

namespace extrema {

/// Adds the pattern that turns `tosa.argmax` into `extrema.argmax`. It matches
/// where the latter has the element and index types; others stay.
void populateTosaToExtremaPatterns(RewritePatternSet &patterns);

} // namespace extrema
} // namespace mlir

#endif // EXTREMA_CONVERSION_TOSATOEXTREMA_TOSATOEXTREMA_H
