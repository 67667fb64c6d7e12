//===- ExtremaOps.cpp - Generated definitions, custom assembly ------------===//
//
// What TableGen generates for the operations, and the parts of their assembly
// that its declarative format cannot say.
//
//===----------------------------------------------------------------------===//

#include "extrema/Dialect/Extrema/IR/Extrema.h"

using namespace mlir;
using namespace mlir::extrema;

//===----------------------------------------------------------------------===//
// Assembly of k: `(5)`, `(%k)` of type index, or `(%k : i64)`
//===----------------------------------------------------------------------===//

static ParseResult parseK(OpAsmParser &parser,
                          std::optional<OpAsmParser::UnresolvedOperand> &value,
                          Type &valueType, IntegerAttr &attribute) {
  Builder &builder = parser.getBuilder();
  if (parser.parseLParen())
    return failure();
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult parsedOperand = parser.parseOptionalOperand(operand);
  if (!parsedOperand.has_value()) {
    int64_t k;
    if (parser.parseInteger(k))
      return failure();
    attribute = builder.getI64IntegerAttr(k);
    return parser.parseRParen();
  }
  if (failed(*parsedOperand))
    return failure();
  value = operand;
  valueType = builder.getIndexType();
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(valueType))
    return failure();
  return parser.parseRParen();
}

static void printK(OpAsmPrinter &printer, Operation *, Value value,
                   Type valueType, IntegerAttr attribute) {
  printer << '(';
  if (attribute)
    printer << attribute.getInt();
  // Neither or both of them is for the verifier to say.
  if (value) {
    printer << value;
    if (!valueType.isIndex())
      printer << " : " << valueType;
  }
  printer << ')';
}

//===----------------------------------------------------------------------===//
// Assembly of the NaN mode: the bare word
//===----------------------------------------------------------------------===//

static ParseResult parseNanMode(OpAsmParser &parser, NanModeAttr &attribute) {
  FailureOr<NanMode> mode = FieldParser<NanMode>::parse(parser);
  if (failed(mode))
    return failure();
  attribute = NanModeAttr::get(parser.getContext(), *mode);
  return success();
}

static void printNanMode(OpAsmPrinter &printer, Operation *,
                         NanModeAttr attribute) {
  printer << stringifyNanMode(attribute.getValue());
}

//===----------------------------------------------------------------------===//
// Assembly of arg_reduce's destinations
//===----------------------------------------------------------------------===//

// `outs(%v, %i : T, U)`, `value_only outs(%v : T)` or `index_only outs(%i :
// U)`: the keyword is needed, since i64 values and i64 indices look alike.
static ParseResult parseDestinations(
    OpAsmParser &parser, std::optional<OpAsmParser::UnresolvedOperand> &values,
    Type &valuesType, std::optional<OpAsmParser::UnresolvedOperand> &indices,
    Type &indicesType) {
  bool valueOnly = succeeded(parser.parseOptionalKeyword("value_only"));
  bool indexOnly =
      !valueOnly && succeeded(parser.parseOptionalKeyword("index_only"));
  OpAsmParser::UnresolvedOperand first, second;
  Type firstType, secondType;
  if (parser.parseKeyword("outs") || parser.parseLParen() ||
      parser.parseOperand(first))
    return failure();
  bool both = !valueOnly && !indexOnly;
  if (both && (parser.parseComma() || parser.parseOperand(second)))
    return failure();
  if (parser.parseColon() || parser.parseType(firstType))
    return failure();
  if (both && (parser.parseComma() || parser.parseType(secondType)))
    return failure();
  if (indexOnly) {
    indices = first;
    indicesType = firstType;
    return parser.parseRParen();
  }
  values = first;
  valuesType = firstType;
  if (both) {
    indices = second;
    indicesType = secondType;
  }
  return parser.parseRParen();
}

static void printDestinations(OpAsmPrinter &printer, Operation *, Value values,
                              Type valuesType, Value indices,
                              Type indicesType) {
  if (!indices)
    printer << "value_only ";
  else if (!values)
    printer << "index_only ";
  printer << "outs(";
  SmallVector<Value, 2> operands;
  SmallVector<Type, 2> types;
  if (values) {
    operands.push_back(values);
    types.push_back(valuesType);
  }
  if (indices) {
    operands.push_back(indices);
    types.push_back(indicesType);
  }
  printer << operands << " : " << types << ')';
}

#define GET_OP_CLASSES
#include "extrema/Dialect/Extrema/IR/ExtremaOps.cpp.inc"
