//===- RecordOp.td - A failed check, noted -----------------*- tablegen -*-===//

#ifndef EXTREMA_DIALECT_EXTREMA_IR_RECORDOP_TD
#define EXTREMA_DIALECT_EXTREMA_IR_RECORDOP_TD

include "extrema/Dialect/Extrema/IR/ExtremaBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Extrema_RecordOp : Extrema_Op<"record", [MemoryEffects<[MemWrite]>]> {
  let summary = "notes a failed run-time check and lets the program go on";
  let description = [{
    Notes in the execution's context that a check has failed: the text and up to
    four values that belong to it. The first record of an execution wins, the
    later ones have no effect, and the entry point returns a status that says
    whether there was one. The program goes on after it: what follows has to be
    harmless, as the structured operations are.

    `cf.assert`, by contrast, prints to standard output and ends the process: no
    way to treat a server, or a batch of which one input is bad.

    `message` is shown to people. `{0}` to `{3}` in it stand for the operands.

    `extrema-insert-checks{form=record}` makes these operations,
    `extrema-lower-record` turns them into a compare-and-exchange on the context.

    Example:

    ```mlir
    scf.if %out_of_range {
      extrema.record "extrema.topk: k is {0}, the axis has {1} elements"(%k, %n)
    }
    ```

    Not valid: a placeholder without an operand.

    ```mlir
    // error: 'extrema.record' op message refers to {1}, but the op has 1 operand
    extrema.record "k is {0}, the axis has {1} elements"(%k)
    ```
  }];

  let arguments = (ins StrAttr:$message, Variadic<Index>:$values);
  let assemblyFormat = "$message (`(` $values^ `)`)? attr-dict";
  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// The most operands that a record can carry: the size of the context.
    static constexpr unsigned kMaxValues = 4;
  }];
}

#endif // EXTREMA_DIALECT_EXTREMA_IR_RECORDOP_TD
