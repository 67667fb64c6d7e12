//===- StructuredOps.td - Arg and top-k reductions ---------*- tablegen -*-===//
//
// Destination-passing style, on tensors and on memrefs: what compilers tile,
// split, fuse, bufferize and lower. See ValueOps.td for what front-ends emit.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_STRUCTUREDOPS_TD
#define EXTREMA_DIALECT_EXTREMA_IR_STRUCTUREDOPS_TD

include "extrema/Dialect/Extrema/IR/ExtremaBase.td"
include "extrema/Dialect/Extrema/IR/ExtremaEnums.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

class Extrema_StructuredOp<string mnemonic, list<Trait> traits = []>
    : Extrema_Op<mnemonic, !listconcat([
        AttrSizedOperandSegments, DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<TilingInterface,
            ["getLoopIteratorTypes", "getIterationDomain",
             "getTiledImplementation", "getResultTilePosition",
             "generateResultTileValue",
             "getIterationDomainTileFromResultTile",
             "getTiledImplementationFromOperandTiles",
             "getIterationDomainTileFromOperandTiles"]>,
        DeclareOpInterfaceMethods<PartialReductionOpInterface,
            ["generateInitialTensorForPartialReduction",
             "tileToPartialReduction", "mergeReductions",
             "getPartialResultTilePosition"]>], traits)> {
  let hasVerifier = 1;
  let results = (outs Variadic<AnyRankedTensor>:$results);

  code commonClassDeclaration = [{
    /// The destinations: values first, then indices. They are the last operands.
    /// Never append to or erase from this range.
    MutableOperandRange getDpsInitsMutable();

    ShapedType getInputType() {
      return cast<ShapedType>(getInput().getType());
    }
    Type getElementType() { return getInputType().getElementType(); }

    /// The element type of the indices: i64 where the op shows none.
    Type getIndexElementType() {
      for (Value indices : {Value(getIndices()), Value(getInputIndices())})
        if (indices)
          return cast<ShapedType>(indices.getType()).getElementType();
      return IntegerType::get(getContext(), 64);
    }

    /// The results, of the op on tensors: null where left out, and on memrefs.
    Value getValuesResult() {
      return getValues() && getNumResults() ? getResult(0) : Value();
    }
    Value getIndicesResult() {
      return getIndices() && getNumResults() ? getResults().back() : Value();
    }

    /// The reduced dimension, signed.
    int64_t getReducedDimension() {
      return static_cast<int64_t>(getDimension());
    }
  }];
}

def Extrema_ArgReduceOp : Extrema_StructuredOp<"arg_reduce"> {
  let hasCanonicalizer = 1;
  let summary = "the best (value, index) pair of each row, into a destination";
  let description = [{
    Reduces `dimension` of the input to the best of the pairs (value, index)
    found along it.

    1. *Order.* `kind` says which of two values is the better one:

       | kind | better | NaN |
       |---|---|---|
       | `maximumf` | the larger | better than every number |
       | `minimumf` | the smaller | better than every number |
       | `maxnumf` | the larger | worse than every number |
       | `minnumf` | the smaller | worse than every number |
       | `maxsi`, `maxui` | the larger, as signed, as unsigned | |
       | `minsi`, `minui` | the smaller, as signed, as unsigned | |

       NaNs are equal to one another whatever their sign and payload, and -0.0
       equals 0.0. Among equal values the lower index is better, with `last` the
       higher one. That makes the order of pairs strict: *the result depends
       only on which pairs there are, never on the order in which they arrive.*
       (Pairs can be equal in value and index and yet differ in bits: (-0.0, 3)
       and (0.0, 3), if explicit indices repeat, or an identity that is a NaN
       and a NaN at the largest index of its type. Which of them is kept is not
       defined.)
    2. *Index.* The index of an element is its position along `dimension`; with
       `index_base(%b)`, `%b` plus its position; with explicit indices, a second
       input of the first one's shape, the element found there, in any order.
       `index_base` and explicit indices exclude each other. Indices must not be
       negative and must fit the signed range of the index type: the caller's
       duty, since the op has no errors. (Identities may be among explicit
       indices with their values: they change no result.)
    3. *Destinations* have the input's shape without `dimension`. Without
       `accumulate` they are overwritten. With `accumulate` the pair that they
       hold takes part in the reduction, and both are needed. An input may not
       alias a destination.
    4. *Identity.* The reduction of no elements at all is the worst value (-inf
       for `maximumf`, +inf for `minimumf`, a NaN for `maxnumf` and `minnumf`,
       the type's limit for integers) with the worst index (the largest of the
       signed index type; with `last`, -1). So the op is total, and a
       destination holding identities is neutral under `accumulate`:
       `extrema.identity` fills one so.
    5. The value result is the element at the index found, with its bits, unlike
       `arith.maximumf`: the sign of a zero, a NaN's payload.
    6. Either result can be left out where nothing is accumulated:
       `value_only outs(…)`, `index_only outs(…)`.
    7. *Tiling.* Every dimension can be tiled, the reduced one only with
       `accumulate` and by a sequential loop that starts from `extrema.identity`
       (see `extrema-overwrite-to-accumulate`). On tensors, with `accumulate` or
       without, it can be split into parts that are reduced in parallel and then
       merged (`transform.structured.tile_reduction_using_forall`).

    The input's integers may be signless, signed or unsigned: `kind` alone
    carries the order. All shaped operands are tensors, or all are memrefs of any
    layout.

    Examples:

    ```mlir
    %v, %i = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>)
               outs(%v0, %i0 : tensor<4xf32>, tensor<4xi64>)
               -> tensor<4xf32>, tensor<4xi64>

    // A part of a longer row that starts at position %b, folded into a state.
    extrema.arg_reduce <minsi> dimension(0) last index_base(%b) accumulate
      ins(%y : memref<?x8xi16, strided<[?, 1], offset: ?>>)
      outs(%w, %j : memref<8xi16>, memref<8xi32>)

    // Partial results, each with its indices, merged.
    %n = extrema.arg_reduce <maxui> dimension(0)
           ins(%p, %pi : tensor<16x4xui8>, tensor<16x4xi64>)
           index_only outs(%n0 : tensor<4xi64>) -> tensor<4xi64>
    ```

    Not valid: a float order of integers.

    ```mlir
    // error: 'extrema.arg_reduce' op kind 'maximumf' orders floats, but the input has element type 'i32'
    %i = extrema.arg_reduce <maximumf> dimension(0) ins(%x : tensor<8xi32>)
           index_only outs(%i0 : tensor<i64>) -> tensor<i64>
    ```
  }];

  let arguments = (ins
    Extrema_KindAttr:$kind,
    I64Attr:$dimension,
    UnitAttr:$select_last,
    UnitAttr:$accumulate,
    Extrema_Shaped:$input,
    Optional<Extrema_IndexShaped>:$input_indices,
    Optional<Index>:$index_base,
    Optional<Extrema_Shaped>:$values,
    Optional<Extrema_IndexShaped>:$indices);

  let assemblyFormat = [{
    $kind `dimension` `(` $dimension `)` (`last` $select_last^)?
    (`index_base` `(` $index_base^ `)`)? (`accumulate` $accumulate^)? attr-dict
    `ins` `(` $input (`,` $input_indices^)? `:` type($input)
              (`,` type($input_indices)^)? `)`
    custom<Destinations>($values, type($values), $indices, type($indices))
    (`->` type($results)^)?
  }];

  let extraClassDeclaration = commonClassDeclaration # [{
    /// Which of equal values is the better one.
    Tie getTie() { return getSelectLast() ? Tie::Last : Tie::First; }
  }];
}

