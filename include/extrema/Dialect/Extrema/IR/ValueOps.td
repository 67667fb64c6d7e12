//===- ValueOps.td - ArgMin, ArgMax and TopK on tensors ----*- tablegen -*-===//
//
// What front-ends emit. See StructuredOps.td for what compilers transform.
//
//===----------------------------------------------------------------------===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_VALUEOPS_TD
#define EXTREMA_DIALECT_EXTREMA_IR_VALUEOPS_TD

include "extrema/Dialect/Extrema/IR/ExtremaBase.td"
include "extrema/Dialect/Extrema/IR/ExtremaEnums.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/RuntimeVerifiableOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Value operations have no memory effects but can fail: a failing one must not
/// be hoisted out of a loop that runs zero times, hence no `Pure`.
class Extrema_ValueOp<string mnemonic, list<Trait> traits = []>
    : Extrema_Op<mnemonic, !listconcat([
        NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<RuntimeVerifiableOpInterface>], traits)> {
  let hasVerifier = 1;
  let hasCanonicalizer = 1;

  code commonClassDeclaration = [{
    /// True if `actual` are types that this op may have where `inferred` would
    /// be inferred: any allowed index element type, any compatible shape.
    static bool isCompatibleReturnTypes(TypeRange inferred, TypeRange actual);

    ShapedType getInputType() {
      return cast<ShapedType>(getInput().getType());
    }

    /// The axis counted from the front: in [0, rank). Nothing for an unranked
    /// input.
    std::optional<int64_t> getAxisFromFront() {
      if (!getInputType().hasRank())
        return std::nullopt;
      int64_t axis = static_cast<int64_t>(getAxis());
      return axis < 0 ? axis + getInputType().getRank() : axis;
    }

    /// The extent of the axis: ShapedType::kDynamic where it is not known.
    int64_t getStaticExtent() {
      std::optional<int64_t> axis = getAxisFromFront();
      return axis ? getInputType().getDimSize(*axis) : ShapedType::kDynamic;
    }

    /// The conditions that this op needs and that are not known to hold before
    /// it runs, as IR at the builder's insertion point. None for an unranked
    /// input, which no lowering takes.
    SmallVector<RuntimeCheck> buildRuntimeChecks(OpBuilder &builder,
                                                 Location loc);
  }];
}

//===----------------------------------------------------------------------===//
// argmin, argmax
//===----------------------------------------------------------------------===//

class Extrema_ArgOp<string mnemonic, string extremum, string example>
    : Extrema_ValueOp<mnemonic> {
  let summary = "index of the " # extremum # " element along an axis";
  let description = [{
    Gives for each row along `axis` the position of its }] # extremum # [{
    element, counted from 0: ONNX's operator of the same name, versions 1, 11,
    12 and 13.

    1. `axis` is in [-rank, rank - 1]; a negative one counts from the back. The
       default is 0.
    2. The result has the input's shape without the axis, or, with `keepdims`,
       with the axis at extent 1.
    3. Integers compare in their own signedness; signless ones as signed.
    4. Among equal elements the first counts, with `last` the last. -0.0 equals
       0.0.
    5. `nan(propagate)`, the default: a NaN beats every number, and among NaNs
       the first (or last) counts. `nan(ignore)`: a NaN never beats a number,
       and a row of nothing but NaNs answers as if all were equal.
    6. Infinities are ordinary values.

    The index element type may be i8, i16, i32, i64 (what inference gives, and
    what ONNX wants) or `index`. An extent that the type's signed range cannot
    number is an error, and so is an empty axis, even where the result would be
    empty too: by the verifier where the extent is known, by a run-time check
    where it is not (see `extrema-insert-checks`, or upstream's
    `generate-runtime-verification`). Without checks the caller vouches for
    both.

    Examples:

    ```mlir
    }] # example # [{
    ```

    Not valid: an axis without elements.

    ```mlir
    // error: 'extrema.}] # mnemonic # [{' op has an empty axis: dimension 1 of 'tensor<4x0xf32>' has no elements
    %i = extrema.}] # mnemonic # [{ %x axis(1) : tensor<4x0xf32> -> tensor<4xi64>
    ```
  }];

  let arguments = (ins
    Extrema_Tensor:$input,
    DefaultValuedAttr<I64Attr, "0">:$axis,
    UnitAttr:$keepdims,
    UnitAttr:$select_last,
    DefaultValuedAttr<Extrema_NanModeAttr, "::mlir::extrema::NanMode::propagate">:$nan);
  let results = (outs Extrema_IndexTensor:$indices);

  let assemblyFormat = [{
    $input (`axis` `(` $axis^ `)`)? (`keepdims` $keepdims^)?
    (`last` $select_last^)? (`nan` `(` custom<NanMode>($nan)^ `)`)? attr-dict
    `:` type($input) `->` type($indices)
  }];

  let extraClassDeclaration = commonClassDeclaration # [{
    ShapedType getIndicesType() {
      return cast<ShapedType>(getIndices().getType());
    }
  }];
}

