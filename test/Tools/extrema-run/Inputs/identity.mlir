func.func @identity(%x: tensor<?x3xTYPE>) -> tensor<?x3xTYPE> {
  return %x : tensor<?x3xTYPE>
}
