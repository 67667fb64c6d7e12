//===- ValueOps.cpp - ArgMin, ArgMax and TopK on tensors ------------------===//
//
// Shape inference, verification, speculation. What is checked when the program
// runs is in ValueOpsRuntimeChecks.cpp, what simplifies in
// ValueOpsCanonicalization.cpp.
//
//===----------------------------------------------------------------------===//

#include "ResultTypes.h"
#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Shape inference
//===----------------------------------------------------------------------===//

/// The axis counted from the front, or failure and a message if the input has
/// no such axis.
static FailureOr<int64_t> getAxisInRange(StringRef opName,
                                         std::optional<Location> location,
                                         ShapedType inputType, int64_t axis) {
  int64_t rank = inputType.getRank();
  if (rank == 0)
    return emitOptionalError(location, "'", opName,
                             "' op has no axis: its input is of rank 0");
  if (axis < -rank || axis >= rank)
    return emitOptionalError(location, "'", opName, "' op axis ", axis,
                             " is out of range for an input of rank ", rank,
                             ": it must be in [", -rank, ", ", rank - 1, "]");
  return axis < 0 ? axis + rank : axis;
}

/// The input's type as a tensor, or failure and a message.
static FailureOr<TensorType> getInputTensor(StringRef opName,
                                            std::optional<Location> location,
                                            ValueRange operands) {
  // The generic form can leave operands out, or give any type.
  auto type = operands.empty() ? TensorType()
                               : dyn_cast<TensorType>(operands[0].getType());
  if (!type)
    return emitOptionalError(location, "'", opName,
                             "' op needs a tensor as its first operand");
  return type;
}

/// The type that inference gives a result. It states no encoding: what holds of
/// the input's need not hold of a tensor of another shape.
static TensorType getTensorType(std::optional<ArrayRef<int64_t>> shape,
                                Type elementType) {
  if (!shape)
    return UnrankedTensorType::get(elementType);
  return RankedTensorType::get(*shape, elementType);
}

template <typename OpTy>
static LogicalResult inferArgTypes(std::optional<Location> location,
                                   typename OpTy::Adaptor op,
                                   SmallVectorImpl<Type> &inferred) {
  StringRef name = OpTy::getOperationName();
  FailureOr<TensorType> inputType =
      getInputTensor(name, location, op.getOperands());
  if (failed(inputType))
    return failure();
  Type indexType = IntegerType::get(inputType->getContext(), 64);
  if (!inputType->hasRank()) {
    inferred.push_back(getTensorType(std::nullopt, indexType));
    return success();
  }
  // Null while parsing where it was left out.
  IntegerAttr axisAttr = op.getAxisAttr();
  FailureOr<int64_t> axis = getAxisInRange(name, location, *inputType,
                                           axisAttr ? axisAttr.getInt() : 0);
  if (failed(axis))
    return failure();
  SmallVector<int64_t> shape(inputType->getShape());
  if (op.getKeepdims())
    shape[*axis] = 1;
  else
    shape.erase(shape.begin() + *axis);
  inferred.push_back(getTensorType(shape, indexType));
  return success();
}

LogicalResult
ArgMinOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &inferred) {
  return inferArgTypes<ArgMinOp>(
      location, Adaptor(operands, attributes, properties, regions), inferred);
}

LogicalResult
ArgMaxOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &inferred) {
  return inferArgTypes<ArgMaxOp>(
      location, Adaptor(operands, attributes, properties, regions), inferred);
}

LogicalResult
TopKOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &inferred) {
  StringRef name = getOperationName();
  FailureOr<TensorType> inputType = getInputTensor(name, location, operands);
  if (failed(inputType))
    return failure();
  Adaptor op(operands, attributes, properties, regions);
  Type indexType = IntegerType::get(inputType->getContext(), 64);
  if (!inputType->hasRank()) {
    inferred.push_back(
        getTensorType(std::nullopt, inputType->getElementType()));
    inferred.push_back(getTensorType(std::nullopt, indexType));
    return success();
  }
  // Null while parsing where it was left out.
  IntegerAttr axisAttr = op.getAxisAttr();
  FailureOr<int64_t> axis = getAxisInRange(name, location, *inputType,
                                           axisAttr ? axisAttr.getInt() : -1);
  if (failed(axis))
    return failure();
  SmallVector<int64_t> shape(inputType->getShape());
  IntegerAttr k = op.getStaticKAttr();
  // A negative k is no extent, and never a reason to crash: the verifier
  // refuses it.
  shape[*axis] = k && k.getInt() >= 0 ? k.getInt() : ShapedType::kDynamic;
  inferred.push_back(getTensorType(shape, inputType->getElementType()));
  inferred.push_back(getTensorType(shape, indexType));
  return success();
}

