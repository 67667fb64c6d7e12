//===- allocations.c - Allocations of a module under test -----------------===//
//
// Linked into each shared object under test with --wrap=malloc, --wrap=calloc
// and --wrap=free: counts what compiled code allocates and does not free, and
// guards the end of every buffer against stray writes. clang -O3 makes a calloc
// of a malloc whose memory is filled with zeros.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void __real_free(void *pointer);

enum { Capacity = 1024, GuardSize = 64, GuardByte = 0xC3, FreshByte = 0xA5 };
// No input of these tests is near it: only a senseless size is larger.
enum { MaxSize = 1 << 26 };

static struct {
  uint8_t *begin;
  size_t size;
} live[Capacity];
static int64_t numLive;

void *__wrap_malloc(size_t size) {
  if (size > MaxSize || numLive == Capacity)
    abort();
  uint8_t *begin = __real_malloc(size + GuardSize);
  if (!begin)
    abort();
  // Not zero: reading what was never written gives a wrong answer.
  memset(begin, FreshByte, size);
  memset(begin + size, GuardByte, GuardSize);
  live[numLive].begin = begin;
  live[numLive++].size = size;
  return begin;
}

void *__wrap_calloc(size_t number, size_t size) {
  if (size && number > MaxSize / size)
    abort();
  return memset(__wrap_malloc(number * size), 0, number * size);
}

static int isIntact(int64_t i) {
  for (int64_t j = 0; j < GuardSize; ++j)
    if (live[i].begin[live[i].size + j] != GuardByte)
      return 0;
  return 1;
}

void __wrap_free(void *pointer) {
  for (int64_t i = 0; pointer && i < numLive; ++i) {
    if (live[i].begin != pointer)
      continue;
    if (!isIntact(i))
      abort();
    live[i] = live[--numLive];
    break;
  }
  __real_free(pointer);
}

/// Forgets the buffers that are alive, which from now on belong to the caller.
/// Returns their number, or -1 if one was written past its end.
int64_t extremaTestTakeAllocations(void) {
  int64_t count = numLive;
  for (int64_t i = 0; i < numLive; ++i)
    if (!isIntact(i))
      count = -1;
  numLive = 0;
  return count;
}
