//===- CountReductions.h - A pass over Extrema's operations -----*- C++ -*-===//

#ifndef STANDALONE_COUNTREDUCTIONS_H
#define STANDALONE_COUNTREDUCTIONS_H

namespace standalone {

/// Registers the pass `standalone-count-reductions`.
void registerCountReductionsPass();

} // namespace standalone

#endif // STANDALONE_COUNTREDUCTIONS_H