/// True if a result that was inferred as a tensor of indices may be of type
/// `actual`.
static bool isCompatibleIndexResult(Type inferred, Type actual) {
  // The operand and result constraints have looked at the element type.
  return isa<TensorType>(actual) &&
         succeeded(verifyCompatibleShape(inferred, actual));
}

bool ArgMinOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  return inferred.size() == actual.size() &&
         isCompatibleIndexResult(inferred[0], actual[0]);
}

bool ArgMaxOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  return ArgMinOp::isCompatibleReturnTypes(inferred, actual);
}

bool TopKOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  return inferred.size() == actual.size() && isa<TensorType>(actual[0]) &&
         getElementTypeOrSelf(inferred[0]) == getElementTypeOrSelf(actual[0]) &&
         succeeded(verifyCompatibleShape(inferred[0], actual[0])) &&
         isCompatibleIndexResult(inferred[1], actual[1]);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// The input must have the axis. Inference says so too, but result types are
/// compared with inferred ones only after the verifiers, which look at the
/// axis.
template <typename OpTy> static LogicalResult verifyAxis(OpTy op) {
  if (!op.getInputType().hasRank())
    return success();
  return getAxisInRange(OpTy::getOperationName(), op.getLoc(),
                        op.getInputType(), static_cast<int64_t>(op.getAxis()));
}

/// Every position along the axis must have a number in the index type.
template <typename OpTy> static LogicalResult verifyIndexType(OpTy op) {
  int64_t extent = op.getStaticExtent();
  Type indexType = op.getIndicesType().getElementType();
  if (ShapedType::isStatic(extent) && extent > getLargestExtent(indexType))
    return op.emitOpError("index type ")
           << indexType << " is too narrow: dimension "
           << *op.getAxisFromFront() << " of " << op.getInputType() << " has "
           << extent << " elements, of which its signed range numbers "
           << getLargestExtent(indexType);
  return success();
}

template <typename OpTy> static LogicalResult verifyArgOp(OpTy op) {
  if (failed(verifyNoSparseTensors(op)) || failed(verifyAxis(op)))
    return failure();
  if (op.getStaticExtent() == 0)
    return op.emitOpError("has an empty axis: dimension ")
           << *op.getAxisFromFront() << " of " << op.getInputType()
           << " has no elements";
  return verifyIndexType(op);
}

LogicalResult ArgMinOp::verify() { return verifyArgOp(*this); }

LogicalResult ArgMaxOp::verify() { return verifyArgOp(*this); }

LogicalResult TopKOp::verify() {
  if (failed(verifyNoSparseTensors(*this)) || failed(verifyAxis(*this)))
    return failure();
  if (bool(getStaticKAttr()) == bool(getDynamicK()))
    return emitOpError("needs k as an attribute or as an operand: exactly one "
                       "of the two");
  if (failed(verifyCompatibleShape(getValuesType(), getIndicesType())))
    return emitOpError("has results of two shapes: ")
           << getValuesType() << " and " << getIndicesType();
  if (IntegerAttr k = getStaticKAttr()) {
    if (k.getInt() < 0)
      return emitOpError("k must not be negative, but is ") << k.getInt();
    int64_t extent = getStaticExtent();
    if (ShapedType::isStatic(extent) && k.getInt() > extent)
      return emitOpError("k is ")
             << k.getInt() << ", but dimension " << *getAxisFromFront()
             << " of " << getInputType() << " has " << extent << " elements";
  }
  return verifyIndexType(*this);
}

//===----------------------------------------------------------------------===//
// Speculation
//===----------------------------------------------------------------------===//

/// An op whose conditions the verifier has seen to cannot fail.
static Speculation::Speculatability getSpeculatabilityIf(bool cannotFail) {
  return cannotFail ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

Speculation::Speculatability ArgMinOp::getSpeculatability() {
  return getSpeculatabilityIf(ShapedType::isStatic(getStaticExtent()) &&
                              !statesUnknownExtents(*this));
}

Speculation::Speculatability ArgMaxOp::getSpeculatability() {
  return getSpeculatabilityIf(ShapedType::isStatic(getStaticExtent()) &&
                              !statesUnknownExtents(*this));
}

Speculation::Speculatability TopKOp::getSpeculatability() {
  return getSpeculatabilityIf(ShapedType::isStatic(getStaticExtent()) &&
                              getStaticKAttr() && !statesUnknownExtents(*this));
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

void TopKOp::build(OpBuilder &builder, OperationState &state, Type values,
                   Type indices, Value input, OpFoldResult k, int64_t axis,
                   bool smallest, bool unsorted) {
  auto dynamicK = dyn_cast<Value>(k);
  IntegerAttr staticK;
  if (auto attribute = dyn_cast<Attribute>(k))
    staticK = builder.getI64IntegerAttr(cast<IntegerAttr>(attribute).getInt());
  build(builder, state, values, indices, input, dynamicK, staticK,
        static_cast<uint64_t>(axis), smallest, unsorted);
}
