//===- KernelBuilder.h - Short names for the IR of a kernel -----*- C++ -*-===//

#ifndef EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_KERNELBUILDER_H
#define EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_KERNELBUILDER_H

#include "State.h"

#include "extrema/Conversion/ExtremaToVector/KernelLanguage/KernelOptions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::extrema {

/// What an operation of a kernel takes: a value, or a number. A number becomes
/// a constant of the type of the operation's other operand, or of type `index`
/// where there is none.
class Operand {
public:
  template <typename T,
            std::enable_if_t<std::is_convertible_v<T, Value>, int> = 0>
  Operand(T value) : value(value) {}
  template <typename T,
            std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>,
                             int> = 0>
  Operand(T number) : number(number) {}

  /// Null for a number.
  Value getValue() const { return value; }
  int64_t getNumber() const { return number; }

private:
  Value value;
  int64_t number = 0;
};

/// Where in a memref: one coordinate, or one for each of its dimensions.
class Position {
public:
  template <typename T,
            std::enable_if_t<std::is_convertible_v<T, Operand>, int> = 0>
  Position(T coordinate) : coordinates{Operand(coordinate)} {}
  Position(std::initializer_list<Operand> coordinates)
      : coordinates(coordinates) {}
  Position(ValueRange coordinates)
      : coordinates(coordinates.begin(), coordinates.end()) {}

  ArrayRef<Operand> getCoordinates() const { return coordinates; }

private:
  SmallVector<Operand, 2> coordinates;
};

/// The language of kernels: it spells arithmetic, memory and loops briefly. It
/// stands where the next operation goes, and in the bodies of loops while these
/// are built. Operands of one operation must have one type, but for a scalar
/// beside a vector, which is broadcast, and for numbers. Operations of
/// constants are folded. docs/Kernels.md shows it by an example.
class KernelBuilder : public ImplicitLocOpBuilder {
public:
  using Values = SmallVector<Value>;

  /// Stands where `builder` does.
  KernelBuilder(Location loc, const OpBuilder &builder,
                const KernelOptions &options = {})
      : ImplicitLocOpBuilder(loc, builder), options(options) {}

  const KernelOptions &getOptions() const { return options; }

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  Value index(int64_t value);
  /// An i1.
  Value truth(bool value);
  /// A scalar or a vector of copies.
  Value constant(Type type, const APInt &value);
  Value constant(Type type, int64_t value);
  Value constant(Type type, TypedAttr value);
  /// Zero, of a float or an integer.
  Value zero(Type type);

  //===--------------------------------------------------------------------===//
  // Arithmetic on integers, scalars or vectors
  //===--------------------------------------------------------------------===//

  Value add(Operand lhs, Operand rhs);
  Value sub(Operand lhs, Operand rhs);
  Value mul(Operand lhs, Operand rhs);
  Value divideUnsigned(Operand lhs, Operand rhs);
  Value bitAnd(Operand lhs, Operand rhs);
  Value bitOr(Operand lhs, Operand rhs);
  Value bitXor(Operand lhs, Operand rhs);
  Value bitNot(Value value);
  Value shiftLeft(Operand value, Operand bits);
  Value shiftRight(Operand value, Operand bits);
  Value minSigned(Operand lhs, Operand rhs);
  Value maxSigned(Operand lhs, Operand rhs);
  Value maxUnsigned(Operand lhs, Operand rhs);

  // Comparisons of signed integers: i1, or a vector of i1.
  Value less(Operand lhs, Operand rhs);
  Value atMost(Operand lhs, Operand rhs);
  Value greater(Operand lhs, Operand rhs);
  Value atLeast(Operand lhs, Operand rhs);
  Value equal(Operand lhs, Operand rhs);
  Value differ(Operand lhs, Operand rhs);
  // Of unsigned ones.
  Value lessUnsigned(Operand lhs, Operand rhs);
  Value atMostUnsigned(Operand lhs, Operand rhs);
  Value greaterUnsigned(Operand lhs, Operand rhs);
  Value atLeastUnsigned(Operand lhs, Operand rhs);

