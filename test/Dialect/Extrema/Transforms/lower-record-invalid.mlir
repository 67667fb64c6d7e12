// RUN: extrema-opt %s --extrema-lower-record -allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func private @callee() {
  return
}
func.func @function_as_value() {
  // expected-error@+1 {{'func.constant' op refers to function 'callee', which gets one argument more: only func.call may do that}}
  %f = func.constant @callee : () -> ()
  return
}

// -----

// One that is external keeps its signature, but the call cannot tell.

func.func private @external()
func.func @indirect_call() {
  %f = func.constant @external : () -> ()
  // expected-error@+1 {{'func.call_indirect' op cannot be lowered: it is not known whether the function called takes a context}}
  func.call_indirect %f() : () -> ()
  return
}

// -----

func.func private @callee() {
  return
}
llvm.func @call_from_outside() {
  // expected-error@+1 {{'func.call' op calls 'callee' from outside of a func.func of this module: there is no context to pass to it}}
  func.call @callee() : () -> ()
  llvm.return
}

// -----

llvm.func @record_outside() {
  // expected-error@+1 {{'extrema.record' op is outside of a func.func of this module: there is no context to note the failure in}}
  extrema.record "failed"
  llvm.return
}

// -----

// The inner module is one of its own: the pass has not run on it.

func.func private @external()
module {
  func.func @in_another_module() {
    // expected-error@+1 {{'extrema.record' op is outside of a func.func of this module}}
    extrema.record "failed"
    return
  }
}

// -----

// expected-error@+1 {{holds an operation of an unknown dialect, which may refer to functions whose signature changes}}
module {
  func.func @f() {
    return
  }
  "unknown.op"() ({
    "unknown.terminator"() : () -> ()
  }) : () -> ()
}
