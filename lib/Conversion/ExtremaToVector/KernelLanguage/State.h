//===- State.h - Named values that loops carry ------------------*- C++ -*-===//
//
// A loop of a kernel carries values from one iteration to the next. A strategy
// names them: it declares a plain struct, one line of which says what is
// carried, and in which order.
//
//   struct Bounds {
//     Value first, last;
//     auto carried() { return std::tie(first, last); }
//   };
//
// A member is a Value, another such struct, or a list of these. A Value that is
// null at the begin is not carried and stays null. A list keeps its length.
// What is a member can be a state by itself, too.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_STATE_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_STATE_H

#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <tuple>

namespace mlir::extrema {

namespace detail {
template <typename T> using carried_t = decltype(std::declval<T &>().carried());
template <typename T>
inline constexpr bool hasNames = llvm::is_detected<carried_t, T>::value;

template <typename T>
void packMember(T &member, SmallVectorImpl<Value> &values) {
  if constexpr (std::is_same_v<T, Value>) {
    if (member)
      values.push_back(member);
  } else if constexpr (hasNames<T>) {
    std::apply([&](auto &...members) { (packMember(members, values), ...); },
               member.carried());
  } else {
    for (auto &element : member)
      packMember(element, values);
  }
}

template <typename T> void unpackMember(T &member, ValueRange &values) {
  if constexpr (std::is_same_v<T, Value>) {
    if (!member)
      return;
    assert(!values.empty() && "a state of fewer values than its first one");
    member = values.front();
    values = values.drop_front();
  } else if constexpr (hasNames<T>) {
    std::apply([&](auto &...members) { (unpackMember(members, values), ...); },
               member.carried());
  } else {
    for (auto &element : member)
      unpackMember(element, values);
  }
}
} // namespace detail

/// The values that `state` carries.
template <typename State> SmallVector<Value> packState(State state) {
  SmallVector<Value> values;
  detail::packMember(state, values);
  return values;
}

/// `like` with other values: those of `values`, as `packState` orders them.
template <typename State> State unpackState(State like, ValueRange values) {
  detail::unpackMember(like, values);
  assert(values.empty() && "a state of more values than its first one");
  return like;
}

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_STATE_H
