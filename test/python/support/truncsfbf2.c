//===- truncsfbf2.c - Rounding to bf16, where no library has it -----------===//
//
// Code that upstream's lowerings make of bf16 arithmetic calls this. The
// project's own does not.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <string.h>

__bf16 __truncsfbf2(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint16_t rounded;
  if (value != value)
    rounded = (bits >> 16) | 0x40;
  else
    rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  __bf16 result;
  memcpy(&result, &rounded, sizeof result);
  return result;
}