def Extrema_ArgMaxOp : Extrema_ArgOp<"argmax", "largest", [{
    %i = extrema.argmax %x axis(1) : tensor<4x8xf32> -> tensor<4xi64>
    %j = extrema.argmax %y axis(-1) keepdims last nan(ignore)
           : tensor<?x8xf16> -> tensor<?x1xi32>
}]>;

def Extrema_ArgMinOp : Extrema_ArgOp<"argmin", "smallest", [{
    %i = extrema.argmin %x axis(1) : tensor<4x8xui8> -> tensor<4xi64>
    %j = extrema.argmin %y axis(-1) keepdims last
           : tensor<?x8xf16> -> tensor<?x1xindex>
}]>;

//===----------------------------------------------------------------------===//
// topk
//===----------------------------------------------------------------------===//

def Extrema_TopKOp : Extrema_ValueOp<"topk"> {
  let summary = "the k largest or smallest elements along an axis";
  let description = [{
    Gives for each row along `axis` its `k` largest elements (with `smallest`,
    its `k` smallest) and their positions, counted from 0: ONNX's TopK, versions
    1, 10, 11 and 24.

    1. `axis` is in [-rank, rank - 1]; a negative one counts from the back. The
       default is -1. Both results have the input's shape with extent `k` there.
    2. `k` is an attribute, `k(5)`, or a value, `k(%k)` of type `index` or
       `k(%k : i64)` of a signless integer type, read as signed. It is in
       [0, extent of the axis].
    3. The better element comes first: the larger one (with `smallest`, the
       smaller one). Integers compare in their own signedness; signless ones as
       signed. A NaN ranks above every number: first among the largest, last
       among the smallest; NaNs tie among themselves. -0.0 equals 0.0.
    4. Among equal elements the lower index comes first and is taken first,
       for largest and smallest alike.
    5. With `unsorted` the set is the same, in any order.
    6. Values come back with their bits: the sign of a zero, a NaN's payload.

    The index element type may be i8, i16, i32, i64 (what inference gives, and
    what ONNX wants) or `index`. `k` out of range, and an extent that the index
    type's signed range cannot number, are errors: by the verifier where they
    are known, by a run-time check where they are not (see
    `extrema-insert-checks`, or upstream's `generate-runtime-verification`).

    A result may state an extent for `k` that only the program's run can
    confirm; it is checked too.

    Examples:

    ```mlir
    %v, %i = extrema.topk %x k(5) axis(1)
               : tensor<4x8xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
    %w, %j = extrema.topk %y k(%k) axis(0) smallest unsorted
               : tensor<?x8xui8> -> tensor<?x8xui8>, tensor<?x8xi64>
    ```

    Not valid: more than there are.

    ```mlir
    // error: 'extrema.topk' op k is 9, but dimension 1 of 'tensor<4x8xf32>' has 8 elements
    %v, %i = extrema.topk %x k(9) : tensor<4x8xf32> -> tensor<4x9xf32>, tensor<4x9xi64>
    ```
  }];

  let arguments = (ins
    Extrema_Tensor:$input,
    Optional<Extrema_IndexType>:$dynamic_k,
    OptionalAttr<I64Attr>:$static_k,
    DefaultValuedAttr<I64Attr, "-1">:$axis,
    UnitAttr:$smallest,
    UnitAttr:$unsorted);
  let results = (outs Extrema_Tensor:$values, Extrema_IndexTensor:$indices);

  let assemblyFormat = [{
    $input `k` `` custom<K>($dynamic_k, type($dynamic_k), $static_k)
    (`axis` `(` $axis^ `)`)? (`smallest` $smallest^)? (`unsorted` $unsorted^)?
    attr-dict `:` type($input) `->` type($values) `,` type($indices)
  }];

  let builders = [
    /// `k` as an attribute or a value.
    OpBuilder<(ins "Type":$values, "Type":$indices, "Value":$input,
                   "OpFoldResult":$k, "int64_t":$axis,
                   CArg<"bool", "false">:$smallest,
                   CArg<"bool", "false">:$unsorted)>
  ];

  let extraClassDeclaration = commonClassDeclaration # [{
    ShapedType getValuesType() {
      return cast<ShapedType>(getValues().getType());
    }
    ShapedType getIndicesType() {
      return cast<ShapedType>(getIndices().getType());
    }

    /// `k` as the attribute or the value that it is.
    OpFoldResult getK() {
      if (IntegerAttr k = getStaticKAttr())
        return k;
      return getDynamicK();
    }
  }];
}

#endif // EXTREMA_DIALECT_EXTREMA_IR_VALUEOPS_TD
