//===- StructuredOps.cpp - Reductions and their identity ------------------===//
//
// Verification, interfaces. What simplifies is in
// StructuredOpsCanonicalization.cpp.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Encoding.h"
#include "extrema/Dialect/Extrema/IR/Extrema.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// `group`, an operand's first number and how many there are, is one operand.
/// AttrSizedOperandSegments only adds up the sizes, and the generic form can
/// give any.
static LogicalResult verifyIsThere(Operation *op, StringRef name,
                                   std::pair<unsigned, unsigned> group) {
  if (group.second == 1)
    return success();
  return op->emitOpError("needs one operand '")
         << name << "', but operandSegmentSizes gives it " << group.second;
}

/// Tensors and memrefs are not mixed, results stand for tensor destinations.
static LogicalResult verifySemantics(DestinationStyleOpInterface op) {
  if (!op.hasPureTensorSemantics() && !op.hasPureBufferSemantics())
    return op->emitOpError(
        "takes either tensors or memrefs, not both in one operation");
  size_t numResults = op->getNumResults();
  size_t numDestinations = op.getNumDpsInits();
  if (op.hasPureBufferSemantics() && numResults != 0)
    return op->emitOpError("on memrefs must have no results, but has ")
           << numResults;
  if (op.hasPureTensorSemantics() && numResults != numDestinations)
    return op->emitOpError("on tensors must have one result for each of its ")
           << numDestinations << " destinations, but has " << numResults;
  return verifyNoSparseTensors(op);
}

/// `destination` has the shape `expected`, as far as both are static.
static LogicalResult verifyDestinationShape(Operation *op, StringRef name,
                                            ShapedType destination,
                                            ArrayRef<int64_t> expected) {
  if (succeeded(verifyCompatibleShape(destination.getShape(), expected)))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError();
  diagnostic << name << " destination is of type " << destination
             << ", but the input and the dimension call for the shape [";
  llvm::interleave(
      expected,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          diagnostic << '?';
        else
          diagnostic << size;
      },
      [&] { diagnostic << ", "; });
  return diagnostic << ']';
}

/// `kind` orders the elements, which `whose` has.
static LogicalResult verifyKind(Operation *op, Kind kind, Type elementType,
                                StringRef whose) {
  if (isKindOfType(kind, elementType))
    return success();
  return op->emitOpError("kind '")
         << stringifyKind(kind) << "' orders "
         << (isFloatKind(kind) ? "floats" : "integers") << ", but " << whose
         << " element type " << elementType;
}

/// What the two reductions have in common.
template <typename OpTy> static LogicalResult verifyStructuredOp(OpTy op) {
  if (failed(verifyIsThere(op, "input", op.getODSOperandIndexAndLength(0))) ||
      failed(verifySemantics(op)))
    return failure();
  ShapedType inputType = op.getInputType();
  Type elementType = op.getElementType();
  if (failed(verifyKind(op, op.getKind(), elementType, "the input has")))
    return failure();
  int64_t dimension = op.getReducedDimension();
  if (dimension < 0 || dimension >= inputType.getRank())
    return op.emitOpError("dimension ")
           << dimension << " is out of range: the input has rank "
           << inputType.getRank();
  if (op.getInputIndices() && op.getIndexBase())
    return op.emitOpError("takes index_base or explicit indices, not both");

  auto values = op.getValues();
  auto indices = op.getIndices();
  if (values) {
    Type valueType = cast<ShapedType>(values.getType()).getElementType();
    if (valueType != elementType)
      return op.emitOpError("has a values destination of element type ")
             << valueType << ", but the input's is " << elementType;
  }
  if (op.getInputIndices()) {
    auto explicitType = cast<ShapedType>(op.getInputIndices().getType());
    if (failed(verifyCompatibleShape(explicitType, inputType)))
      return op.emitOpError("has explicit indices of type ")
             << explicitType << ", which do not have the shape of the input, "
             << inputType;
    if (indices) {
      Type indexType = cast<ShapedType>(indices.getType()).getElementType();
      if (explicitType.getElementType() != indexType)
        return op.emitOpError("has explicit indices of element type ")
               << explicitType.getElementType()
               << ", but an indices destination of element type " << indexType;
    }
  }
  return success();
}

LogicalResult ArgReduceOp::verify() {
  if (!getValues() && !getIndices())
    return emitOpError("needs a destination: for values, for indices or both");
  if (failed(verifyStructuredOp(*this)))
    return failure();
  if (getAccumulate() && (!getValues() || !getIndices()))
    return emitOpError(
        "with accumulate needs both destinations: they hold the state");
  SmallVector<int64_t> shape(getInputType().getShape());
  shape.erase(shape.begin() + getReducedDimension());
  if (getValues() &&
      failed(verifyDestinationShape(
          *this, "values", cast<ShapedType>(getValues().getType()), shape)))
    return failure();
  if (getIndices() &&
      failed(verifyDestinationShape(
          *this, "indices", cast<ShapedType>(getIndices().getType()), shape)))
    return failure();
  return success();
}

