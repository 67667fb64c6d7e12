//===- PCH.cpp - Carries the precompiled header ---------------------------===//
//
// Empty: CMake precompiles a header only for a target with a source.
//
//===----------------------------------------------------------------------===//
