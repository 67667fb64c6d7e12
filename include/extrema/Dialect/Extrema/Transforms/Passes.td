//===- Passes.td - Passes from extrema to extrema ----------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES
#define EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def ExtremaAccumulateToOverwrite
    : Pass<"extrema-accumulate-to-overwrite"> {
  let summary = "Overwrite destinations that hold the identity only";
  let description = [{
    A structured operation on tensors may accumulate into the identity of its kind
    and tie. This pass makes it overwrite its destinations instead. The identity is
    then neither written nor read. The pass is the inverse of
    `extrema-overwrite-to-accumulate`. Run it after tiling: it leaves an operation
    alone that accumulates into what a loop carries from tile to tile.

    The pass recognizes an `extrema.identity`, and a `linalg.fill` with exactly the
    constant of the identity. The destination may also be a `tensor.cast` or a
    `tensor.extract_slice` of these. A fill with the smallest finite float is no
    identity: a row of -inf would give a wrong answer. Since tensors are values, the
    rewrite is exact in loops too.

    The pass also removes what has become superfluous, as the canonicalizer does:
    results that nobody uses, and a second reduction of the same pairs.

    ```mlir
    %s:2 = extrema.identity <maxsi> outs(%v0, %i0 : tensor<4xi32>, tensor<4xi64>)
             -> tensor<4xi32>, tensor<4xi64>
    %r:2 = extrema.arg_reduce <maxsi> dimension(1) accumulate ins(%x : tensor<4x8xi32>)
             outs(%s#0, %s#1 : tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>, tensor<4xi64>
    ```
    becomes, where only the indices are used,

    ```mlir
    %i = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<4x8xi32>)
           index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def ExtremaAllowNegativeStrides : Pass<"extrema-allow-negative-strides"> {
  let summary = "Let addresses of memrefs with negative strides be computed";
  let description = [{
    Takes back what upstream's lowering of `memref.load` and `memref.store` claims
    of addresses (`nuw`) and what is not true with a negative stride, wherever the
    second factor of a product, there the stride, is not a positive constant. For
    after the conversion to the LLVM dialect.

    Before:
    ```mlir
    %offset = llvm.mul %position, %stride overflow<nsw, nuw> : i64
    %address = llvm.getelementptr inbounds|nuw %base[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    ```
    After:
    ```mlir
    %offset = llvm.mul %position, %stride overflow<nsw> : i64
    %address = llvm.getelementptr inbounds %base[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    ```
  }];
}

def ExtremaCarryBF16AsBits : Pass<"extrema-carry-bf16-as-bits"> {
  let summary = "Make bf16 values that are only moved i16";
  let description = [{
    Changes every bf16 of a module in the LLVM dialect to an i16 of the same bits, in
    types and in constants. Discardable attributes stay as they are.

    Where a processor has no bf16, LLVM may move a bf16 value by way of f32. For the
    way back it calls a function of a compiler's run-time library. LLVM does not do
    so with integers. Run `extrema-expand-floats` before: it turns conversions of
    bf16 into integer arithmetic.

    The pass leaves a module as it is if an operation in it computes on bf16, or if it
    declares a function of another module with bf16 in its type.

    Before:
    ```mlir
    module {
      llvm.func @store(%to: !llvm.ptr, %bits: i16) {
        %0 = llvm.bitcast %bits : i16 to bf16
        llvm.store %0, %to : bf16, !llvm.ptr
        llvm.return
      }
    }
    ```
    After:
    ```mlir
    module {
      llvm.func @store(%to: !llvm.ptr, %bits: i16) {
        llvm.store %bits, %to : i16, !llvm.ptr
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ExtremaCheckArguments
    : Pass<"extrema-check-arguments", "::mlir::ModuleOp"> {
  let summary = "Check what callers pass against what functions state";
  let description = [{
    Splits every public function `F` that has a body and takes memrefs. The body
    moves to a private function `F_body` of the same types. A new function `F` takes
    memrefs of open types: every extent, every stride and the offset are dynamic. It
    checks them against the types of `F_body`:

    - An extent is the stated one. An open one is not negative.
    - The elements have fewer than 2^63 bytes.
    - The pointer of a memref with elements is not null.
    - A stride is the stated one; in an identity layout, that of a contiguous memref.
      The stride of a dimension of one element does not matter, and none matters in
      an empty memref.

    An offset may differ from the stated one: the address is moved to make up for it.

    One branch decides whether all arguments are exactly as stated. If they are, they
    are passed on. If not, each condition is checked on its own, and
    `extrema.record` notes those that fail.

    An argument of other strides is copied, and the copy is freed after the call, if
    three things hold. The stated layout is the identity. The memory space is the
    default one. `F_body` only reads the argument: it is marked
    `extrema.read_only`, as `extrema-protect-inputs` with `mark` marks tensors, or
    all its uses only read it. Of any other argument, other strides are a failure:
    the caller would not see what is written into a copy.

    If a condition fails, or if there is no memory for a copy, `F_body` is not called.
    Each result is then zero, or a descriptor of zeros for a memref.

    A function with the attribute `extrema.scratch_size` returns how much scratch
    memory another one needs. It has no context to note failures in. It returns 0 if
    a condition fails.

    Calls in the module go to `F_body`. Run this pass after
    `extrema-scratch-to-argument` and before `extrema-lower-record`. It is for
    functions that are called from C: a caller in the module passes what the types
    say.

    ```mlir
    func.func @main(%x: memref<?xf32> {extrema.name = "x"}) -> memref<i64> {
      %r = memref.alloc() : memref<i64>
      ...
      return %r : memref<i64>
    }
    ```
    becomes, shortened,

    ```text
    func.func @main(%x: memref<?xf32, strided<[?], offset: ?>> {extrema.name = "x"}) -> memref<i64> {
      %descriptor = builtin.unrealized_conversion_cast %x : memref<?xf32, strided<[?], offset: ?>>
          to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      ...
      %prepared:3 = scf.if %as_stated -> (i1, !llvm.ptr, !llvm.ptr) {
        scf.yield %true, %first, %null : i1, !llvm.ptr, !llvm.ptr
      } else {
        scf.if %is_negative {
          extrema.record "input 'x': the extent of dimension {0} must not be negative: it is {1}"(%c0, %extent)
        }
        ...
        scf.yield %is_valid, %contiguous, %copy : i1, !llvm.ptr, !llvm.ptr
      }
      %result = scf.if %prepared#0 -> (memref<i64>) {
        ...
        %r = func.call @main_body(%y) : (memref<?xf32>) -> memref<i64>
        scf.yield %r : memref<i64>
      } else {
        %zeros = llvm.mlir.zero : !llvm.struct<(ptr, ptr, i64)>
        %nothing = builtin.unrealized_conversion_cast %zeros : !llvm.struct<(ptr, ptr, i64)> to memref<i64>
        scf.yield %nothing : memref<i64>
      }
      ...
      return %result : memref<i64>
    }
    func.func private @main_body(%x: memref<?xf32> {extrema.name = "x"}) -> memref<i64> {
      ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::extrema::ExtremaDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExtremaCopyStridedReturns : Pass<"extrema-copy-strided-returns"> {
  let summary = "Copy what is returned as contiguous and may not be";
  let description = [{
    A function may return a `memref.cast` from a strided layout to the identity
    layout. The cast is a promise that the memref is contiguous. Upstream's
    `one-shot-bufferize` with function boundaries of identity layout makes such casts
    of slices of tensors with dynamic extents, and these need not be contiguous. This
    pass returns a copy instead, unless the type tells that the memref is contiguous.
    Run it after bufferization and before buffer deallocation.

    Before:
    ```mlir
    func.func @front(%x: memref<?x?xf32>, %n: index) -> memref<4x?xf32> {
      %0 = memref.subview %x[0, 0] [4, %n] [1, 1]
          : memref<?x?xf32> to memref<4x?xf32, strided<[?, 1]>>
      %1 = memref.cast %0 : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
      return %1 : memref<4x?xf32>
    }
    ```
    After:
    ```mlir
    func.func @front(%x: memref<?x?xf32>, %n: index) -> memref<4x?xf32> {
      %0 = memref.subview %x[0, 0] [4, %n] [1, 1]
          : memref<?x?xf32> to memref<4x?xf32, strided<[?, 1]>>
      %1 = memref.cast %0 : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
      %c1 = arith.constant 1 : index
      %2 = memref.dim %0, %c1 : memref<4x?xf32, strided<[?, 1]>>
      %3 = memref.alloc(%2) {alignment = 64 : i64} : memref<4x?xf32>
      memref.copy %0, %3 : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
      return %3 : memref<4x?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ExtremaDropEmptySlices : Pass<"extrema-drop-empty-slices"> {
  let summary = "Drop slices of tensors without elements";
  let description = [{
    A tensor with a static extent of 0 has no elements. A slice of it becomes a
    `tensor.empty` of the same sizes. A slice that is inserted into it, or that has
    no elements itself, is not inserted. Casts of such tensors count as well: after
    bufferization, upstream folds them into subviews, and then refuses the offsets.

    Before:
    ```mlir
    func.func @front(%x: tensor<0x?xf32>, %n: index) -> tensor<?x?xf32> {
      %0 = tensor.cast %x : tensor<0x?xf32> to tensor<?x?xf32>
      %1 = tensor.extract_slice %0[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      return %1 : tensor<?x?xf32>
    }
    ```
    After:
    ```mlir
    func.func @front(%x: tensor<0x?xf32>, %n: index) -> tensor<?x?xf32> {
      %0 = tensor.cast %x : tensor<0x?xf32> to tensor<?x?xf32>
      %1 = tensor.empty(%n, %n) : tensor<?x?xf32>
      return %1 : tensor<?x?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExtremaDropRepeatedResults
    : Pass<"extrema-drop-repeated-results", "::mlir::ModuleOp"> {
  let summary = "Return each value of a function once";
  let description = [{
    Upstream's bufferization takes time that is quadratic in how often a function
    returns one value. This pass makes a function that nobody in the module calls
    return each value once. It notes on the function which results there were, for
    `extrema-restore-repeated-results` after bufferization.

    Before:
    ```mlir
    func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      return %x, %x : tensor<4xf32>, tensor<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {extrema.kept_results = array<i64: 0, 0>} {
      return %x : tensor<4xf32>
    }
    ```
  }];
}

def ExtremaExpandFloats : Pass<"extrema-expand-floats"> {
  let summary = "Convert 16-bit floats by integer arithmetic";
  let description = [{
    Expands `arith.extf` from and `arith.truncf` to f16 and bf16 into integer
    arithmetic and arithmetic on f32, with the same results, subnormal numbers
    and rounding to nearest even included. What a NaN carries beside being one is
    not kept.

    On processors without such conversions, or for which the program is not
    compiled, they would become calls of a compiler's run-time library
    (`__extendhfsf2`, `__truncsfbf2` ...), which a program in memory or a shared
    library may not find. Run `arith-emulate-unsupported-floats` before, which
    reduces all other arithmetic on these types to conversions.

    Left alone are other rounding modes, and bf16 from and to anything but f32.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExtremaFillLargeConstants : Pass<"extrema-fill-large-constants"> {
  let summary = "Fill memory with large splats instead of storing them";
  let description = [{
    Turns each `arith.constant` that is a splat tensor of more than `largest` bytes
    into a `linalg.fill`. As a constant, every element would become an object on the
    way to LLVM IR, and be stored in the object file. A splat of more than 2^48
    bytes, which no target can address, is an error.

    Run it after canonicalization, which folds operations on splats, and before
    bufferization.

    Before:
    ```mlir
    %c = arith.constant dense<1.0> : tensor<100000000xf32>
    ```
    After:
    ```mlir
    %one = arith.constant 1.0 : f32
    %empty = tensor.empty() : tensor<100000000xf32>
    %c = linalg.fill ins(%one : f32) outs(%empty : tensor<100000000xf32>) -> tensor<100000000xf32>
    ```
  }];
  let options = [
    Option<"largest", "largest", "uint64_t", "1 << 20",
           "Bytes of the largest splat that stays a constant">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExtremaInsertChecks : Pass<"extrema-insert-checks"> {
  let summary = "Test at run time what value operations need";
  let description = [{
    Puts before each value operation tests of what its verifier could not decide:
    that a dynamic axis has elements, that `k` is within it, that the index type
    numbers it, that a static extent stated by a result is the true one. A test
    whose answer is known folds away. An unranked input gets no test.

    With `form=assert`, a failing test ends the program: `cf.assert`, as
    upstream's `generate-runtime-verification` makes it.

    ```mlir
    %v, %i = extrema.topk %x k(%k) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
    ```
    becomes

    ```mlir
    %ok = arith.cmpi ule, %k, %extent : index
    cf.assert %ok, "extrema.topk: k must not be negative nor exceed the number of elements"
    %v, %i = extrema.topk %x k(%k) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
    ```

    With `form=record`, a failing test is noted and the program goes on, its
    results without meaning but harmless:

    ```mlir
    %ok = arith.cmpi ule, %k, %extent : index
    %failed = arith.xori %ok, %true : i1
    scf.if %failed {
      extrema.record "extrema.topk: k must not be negative nor exceed the number of elements: k is {0}, dimension 0 of the input has {1} elements"(%k, %extent)
    }
    %harmless = arith.select %ok, %k, %c0 : index
    %v, %i = extrema.topk %x k(%harmless) : tensor<?xf32> -> tensor<?xf32>, tensor<?xi64>
    ```

    - A dynamic `k` becomes 0 if a test fails, where the results' extent is
      dynamic too: nothing is allocated by a senseless `k`. Where a result states
      that extent, the destination will have it whatever `k` is.
    - Where a result states another extent that the input leaves open, the
      operation moves into an `scf.if`, whose other branch gives zeros of the
      stated type: running it would read past a shorter input.

    A `cf.assert` of the program's own that has the attribute `extrema.harmless`
    is noted in the same way: its author vouches that what follows does no harm
    where it does not hold. The importer of ONNX models makes such.

    With `form=none` the pass makes no test, and removes such assertions.

    Where the operation's location has a name, as the nodes of an imported model
    have, the text begins with it: `node 'top5': extrema.topk: ...`.

    Run this first: later passes may fold or remove an operation, and its errors
    with it. A second run tests a second time, to the same effect.
  }];
  let options = [
    Option<"form", "form", "CheckForm", "CheckForm::Assert",
           "what a failing test does",
           [{::llvm::cl::values(
             clEnumValN(CheckForm::None, "none",
                        "nothing: there is none"),
             clEnumValN(CheckForm::Assert, "assert",
                        "print the rule and end the program (cf.assert)"),
             clEnumValN(CheckForm::Record, "record",
                        "note the first failure and go on "
                        "(extrema.record)"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect",
  ];
}

def ExtremaKeepLoopAnnotations : Pass<"extrema-keep-loop-annotations"> {
  let summary = "Let LLVM see what was said of loops";
  let description = [{
    `convert-extrema-to-vector` marks its loops, which are vectorized where that
    pays, for LLVM to leave them as they are: `llvm.loop_annotation`. Upstream's
    conversions keep that attribute, but on branches under a name that the
    translation to LLVM IR does not look at. This pass renames it. For after the
    conversion to the LLVM dialect.

    Before:
    ```mlir
    module {
      llvm.func @wait() {
        llvm.br ^loop
      ^loop:
        llvm.br ^loop {llvm.loop_annotation = #llvm.loop_annotation<isVectorized = true>}
      }
    }
    ```
    After:
    ```mlir
    module {
      llvm.func @wait() {
        llvm.br ^loop
      ^loop:
        llvm.br ^loop {loop_annotation = #llvm.loop_annotation<isVectorized = true>}
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ExtremaLowerRecord : Pass<"extrema-lower-record", "::mlir::ModuleOp"> {
  let summary = "Lower records to writes into a context that functions pass on";
  let description = [{
    Makes the compiled form of a module's functions, in which the first failed
    check of an execution is told to the caller. It is the same form whether or
    not there are any records.

    - Every function with a body gets the context as its last argument, a pointer
      to what in C is

      ```c
      struct { const char *message; int64_t values[4]; }
      ```

      filled with zeros by the caller, and hands it on to every function of the
      module that it calls. Calls to external functions stay as they are.
    - `extrema.record` becomes a compare-and-exchange of its text, a constant that
      ends in a NUL, with a null `message`. The first one wins, and writes its
      operands into `values`. That holds in loops and threads; no run-time library
      is needed.
    - A public function returns after its results an `i32`: 1 if `message` is set,
      else 0. It gets a C interface (`llvm.emit_c_interface`).
    - A function that says how much scratch memory another one needs
      (`extrema.scratch_size`) gets a C interface, and nothing else of that.
    - Every function with a body becomes internal to the object file
      (`llvm.linkage`): outside, only the C interfaces are seen. A program that
      loads the compiled library cannot put a function of its own in the place of
      one of these.

    Run it once, on bufferized functions, after buffer deallocation, which does
    not know operations of the LLVM dialect, and before the conversion of scf.

    Refused, by name: `func.call_indirect`, any use of a function with a body but
    a `func.call`, and a record or such a call outside of a `func.func`.

    ```mlir
    func.func @main(%x: memref<?xf32>, %failed: i1, %k: index) {
      scf.if %failed {
        extrema.record "k is {0}"(%k)
      }
      call @rest(%x) : (memref<?xf32>) -> ()
      return
    }
    func.func private @rest(%x: memref<?xf32>) {
      ...
      return
    }
    ```
    becomes

    ```mlir
    llvm.mlir.global private constant @extrema_message("k is {0}\00")
    func.func @main(%x: memref<?xf32>, %failed: i1, %k: index, %context: !llvm.ptr) -> i32
        attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>} {
      scf.if %failed {
        %message = llvm.mlir.addressof @extrema_message : !llvm.ptr
        %null = llvm.mlir.zero : !llvm.ptr
        %exchange = llvm.cmpxchg %context, %null, %message monotonic monotonic : !llvm.ptr, !llvm.ptr
        %first = llvm.extractvalue %exchange[1] : !llvm.struct<(ptr, i1)>
        scf.if %first {
          %place = llvm.getelementptr %context[0, 1, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, array<4 x i64>)>
          %value = arith.index_cast %k : index to i64
          llvm.store %value, %place : i64, !llvm.ptr
        }
      }
      call @rest(%x, %context) : (memref<?xf32>, !llvm.ptr) -> ()
      %set = llvm.load %context : !llvm.ptr -> !llvm.ptr
      %none = llvm.mlir.zero : !llvm.ptr
      %is_set = llvm.icmp "ne" %set, %none : !llvm.ptr
      %status = arith.extui %is_set : i1 to i32
      return %status : i32
    }
    func.func private @rest(%x: memref<?xf32>, %context: !llvm.ptr)
        attributes {llvm.linkage = #llvm.linkage<internal>} {
      ...
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExtremaOverwriteToAccumulate
    : Pass<"extrema-overwrite-to-accumulate"> {
  let summary = "Start from the identity and accumulate into it";
  let description = [{
    Turns structured operations on tensors that overwrite their destinations into
    ones that accumulate into an `extrema.identity`, both results present.

    Upstream's tiling of a reduced dimension needs this first: it carries the
    destinations from tile to tile and never says which tile is the first one.
    `extrema-accumulate-to-overwrite` turns what was not tiled back.

    Tiling does not move the identity into the loop. `transform.structured.fuse`
    fuses every producer that it can tile, and leaves the identity where it is.
    `transform.structured.fuse_into_containing_op` refuses it with a message. If the
    operation has only one destination, the pass makes the other one, with the same
    encoding.

    ```mlir
    %i = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<4x8xi32>)
           index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
    ```
    becomes

    ```mlir
    %v0 = tensor.empty() : tensor<4xi32>
    %s:2 = extrema.identity <maxsi> outs(%v0, %i0 : tensor<4xi32>, tensor<4xi64>)
             -> tensor<4xi32>, tensor<4xi64>
    %r:2 = extrema.arg_reduce <maxsi> dimension(1) accumulate ins(%x : tensor<4x8xi32>)
             outs(%s#0, %s#1 : tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>, tensor<4xi64>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def ExtremaProtectInputs
    : Pass<"extrema-protect-inputs", "::mlir::ModuleOp"> {
  let summary = "Forbid bufferization to write into a caller's tensors";
  let description = [{
    Marks every tensor argument of every public function that has a body as
    read-only (`bufferization.writable = false`), for a caller who hands in
    buffers that are to stay as they are. Without it, bufferization across
    function boundaries may update an argument in place.

    With `mark`, each also gets `extrema.read_only`, which `extrema-check-arguments`
    reads. Bufferization removes its own attribute before.

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```
    becomes

    ```mlir
    func.func @main(%x: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```
  }];
  let options = [Option<"mark", "mark", "bool", /*default=*/"false",
                        "Mark them with extrema.read_only too">];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::extrema::ExtremaDialect"];
}

def ExtremaRestoreRepeatedResults
    : Pass<"extrema-restore-repeated-results", "::mlir::ModuleOp"> {
  let summary = "Return again what extrema-drop-repeated-results dropped";
  let description = [{
    The function has the results that it had before `extrema-drop-repeated-results`,
    in the types that the kept ones have now. One buffer is two results then.

    Before:
    ```mlir
    func.func @f(%x: memref<4xf32>) -> memref<4xf32> attributes {extrema.kept_results = array<i64: 0, 0>} {
      return %x : memref<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @f(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
      return %x, %x : memref<4xf32>, memref<4xf32>
    }
    ```
  }];
}

def ExtremaReturnThroughMemory
    : Pass<"extrema-return-through-memory", "::mlir::ModuleOp"> {
  let summary = "Store results that registers cannot hold, one by one";
  let description = [{
    A function of the LLVM dialect returns all its results as one struct. LLVM's
    code generation takes time that is cubic in the number of the struct's
    members: minutes where a model has thousands of outputs. This pass gives such
    a function a pointer as its last argument, through which it stores each
    member by itself. Its callers pass the address of their own memory.

    It changes functions that only the module itself can call, whose result has
    more than eight scalars: no target returns more in registers. For after the
    conversion to the LLVM dialect.

    Before:
    ```mlir
    module {
    llvm.func internal @f(%x: !llvm.array<8 x i64>, %y: i64) -> !llvm.struct<(array<8 x i64>, i64)> {
      %0 = llvm.mlir.poison : !llvm.struct<(array<8 x i64>, i64)>
      %1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(array<8 x i64>, i64)>
      %2 = llvm.insertvalue %y, %1[1] : !llvm.struct<(array<8 x i64>, i64)>
      llvm.return %2 : !llvm.struct<(array<8 x i64>, i64)>
    }
    }
    ```
    After:
    ```mlir
    module {
    llvm.func internal @f(%x: !llvm.array<8 x i64>, %y: i64, %results: !llvm.ptr) {
      %0 = llvm.getelementptr %results[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(array<8 x i64>, i64)>
      llvm.store %x, %0 : !llvm.array<8 x i64>, !llvm.ptr
      %1 = llvm.getelementptr %results[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(array<8 x i64>, i64)>
      llvm.store %y, %1 : i64, !llvm.ptr
      llvm.return
    }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ExtremaSaturateAllocations : Pass<"extrema-saturate-allocations"> {
  let summary = "Compute sizes of allocations so that they cannot wrap";
  let description = [{
    Upstream's lowering of `memref.alloc` multiplies extents modulo 2^64. So 2^62
    elements of f32 would get an allocation of 0 bytes, and be written. This pass
    computes the size in bytes itself. A size of more than 2^62 bytes becomes 2^62,
    which no allocator can give. Extents are taken as unsigned. If an extent is 0,
    the size is 0.

    The pass changes allocations with open extents, and those whose static extents
    ask for more than 2^62 bytes. Run it before memrefs are converted to the LLVM
    dialect. It leaves allocations of another layout than the identity alone: they
    have no lowering.

    Before:
    ```mlir
    %m = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
    ```
    After:
    ```mlir
    %low, %high = arith.mului_extended %c4, %count : i64
    // ...
    %bytes = memref.alloc(%size) {alignment = 64 : i64} : memref<?xi8>
    %m = memref.view %bytes[%c0][%n] : memref<?xi8> to memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ExtremaScratchToArgument
    : Pass<"extrema-scratch-to-argument", "::mlir::ModuleOp"> {
  let summary = "Take scratch memory from the caller";
  let description = [{
    Gives every public function with a body a last argument, `memref<?xi8>`, in
    which it has its scratch memory: allocations marked with `extrema.scratch`, as
    `convert-extrema-to-vector` with `scratch=argument` makes them, become views of
    it. The memory is to be aligned to 64 bytes. Its size in bytes comes from a
    function `F_scratch_size` of the same arguments, made beside each such function
    `F`. Functions that need none get both too.

    The memory is used as a stack: what an operation needs begins, at a multiple of
    64 bytes, where that ends which is alive at the time. So operations that come
    one after the other, the branches of a condition and the iterations of a loop
    share it.

    `F_scratch_size` computes what the sizes come from once more: extents, strides
    and numbers among the arguments, and elements that it loads from arguments
    which `F` does not write to (different arguments are taken to lie apart), or
    from constants. It takes the branch of an `scf.if` that `F` will take, or the
    larger size if that is not known before, and the largest of all iterations of
    an `scf.for` where sizes differ. Run `canonicalize` before: it may find where an
    extent comes from.

    `check` says what a function does that is given less than it needs:

    | `check=` | |
    |---|---|
    | `none` (the default) | It writes beyond the end: the size is the caller's promise. |
    | `assert` | `cf.assert` |
    | `record` | It is noted by `extrema.record`, and the function goes on with memory that it allocates. Run `extrema-lower-record` after. |

    Scratch memory is refused, with a message,

    - if its size depends on anything else;
    - if it is in a private function;
    - if several threads or iterations may use it at the same time. That is so in
      every operation with regions but `scf.for`, `scf.while`, `scf.if`,
      `scf.index_switch`, `scf.execute_region`, `affine.for`, `affine.if` and
      `memref.alloca_scope`;
    - if it is stored, returned or yielded from its block: another operation may
      have the memory by the time it is used.

    A use of a public function in the module is refused too. Run `inline` before.

    ```mlir
    func.func @main(%x: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %keys = memref.alloc(%n) {extrema.scratch} : memref<?xi32>
      ...
      memref.dealloc %keys : memref<?xi32>
      return
    }
    ```
    becomes

    ```mlir
    func.func @main(%x: memref<?xf32>, %scratch: memref<?xi8>) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %keys = memref.view %scratch[%c0][%n] : memref<?xi8> to memref<?xi32>
      ...
      return
    }
    func.func @main_scratch_size(%x: memref<?xf32>) -> index
        attributes {extrema.scratch_size} {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %c4 = arith.constant 4 : index
      %bytes = arith.muli %n, %c4 : index
      %c63 = arith.constant 63 : index
      %more = arith.addi %bytes, %c63 : index
      %c-64 = arith.constant -64 : index
      %size = arith.andi %more, %c-64 : index
      return %size : index
    }
    ```
  }];
  let options = [
    Option<"check", "check", "ScratchCheck", "ScratchCheck::None",
           "What a function does that is given too little",
           [{::llvm::cl::values(
             clEnumValN(ScratchCheck::None, "none", "it writes beyond the end"),
             clEnumValN(ScratchCheck::Assert, "assert", "cf.assert"),
             clEnumValN(ScratchCheck::Record, "record",
                        "extrema.record, and it allocates its own"))}]>
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::extrema::ExtremaDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExtremaStripSignedness
    : Pass<"extrema-strip-signedness", "::mlir::ModuleOp"> {
  let summary = "Turn signed and unsigned integer types into signless ones";
  let description = [{
    Turns each `si` and `ui` type of a module into the signless type of its width:
    in signatures, block arguments, tensors, memrefs and constants, whose bits stay
    what they are. Upstream can neither bufferize nor compute on the others.

    Operations that only move values about pass, as do structured operations, whose
    `kind` carries the order: those of bufferization, cf, func, memref, scf and
    tensor, `arith.constant` and `arith.select`, and of linalg `broadcast`, `copy`,
    `fill`, `generic`, `map`, `pack`, `reduce`, `transpose` and `unpack`, as long as
    what is in their bodies passes. Any other operation that holds such a type is
    refused by name, since it may mean something else afterwards; value operations, for
    instance, which `extrema-value-to-structured` lowers before. A
    `builtin.unrealized_conversion_cast` and a `tensor.bitcast` between types of one
    width become nothing; a cast that does more is refused.

    A function whose type changes keeps it as a string in `extrema.original_type`,
    for those who read and print its arguments and results. An attribute that does
    not belong to an operation's definition is not touched. A module without such
    types is left as it is.

    ```mlir
    func.func @main(%x: tensor<4x8xui8>) -> tensor<4xi64> {
      %empty = tensor.empty() : tensor<4xi64>
      %i = extrema.arg_reduce <maxui> dimension(1) ins(%x : tensor<4x8xui8>)
             index_only outs(%empty : tensor<4xi64>) -> tensor<4xi64>
      return %i : tensor<4xi64>
    }
    ```
    becomes

    ```mlir
    func.func @main(%x: tensor<4x8xi8>) -> tensor<4xi64>
        attributes {extrema.original_type = "(tensor<4x8xui8>) -> tensor<4xi64>"} {
      %empty = tensor.empty() : tensor<4xi64>
      %i = extrema.arg_reduce <maxui> dimension(1) ins(%x : tensor<4x8xi8>)
             index_only outs(%empty : tensor<4xi64>) -> tensor<4xi64>
      return %i : tensor<4xi64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::extrema::ExtremaDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExtremaValueToStructured : Pass<"extrema-value-to-structured"> {
  let summary = "Turn argmin, argmax and topk into reductions with destinations";
  let description = [{
    The order that a value operation has by its name, NaN mode, signedness and
    direction becomes the `kind` of a structured one:

    | | floats | signless and signed integers | unsigned integers |
    |---|---|---|---|
    | argmax | `maximumf` | `maxsi` | `maxui` |
    | argmax `nan(ignore)` | `maxnumf` | `maxsi` | `maxui` |
    | argmin | `minimumf` | `minsi` | `minui` |
    | argmin `nan(ignore)` | `minnumf` | `minsi` | `minui` |
    | topk | `maximumf` | `maxsi` | `maxui` |
    | topk `smallest` | `minnumf` | `minsi` | `minui` |

    A result's extent is the one that its type states, else the input's or `k`.
    Structured operations have no errors: run `extrema-insert-checks` before, or
    vouch for the operands.

    An operation on an unranked tensor, or on an axis that its type does not
    have, is an error.

    ```mlir
    %i = extrema.argmax %x axis(1) keepdims : tensor<4x?xf32> -> tensor<4x1xi64>
    ```
    becomes

    ```mlir
    %empty = tensor.empty() : tensor<4xi64>
    %reduced = extrema.arg_reduce <maximumf> dimension(1) ins(%x : tensor<4x?xf32>)
                 index_only outs(%empty : tensor<4xi64>) -> tensor<4xi64>
    %i = tensor.expand_shape %reduced [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExtremaVerifyLowered : Pass<"extrema-verify-lowered"> {
  let summary = "Fail if anything is left that is not of the LLVM dialect";
  let description = [{
    The last step of a pipeline that ends in the LLVM dialect. Upstream's
    `convert-to-llvm` leaves operations that it does not know without a word, and
    the translation to LLVM IR then fails far from the cause. Here the first
    operation that was left is an error at its own location.
  }];
}

def ExtremaVerifyModule : Pass<"extrema-verify-module"> {
  let summary = "Fail if the passes before have made an invalid module";
  let description = [{
    Runs MLIR's verifier. It is for pass managers that do not verify after each pass,
    such as those of `extrema-run` and `extrema-compile`. An invalid module can crash
    the next pass.
  }];
}

def ExtremaVerifySizes : Pass<"extrema-verify-sizes"> {
  let summary = "Fail if a type has more elements than 64 bits can count";
  let description = [{
    Upstream's passes multiply the extents of a type in 64 bits, and do not check
    the product. No machine can hold more than 2^63 - 1 elements. A type of more
    elements is an error, at the first operation that has it. An open extent counts
    as 1. A type with an extent of 0 has no elements, whatever its other extents.
  }];
}

#endif // EXTREMA_DIALECT_EXTREMA_TRANSFORMS_PASSES
