func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  llvm.inline_asm has_side_effects "nonsense", "" : () -> ()
  return %x : tensor<4xf32>
}