def Extrema_TopKReduceOp : Extrema_StructuredOp<"topk_reduce"> {
  let hasCanonicalizer = 1;
  let summary = "the k best (value, index) pairs of each row, into a destination";
  let description = [{
    Reduces `dimension` of the input to the `k` best of the pairs (value, index)
    found along it, where `k` is the destinations' extent along `dimension`.

    1. *Order*, as `extrema.arg_reduce` defines it, with the lower index better
       among equal values, always. ONNX's largest is `maximumf`, its smallest
       `minnumf`: a NaN ranks above every number, so it comes last among the
       smallest.
    2. *Index*: a position, `index_base` plus a position, or explicit indices, as
       for `extrema.arg_reduce`. A pair that occurs twice counts twice.
    3. *Destinations* have the input's shape but for `dimension`; both are
       needed. The best pair comes first; with `unsorted` the pairs come in any
       order. Without `accumulate` they are overwritten. With `accumulate` the
       pairs that they hold take part; unless `unsorted`, they must be sorted
       best first before the op, and are so after it. An input may not alias a
       destination.
    4. *Identity.* Fewer than `k` pairs leave the rest of the destination at the
       identity of `kind`: the worst value, and the largest index of the signed
       index type. So the op is total.
    5. Values keep their bits.
    6. *Tiling*, as for `extrema.arg_reduce`; `k` is never tiled.

    Examples:

    ```mlir
    %v, %i = extrema.topk_reduce <maximumf> dimension(1) ins(%x : tensor<4x8xf32>)
               outs(%v0, %i0 : tensor<4x5xf32>, tensor<4x5xi64>)
               -> tensor<4x5xf32>, tensor<4x5xi64>

    // A part of longer rows that starts at position %b, folded into a state.
    extrema.topk_reduce <minnumf> dimension(1) index_base(%b) accumulate
      ins(%y : memref<4x?xf16>) outs(%w, %j : memref<4x?xf16>, memref<4x?xi64>)

    // Merging: the best of pairs that carry their indices.
    %m, %n = extrema.topk_reduce <maxui> dimension(0) unsorted
               ins(%p, %pi : tensor<64xui8>, tensor<64xi32>)
               outs(%m0, %n0 : tensor<9xui8>, tensor<9xi32>)
               -> tensor<9xui8>, tensor<9xi32>
    ```

    Not valid: destinations of two sizes.

    ```mlir
    // error: 'extrema.topk_reduce' op has a values destination of 5 and an indices destination of 4 elements along dimension 0
    extrema.topk_reduce <maxsi> dimension(0) ins(%x : memref<8xi32>)
      outs(%v0, %i0 : memref<5xi32>, memref<4xi64>)
    ```
  }];

  let arguments = (ins
    Extrema_KindAttr:$kind,
    I64Attr:$dimension,
    UnitAttr:$unsorted,
    UnitAttr:$accumulate,
    Extrema_Shaped:$input,
    Optional<Extrema_IndexShaped>:$input_indices,
    Optional<Index>:$index_base,
    Extrema_Shaped:$values,
    Extrema_IndexShaped:$indices);

  let assemblyFormat = [{
    $kind `dimension` `(` $dimension `)` (`unsorted` $unsorted^)?
    (`index_base` `(` $index_base^ `)`)? (`accumulate` $accumulate^)? attr-dict
    `ins` `(` $input (`,` $input_indices^)? `:` type($input)
              (`,` type($input_indices)^)? `)`
    `outs` `(` $values `,` $indices `:` type($values) `,` type($indices) `)`
    (`->` type($results)^)?
  }];

  let extraClassDeclaration = commonClassDeclaration # [{
    /// Which of equal values is the better one: always the first.
    Tie getTie() { return Tie::First; }
  }];
}

#endif // EXTREMA_DIALECT_EXTREMA_IR_STRUCTUREDOPS_TD