  Value select(Value condition, Operand ifTrue, Operand ifFalse);

  /// Another width, or `index`: cut, or filled with copies of the sign or with
  /// zeros.
  Value castSigned(Value value, Type type);
  Value castUnsigned(Value value, Type type);

  /// The number of ones, and of zeros below the lowest one and above the
  /// highest one: of the value's type.
  Value popCount(Value value);
  Value countTrailingZeros(Value value);
  Value countLeadingZeros(Value value);

  //===--------------------------------------------------------------------===//
  // Vectors
  //===--------------------------------------------------------------------===//

  Value load(VectorType type, Value memref, Position position);
  Value load(Value memref, Position position);
  /// A vector like `others`: these, but for the lanes that `mask` selects, all
  /// if it is null, which are loaded.
  Value loadMasked(Value memref, Position position, Value mask, Value others);
  /// The extent of a memref along a dimension, a constant where it is known.
  Value extent(Value memref, int64_t dimension);
  /// Stores a scalar or a vector.
  void store(Value value, Value memref, Position position);
  /// Stores the lanes that `mask` selects, all if it is null.
  void storeMasked(Value vector, Value memref, Position position, Value mask);
  Value broadcast(VectorType type, Value scalar);
  /// 0, 1, 2 and so on, by lane, of type `index`.
  Value step(VectorType type);
  /// How many lanes so many vectors of `type`, which may be scalable, have.
  Value numLanes(VectorType type, int64_t numVectors = 1);
  /// A vector of i1, the first `count` of whose lanes are true.
  Value firstLanes(VectorType type, Operand count);
  Value extract(Value vector, Operand lane);
  /// The lanes `offset` and following.
  Value slice(Value vector, int64_t offset, int64_t size);
  /// The lanes of two vectors by number, those of `rhs` after those of `lhs`.
  Value shuffle(Value lhs, Value rhs, ArrayRef<int64_t> lanes);
  /// An integer of as many bits as `mask` has lanes, lane 0 the lowest.
  Value toBits(Value mask);
  /// The sum, the least or the largest of all lanes.
  Value reduce(vector::CombiningKind kind, Value vector,
               arith::FastMathFlags flags = arith::FastMathFlags::none);
  /// Whether any lane of `mask` is true.
  Value any(Value mask);
  /// Whether each lane of `mask` is true.
  Value all(Value mask);
  /// How many lanes of `mask` are true, of type `index`.
  Value count(Value mask);

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  // States are structs of named values (State.h).

  /// The loops that are built from now on are not marked as vectorized already,
  /// as others are: LLVM may vectorize them.
  void leaveLoopsUnmarked() { marksLoops = false; }

  /// Repeats `body`, which gets the position and the state and returns the next
  /// state, for each `step`-th position of [begin, end); returns the last
  /// state.
  template <typename State, typename Body>
  State forLoop(Operand begin, Operand end, Operand step, State first,
                Body body) {
    Values last = forValues(begin, end, step, packState(first),
                            [&](Value position, ValueRange values) {
                              return packState<State>(
                                  body(position, unpackState(first, values)));
                            });
    return unpackState(first, last);
  }
  /// The same without a state.
  void forLoop(Operand begin, Operand end, Operand step,
               function_ref<void(Value)> body);

  /// Repeats `body`, which gets the state and returns the next one, while
  /// `condition` of the state, an i1, holds; returns the last state.
  template <typename State, typename Condition, typename Body>
  State whileLoop(State first, Condition condition, Body body) {
    Values last = whileValues(
        packState(first),
        [&](ValueRange values) -> std::pair<Value, Values> {
          return {condition(unpackState(first, values)), Values(values)};
        },
        [&](ValueRange values) {
          return packState<State>(body(unpackState(first, values)));
        });
    return unpackState(first, last);
  }

