//===- IdentityOp.td - Where an accumulation starts --------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_IDENTITYOP_TD
#define EXTREMA_DIALECT_EXTREMA_IR_IDENTITYOP_TD

include "extrema/Dialect/Extrema/IR/ExtremaBase.td"
include "extrema/Dialect/Extrema/IR/ExtremaEnums.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Extrema_IdentityOp : Extrema_Op<"identity", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "fills destinations with the identity of a reduction";
  let description = [{
    Fills both destinations of a reduction with its identity: the pair that is
    worse than every element, and so changes no result under `accumulate`.

    1. *Values* become the worst value of `kind`, *indices* the worst index, with
       `last` that of the other tie: see rule 4 of `extrema.arg_reduce`. An
       `extrema.topk_reduce` has the identity without `last`.
    2. *Destinations* are of one shape: the one of the reduction's destinations.
       What they hold before is not read. A destination may not alias the other.
    3. *Tiling.* The operation has no tiling interface, on purpose. A loop over
       tiles of the reduced dimension starts from the identity and carries the
       state from tile to tile. Tiling drivers move a producer that they can tile
       into the loop, a `linalg.fill` for one, and each tile then forgets what the
       tiles before it found. They leave this operation where it is.
    4. The operation never folds to a constant, which would be stored in the
       program element by element.
    5. Integer values may be signless, signed or unsigned, as those of a reduction.
       Both destinations are tensors, or both are memrefs of any layout.

    `extrema-overwrite-to-accumulate` makes this operation, and
    `extrema-accumulate-to-overwrite` removes it where no loop has come between it
    and its reduction.

    Examples:

    ```mlir
    %v, %i = extrema.identity <maximumf> last
               outs(%v0, %i0 : tensor<4xf32>, tensor<4xi64>)
               -> tensor<4xf32>, tensor<4xi64>

    extrema.identity <minui> outs(%w, %j : memref<?x5xui8>, memref<?x5xi32>)
    ```

    Not valid: destinations of two shapes.

    ```mlir
    // error: 'extrema.identity' op has destinations of two shapes: 'memref<5xi32>' and 'memref<4xi64>'
    extrema.identity <maxsi> outs(%v, %i : memref<5xi32>, memref<4xi64>)
    ```
  }];

  let arguments = (ins
    Extrema_KindAttr:$kind,
    UnitAttr:$select_last,
    Extrema_Shaped:$values,
    Extrema_IndexShaped:$indices);
  let results = (outs Variadic<AnyRankedTensor>:$results);

  let assemblyFormat = [{
    $kind (`last` $select_last^)? attr-dict
    `outs` `(` $values `,` $indices `:` type($values) `,` type($indices) `)`
    (`->` type($results)^)?
  }];

  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// Both operands: values first, then indices.
    MutableOperandRange getDpsInitsMutable() {
      return MutableOperandRange(*this);
    }

    Type getElementType() {
      return cast<ShapedType>(getValues().getType()).getElementType();
    }
    Type getIndexElementType() {
      return cast<ShapedType>(getIndices().getType()).getElementType();
    }

    /// Which of equal values is the better one.
    Tie getTie() { return getSelectLast() ? Tie::Last : Tie::First; }
  }];
}

#endif // EXTREMA_DIALECT_EXTREMA_IR_IDENTITYOP_TD
