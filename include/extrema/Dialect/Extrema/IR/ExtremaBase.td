//===- ExtremaBase.td - Dialect and type constraints -------*- tablegen -*-===//
//
// The dialect itself and the constraints that its operations share.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_EXTREMABASE_TD
#define EXTREMA_DIALECT_EXTREMA_IR_EXTREMABASE_TD

include "mlir/IR/OpBase.td"

def Extrema_Dialect : Dialect {
  let name = "extrema";
  let cppNamespace = "::mlir::extrema";
  let summary = "ArgMin, ArgMax and TopK with the exact semantics of ONNX";
  let description = [{
    The dialect has two levels of operations.

    *Value operations* (`extrema.argmin`, `extrema.argmax`, `extrema.topk`) are
    what front-ends emit: tensors in, tensors out, one operation for each ONNX
    operator, with its errors (an empty axis, `k` out of range, an index type
    too narrow).

    *Structured operations* (`extrema.arg_reduce`, `extrema.topk_reduce`) are
    what compilers transform. They write into destinations, and work on tensors
    and on memrefs. They can be tiled, split and merged. They are total: they have
    no errors. One rule defines them: an element is a pair (value, index), the
    `kind` and the tie rule order all pairs strictly, and the result depends
    only on which pairs there are, never on the order in which they arrive.
    `extrema.identity` fills destinations with the pair that an accumulation
    starts from.

    *Encodings.* A tensor may have an encoding. The operations compute on elements
    and do not look at it. A result of a structured operation has the encoding of
    its destination. A result of a value operation has the one that its type
    states; inference states none. A slice, or a tensor of partial results, has the
    encoding of the tensor that it is made from. A destination that is made for one
    that was left out has the encoding of the other one. A cast that changes the
    encoding stays where it is. So upstream's `one-shot-bufferize` with
    `use-encoding-for-memory-space` puts each buffer where its tensor's encoding
    says. Sparse tensors (`#sparse_tensor.encoding`) are refused: some of their
    elements are not stored.

    `extrema.record` notes a failed run-time check without stopping the program.

    *Attributes.* The dialect has these attributes for operations of other
    dialects. The verifier refuses any other, and any of these on another
    operation.

    | attribute | on | value | meaning |
    |---|---|---|---|
    | `extrema.name` | an argument or a result of a function | string | The name that callers use for it. The importer of ONNX models sets it to the name in the model. |
    | `extrema.original_type` | a function | string | The function type that the function had before `extrema-strip-signedness`, which sets the attribute. |
    | `extrema.read_only` | an argument of a function | none | The function only reads the argument, and nothing of it is seen after the function has returned. `extrema-protect-inputs` sets it, if asked to by `mark`. `extrema-check-arguments` may then copy the argument, and removes the attribute. |
    | `extrema.harmless` | a `cf.assert` | none | Where the condition is false, the operations after the assertion do no harm. The importer of ONNX models sets it. `extrema-insert-checks` may then note the failure instead, or remove the assertion. |
    | `extrema.kept_results` | a function | array of i64 | `extrema-drop-repeated-results` has dropped results of the function. For each result that the function had, this is the number of the result that has its value now. `extrema-restore-repeated-results` removes the attribute. |
    | `extrema.result_attributes` | a function | array of dictionaries | The attributes of each result that the function had before `extrema-drop-repeated-results`, which sets this attribute if there are any. |
    | `extrema.scratch` | a `memref.alloc` or `memref.alloca` | none | This is scratch memory. `convert-extrema-to-vector` sets it with `scratch=argument`. `extrema-scratch-to-argument` then takes the memory from the caller. |
    | `extrema.scratch_size` | a function | none | The function returns how much scratch memory another function needs. `extrema-scratch-to-argument` sets it. Such a function takes no context of failed checks. |
  }];

  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect",
  ];

  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

class Extrema_Op<string mnemonic, list<Trait> traits = []>
    : Op<Extrema_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

defvar elementTypes = "8/16/32/64-bit signless, signed or unsigned integer, "
                      "f16, bf16, f32 or f64";
defvar indexTypes = "i8, i16, i32, i64 or index";

/// What can be compared: ONNX's numeric types, plus signless integers, which
/// every value operation compares as signed.
def Extrema_ElementType : AnyTypeOf<
    [I8, I16, I32, I64, SI8, SI16, SI32, SI64, UI8, UI16, UI32, UI64,
     F16, BF16, F32, F64], elementTypes>;

/// What can number positions along an axis, or count them: read as signed.
def Extrema_IndexType
    : AnyTypeOf<[I8, I16, I32, I64, Index], indexTypes>;

// AnyTypeOf makes these plain types in C++. As tensor types, the parser would
// refuse any other by "invalid kind of type specified" and no more.
def Extrema_Tensor : AnyTypeOf<
    [TensorOf<[Extrema_ElementType]>],
    !strconcat("tensor of ", elementTypes, " values")>;
def Extrema_IndexTensor : AnyTypeOf<
    [TensorOf<[Extrema_IndexType]>],
    !strconcat("tensor of ", indexTypes, " values")>;

def Extrema_Shaped : AnyTypeOf<
    [RankedTensorOf<[Extrema_ElementType]>, MemRefOf<[Extrema_ElementType]>],
    !strconcat("ranked tensor or memref of ", elementTypes, " values")>;
def Extrema_IndexShaped : AnyTypeOf<
    [RankedTensorOf<[Extrema_IndexType]>, MemRefOf<[Extrema_IndexType]>],
    !strconcat("ranked tensor or memref of ", indexTypes, " values")>;

#endif // EXTREMA_DIALECT_EXTREMA_IR_EXTREMABASE_TD