  /// The same where the condition is known only behind a part of the body:
  /// `test` gets the state, and returns whether to go on, an i1, and what it
  /// found. `next` gets that, and returns the next state. Returns what was
  /// found last.
  template <typename Found, typename State, typename Test, typename Next>
  Found searchLoop(State first, Test test, Next next) {
    Found like;
    Values last = whileValues(
        packState(first),
        [&](ValueRange values) -> std::pair<Value, Values> {
          std::pair<Value, Found> result = test(unpackState(first, values));
          like = result.second;
          return {result.first, packState(like)};
        },
        [&](ValueRange values) {
          return packState<State>(next(unpackState(like, values)));
        });
    return unpackState(like, last);
  }

  /// Loops over the positions from `begins` to `ends` by `steps`, lists of one
  /// value of type `index` for each dimension.
  void loopNest(ValueRange begins, ValueRange ends, ValueRange steps,
                function_ref<void(ValueRange)> body);

  /// The state that one of two branches returns, if they return any. Only that
  /// branch is built where the condition is a constant.
  template <typename Then, typename Otherwise>
  auto ifThen(Value condition, Then then, Otherwise otherwise)
      -> decltype(then()) {
    using State = decltype(then());
    if constexpr (std::is_void_v<State>) {
      auto build = [](auto &branch) {
        branch();
        return Values();
      };
      ifValues(
          condition, [&] { return build(then); },
          [&] { return build(otherwise); });
    } else {
      State like;
      Values chosen = ifValues(
          condition, [&] { return packState(like = then()); },
          [&] { return packState(like = otherwise()); });
      return unpackState(like, chosen);
    }
  }
  /// A branch without a state.
  void ifThen(Value condition, function_ref<void()> then);

  //===--------------------------------------------------------------------===//
  // Invariants
  //===--------------------------------------------------------------------===//

  /// With the option `verifyInvariants` the kernel ends the program, printing
  /// `rule`, where what `condition` builds does not hold: an i1, or a vector of
  /// i1, each of whose lanes must hold. Without the option nothing is built.
  /// `rule` names the strategy, and what it relies on. Every load and store
  /// verifies by itself that it stays inside of its memref.
  void invariant(const Twine &rule, function_ref<Value()> condition);
  /// The same for `size` records or elements that are taken for sorted:
  /// `isInOrder` gets the positions of two neighbours, from `begin` on.
  void invariantOfNeighbours(const Twine &rule, Operand begin, Operand size,
                             function_ref<Value(Value, Value)> isInOrder);

  /// A load or store of a vector that may leave its memref, for memory that
  /// lies around it. The strategy states by an invariant of its own that there
  /// is such memory.
  Value loadUnverified(VectorType type, Value memref, Position position);
  void storeUnverified(Value vector, Value memref, Position position);

private:
  /// The invariant of an access to elements of `memref`: a scalar, or a vector
  /// of type `accessed`, of which `mask`, if not null, selects lanes.
  void verifyAccess(StringRef access, Value memref, const Values &at,
                    Type accessed, Value mask = {});

  /// The values of two operands, of one type.
  std::pair<Value, Value> unify(Operand lhs, Operand rhs);
  /// The value of an operand of type `index`.
  Value toIndex(Operand operand);
  Values toIndices(const Position &position);
  Value compare(arith::CmpIPredicate predicate, Operand lhs, Operand rhs);

  // Loops over lists of values.
  Values forValues(Operand begin, Operand end, Operand step, ValueRange state,
                   function_ref<Values(Value, ValueRange)> body);
  Values whileValues(ValueRange state,
                     function_ref<std::pair<Value, Values>(ValueRange)> test,
                     function_ref<Values(ValueRange)> body);
  Values ifValues(Value condition, function_ref<Values()> then,
                  function_ref<Values()> otherwise);

  KernelOptions options;
  bool marksLoops = true;
};

} // namespace mlir::extrema

#endif // EXTREMA_LIB_CONVERSION_EXTREMATOVECTOR_KERNELLANGUAGE_KERNELBUILDER_H