LogicalResult TopKReduceOp::verify() {
  if (failed(verifyIsThere(*this, "values", getODSOperandIndexAndLength(3))) ||
      failed(verifyIsThere(*this, "indices", getODSOperandIndexAndLength(4))) ||
      failed(verifyStructuredOp(*this)))
    return failure();
  auto valuesType = cast<ShapedType>(getValues().getType());
  auto indicesType = cast<ShapedType>(getIndices().getType());
  SmallVector<int64_t> shape(getInputType().getShape());
  int64_t dimension = getReducedDimension();
  shape[dimension] = ShapedType::kDynamic;
  if (failed(verifyDestinationShape(*this, "values", valuesType, shape)) ||
      failed(verifyDestinationShape(*this, "indices", indicesType, shape)))
    return failure();
  if (failed(verifyCompatibleShape(valuesType, indicesType)))
    return emitOpError("has a values destination of ")
           << valuesType.getDimSize(dimension)
           << " and an indices destination of "
           << indicesType.getDimSize(dimension) << " elements along dimension "
           << dimension;
  return success();
}

LogicalResult IdentityOp::verify() {
  if (failed(verifySemantics(*this)) ||
      failed(verifyKind(*this, getKind(), getElementType(),
                        "the values destination has")))
    return failure();
  if (failed(
          verifyCompatibleShape(getValues().getType(), getIndices().getType())))
    return emitOpError("has destinations of two shapes: ")
           << getValues().getType() << " and " << getIndices().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

/// The consecutive operands that hold the destinations. Not made of the
/// operands' own mutable ranges: an optional operand that is left out has none.
static MutableOperandRange getDestinations(Operation *op, unsigned start) {
  return MutableOperandRange(op, start, op->getNumOperands() - start);
}

MutableOperandRange ArgReduceOp::getDpsInitsMutable() {
  return getDestinations(*this, getODSOperandIndexAndLength(3).first);
}

MutableOperandRange TopKReduceOp::getDpsInitsMutable() {
  return getDestinations(*this, getODSOperandIndexAndLength(3).first);
}

/// On memrefs: reads of the inputs, writes of the destinations, and reads of
/// them too where they hold a state.
static void getStructuredEffects(
    DestinationStyleOpInterface op, bool accumulate,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    bool isDestination = op.isDpsInit(&operand);
    if (!isDestination || accumulate)
      effects.emplace_back(MemoryEffects::Read::get(), &operand, /*stage=*/0,
                           /*effectOnFullRegion=*/true,
                           SideEffects::DefaultResource::get());
    if (isDestination)
      effects.emplace_back(MemoryEffects::Write::get(), &operand, /*stage=*/0,
                           /*effectOnFullRegion=*/true,
                           SideEffects::DefaultResource::get());
  }
}

void ArgReduceOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getStructuredEffects(*this, getAccumulate(), effects);
}

void TopKReduceOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getStructuredEffects(*this, getAccumulate(), effects);
}

void IdentityOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getStructuredEffects(*this, /*accumulate=*/false, effects);
}

/// Structured operations are total: on tensors nothing forbids to run one
/// early.
static Speculation::Speculatability
getStructuredSpeculatability(DestinationStyleOpInterface op) {
  return op.hasPureTensorSemantics() ? Speculation::Speculatable
                                     : Speculation::NotSpeculatable;
}

Speculation::Speculatability ArgReduceOp::getSpeculatability() {
  return getStructuredSpeculatability(*this);
}

Speculation::Speculatability TopKReduceOp::getSpeculatability() {
  return getStructuredSpeculatability(*this);
}

Speculation::Speculatability IdentityOp::getSpeculatability() {
  return getStructuredSpeculatability(*this);
}

/// Results have the shape of their destinations.
static LogicalResult
reifyDestinationShapes(DestinationStyleOpInterface op, OpBuilder &builder,
                       ReifiedRankedShapedTypeDims &shapes) {
  for (OpResult result : op->getResults())
    shapes.push_back(tensor::getMixedSizes(builder, op.getLoc(),
                                           op.getTiedOpOperand(result)->get()));
  return success();
}

LogicalResult
ArgReduceOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  return reifyDestinationShapes(*this, builder, shapes);
}

LogicalResult
TopKReduceOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  return reifyDestinationShapes(*this, builder, shapes);
}

LogicalResult
IdentityOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  return reifyDestinationShapes(*this, builder, shapes);
}
