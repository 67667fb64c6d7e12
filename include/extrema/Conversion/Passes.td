//===- Passes.td - Passes that convert from and to extrema -*- tablegen -*-===//

#ifndef EXTREMA_CONVERSION_PASSES
#define EXTREMA_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertExtremaToLinalg : Pass<"convert-extrema-to-linalg"> {
  let summary = "extrema.arg_reduce and extrema.identity to linalg";
  let description = [{
    Turns `extrema.arg_reduce`, on tensors or on memrefs, into a `linalg.generic`
    over (value, index) pairs, after a `linalg.fill` with identities where the
    destinations are overwritten. A destination that is left out (`value_only`,
    `index_only`) becomes scratch: a `tensor.empty`, or a `memref.alloc` with its
    `memref.dealloc`.

    ```mlir
    %i = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<4x8xi32>)
           index_only outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
    ```

    becomes

    ```mlir
    %v0 = tensor.empty() : tensor<4xi32>
    %v1 = linalg.fill ins(%c-2147483648_i32 : i32) outs(%v0 : tensor<4xi32>)
            -> tensor<4xi32>
    %i1 = linalg.fill ins(%c9223372036854775807_i64 : i64)
            outs(%i0 : tensor<4xi64>) -> tensor<4xi64>
    %v, %i = linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                         affine_map<(d0, d1) -> (d0)>,
                         affine_map<(d0, d1) -> (d0)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<4x8xi32>) outs(%v1, %i1 : tensor<4xi32>, tensor<4xi64>) {
    ^bb0(%element: i32, %value: i32, %index: i64):
      %position = linalg.index 1 : index
      ...
      linalg.yield %better_value, %better_index : i32, i64
    } -> (tensor<4xi32>, tensor<4xi64>)
    ```

    `extrema.identity` becomes one `linalg.fill` a destination.

    `extrema.topk_reduce` stays as it is: no single `linalg.generic` expresses
    it. `convert-extrema-to-loops` lowers it, after bufferization.

    Fails on signed or unsigned integers, for which `extrema-strip-signedness`
    is to be run before.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertExtremaToLoops : Pass<"convert-extrema-to-loops"> {
  let summary = "Structured operations on memrefs to scalar scf loops";
  let description = [{
    Turns `extrema.arg_reduce`, `extrema.topk_reduce` and `extrema.identity` on
    memrefs of any layout into scf loops over `memref.load` and `memref.store`,
    without scratch memory. It is the plain lowering by which the faster ones are
    judged.

    An `arg_reduce` becomes a loop that carries the best pair found so far:

    ```mlir
    extrema.arg_reduce <maxsi> dimension(0) ins(%x : memref<8x4xi32>)
      index_only outs(%i : memref<4xi64>)
    ```

    becomes

    ```mlir
    scf.for %column = %c0 to %c4 step %c1 {
      %best:2 = scf.for %row = %c0 to %c8 step %c1
          iter_args(%value = %c-2147483648_i32, %index = %c9223372036854775807_i64)
          -> (i32, i64) {
        %element = memref.load %x[%row, %column] : memref<8x4xi32>
        %position = arith.index_cast %row : index to i64
        ...
        scf.yield %better_value, %better_index : i32, i64
      }
      memref.store %best#1, %i[%column] : memref<4xi64>
    }
    ```

    A `topk_reduce` keeps the `k` best pairs as a heap in the row of the
    destinations, the worst at its root, with which each further element of the
    input is compared, and sorts the heap in place at the end (not with
    `unsorted`): O(n log k) comparisons for a row of n elements.

    16-bit floats are compared and moved as integers: a memref of them is first
    seen as one of i16, by a `builtin.unrealized_conversion_cast` that
    `reconcile-unrealized-casts` removes once memrefs are lowered to pointers.
    Compiled code then calls no run-time function for them, and keeps their bits.

    Fails on operations on tensors, which are to be bufferized before, and on
    signed or unsigned integers, for which `extrema-strip-signedness` is to be
    run before.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ConvertExtremaToVector : Pass<"convert-extrema-to-vector"> {
  let summary = "Structured operations on memrefs to loops over vectors";
  let description = [{
    Turns `extrema.arg_reduce` and `extrema.topk_reduce` on memrefs into scf
    loops over operations of the vector, arith and memref dialects. The strategy
    depends on the layout, extents, types and target (docs/Vector.md). A dynamic
    extent or stride is known only at run time: a condition in the IR asks for it.
    Where the answer rules vectors out, a copy of the operation stays in the other
    branch. An operation that vectors do not make faster stays as it is. Run
    `convert-extrema-to-loops` after this pass, which lowers what has stayed.

    ```mlir
    extrema.arg_reduce <maximumf> dimension(0) ins(%x : memref<?xf32>)
      index_only outs(%i : memref<i64>)
    ```

    The target is that of `triple`, `cpu` and `features`, as LLVM names them; by
    default what every CPU of the architecture that the pass runs on has.
    `vector-bits` sets another length of registers. `cache-sizes` sets other sizes
    of caches, which by default are the host's for the CPU `host`, and 32 KB, 1 MB and
    32 MB for any other CPU.

    Run it after buffer deallocation: scratch memory that it needs is allocated
    and deallocated explicitly. `scratch` says where:

    - `alloca`, the default: what has a constant size, up to 96 KB for an operation
      that is not in a loop, on the stack, the rest by `memref.alloc`.
    - `alloc`: by `memref.alloc`. An `arg_reduce` still takes a few KB from the
      stack, where none of the loops below is around it.
    - `argument`: all of it by operations that are marked with `extrema.scratch`,
      which `extrema-scratch-to-argument` turns into views of an argument.

    Some code may run at the same time as itself: the body of `scf.forall`, of
    `scf.parallel`, of `affine.parallel`, and of any operation that is not known to
    run its regions in sequence. There, scratch memory is allocated inside the body,
    by `memref.alloc`.

    Scratch memory lies in the default memory space. No memref is cast to another
    space. Some strategies read either an operand or a copy of it: they do not take
    operands in other spaces.

    An operation's destination may be a `memref.alloc` that nobody reads any more.
    It is erased, with the stores into it. It stays if others may see the memory:
    if its reference is stored, returned, passed to a call or a block, selected, or
    used by an operation that is not known.

    With `verify-invariants` a kernel verifies when it runs what it relies on: that
    no access is outside of its memref, that a row is as long as its strategy needs
    it, that a list that is taken for sorted is sorted. Each such invariant is a
    `cf.assert`, whose message names it:

    ```mlir
    %is_long = arith.cmpi sge, %extent, %c256 : index
    cf.assert %is_long, "LongRows: a row is shorter than a chunk"
    ```

    An invariant fails if a kernel is wrong, or if operands break a rule of their
    operation, as a state that is not sorted does. The option is for those who
    change kernels, and for tests.

    Several strategies or kernels may need the same code, such as a sort. Run on a
    module, or on another operation with a symbol table, the pass puts such code
    into private functions. Run on a function, it repeats the code where it is
    needed.

    Fails on operations on tensors: bufferize before. Fails on signed or unsigned
    integers: run `extrema-strip-signedness` before.
  }];
  let options = [
    Option<"triple", "triple", "std::string", /*default=*/"\"\"",
           "The target's triple; that of this process if empty">,
    Option<"cpu", "cpu", "std::string", /*default=*/"\"generic\"",
           "The CPU by LLVM's name, 'generic' or 'host'">,
    Option<"features", "features", "std::string", /*default=*/"\"\"",
           "Features that the CPU has besides, as LLVM's '+a,-b'">,
    Option<"vectorBits", "vector-bits", "std::string", /*default=*/"\"\"",
           "Bits of a vector register: 128, 256, 512, or 'scalable'; the "
           "target's if empty">,
    Option<"cacheSizes", "cache-sizes", "std::string", /*default=*/"\"\"",
           "Bytes of the caches of level 1 (data), level 2 and the last level, "
           "as '32768,1048576,33554432'; the target's if empty">,
    Option<"scratch", "scratch", "ScratchMemory", "ScratchMemory::Alloca",
           "Where scratch memory comes from",
           [{::llvm::cl::values(
             clEnumValN(ScratchMemory::Alloca, "alloca",
                        "the stack, while it is small and of a constant size, "
                        "else memref.alloc"),
             clEnumValN(ScratchMemory::Alloc, "alloc", "memref.alloc"),
             clEnumValN(ScratchMemory::Argument, "argument",
                        "what extrema-scratch-to-argument makes an argument"))}]>,
    Option<"verifyInvariants", "verify-invariants", "bool", "false",
           "Let kernels verify what they rely on when they run">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ConvertStridedCopyToLoops : Pass<"convert-strided-copy-to-loops"> {
  let summary = "Turn memref.copy between strided views into loops";
  let description = [{
    Upstream lowers a `memref.copy` whose source or target is not laid out
    contiguously to a call of a function in its runner library. Compiled kernels
    have no such library, so these copies become loops here. Copies between
    memrefs of identity layout stay: they become `memcpy`.

    ```mlir
    memref.copy %view, %out : memref<4xf32, strided<[8]>> to memref<4xf32>
    ```
    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %view[%i] : memref<4xf32, strided<[8]>>
      memref.store %x, %out[%i] : memref<4xf32>
    }
    ```

    (after `canonicalize`, which removes identity maps).
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def RaiseLinalgToExtrema : Pass<"raise-linalg-to-extrema"> {
  let summary = "Arg reductions written in linalg to extrema.arg_reduce";
  let description = [{
    Front-ends without an arg reduction of their own write one as a
    `linalg.generic` or a `linalg.reduce` over a value and an index. This pass finds
    those on tensors and turns them into `extrema.arg_reduce`: exactly, or not at
    all. An operation of two results or more that reduces a dimension but is left as
    it is gets a remark that says which rule differs.

    ```mlir
    %r:2 = linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                         affine_map<(d0, d1) -> (d0)>,
                         affine_map<(d0, d1) -> (d0)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi64>) {
    ^bb0(%element: i32, %value: i32, %index: i64):
      %d = linalg.index 1 : index
      %position = arith.index_cast %d : index to i64
      %larger = arith.maxsi %element, %value : i32
      %wins = arith.cmpi sgt, %element, %value : i32
      %best = arith.select %wins, %position, %index : i64
      linalg.yield %larger, %best : i32, i64
    } -> (tensor<4xi32>, tensor<4xi64>)
    ```

    becomes, where `%v` is filled with the least i32 and `%i` with 0,

    ```mlir
    %r:2 = extrema.arg_reduce <maxsi> dimension(1) ins(%x : tensor<4x8xi32>)
             outs(%v, %i : tensor<4xi32>, tensor<4xi64>)
             -> tensor<4xi32>, tensor<4xi64>
    ```

    The region is not compared with known spellings. It is evaluated in every
    case in which an element and the accumulator can meet (one value less, equal,
    a zero of the other sign, a NaN; one index lower or equal), and what it keeps
    in each is compared with what an order keeps. The initial pair counts too: it
    is overwritten where it cannot show in a result, and else it is the state of
    an operation with `accumulate`. An index in a tensor of initial indices that
    is not known to be a constant is taken not to be negative, as `accumulate`
    does; a row is taken not to be longer than an i32 or i64 index can number.

    An expression that is compared in place of an element becomes a
    `linalg.generic` of its own before the reduction, and so does, beside it, a
    value that can differ from the element at the index: `arith.maximumf` of -0.0
    and 0.0 is 0.0, whichever of them came first.

    The page "From your linalg to vectors" says what front-ends write, and what
    `nan` is for.
  }];
  let options = [
    Option<"nan", "nan", "NanPolicy", "NanPolicy::Exact",
           "what is to hold on rows with NaNs",
           [{::llvm::cl::values(
             clEnumValN(NanPolicy::Exact, "exact",
                        "the answers of the linalg.generic, or it stays"),
             clEnumValN(NanPolicy::None, "none",
                        "nothing: no input holds a NaN"),
             clEnumValN(NanPolicy::Source, "source",
                        "what the front-end means where the region fits no "
                        "order: a NaN is better than every number, the value "
                        "is the element at the index"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::extrema::ExtremaDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertTosaToExtrema : Pass<"convert-tosa-to-extrema"> {
  let summary = "tosa.argmax to extrema.argmax";
  let description = [{
    Turns `tosa.argmax` into `extrema.argmax`, its NaN mode `PROPAGATE` into
    `nan(propagate)` and `IGNORE` into `nan(ignore)`.

    ```mlir
    %i = tosa.argmax %x {axis = 1 : i32, nan_mode = IGNORE}
           : (tensor<4x8xf32>) -> tensor<4xi32>
    ```

    becomes

    ```mlir
    %i = extrema.argmax %x axis(1) nan(ignore) : tensor<4x8xf32> -> tensor<4xi32>
    ```

    Ties, and rows that begin with NaNs or infinities, are answered by the rules
    of `extrema.argmax`; the page "From your linalg to vectors" says where these
    differ from what upstream's lowering to linalg gives. An operation on element
    types that `extrema.argmax` does not have (8-bit floats, quantized types), or on
    a sparse tensor, stays, with a remark.
  }];
  let dependentDialects = ["::mlir::extrema::ExtremaDialect"];
}

#endif // EXTREMA_CONVERSION_PASSES
