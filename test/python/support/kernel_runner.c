//===- kernel_runner.c - Calls kernels with guarded buffers -----*- C++ -*-===//
//
// The main program around an object file of kernels: calls them as the file on
// standard input says and writes what they left in their buffers to standard
// output (kernels.py writes the one and reads the other). Every buffer lies
// between unreadable pages, against the one before or the one behind it.
//
// It has no C library, so that it also runs on a machine that is only emulated.
// A request is a list of 64-bit numbers, then the contents of its buffers, each
// filled up to a multiple of 8 bytes:
//
//   function, number of allocations that are its own
//   number of buffers, of each: size in bytes, place, whether it is written to
//   number of arguments, of each: -1 and a number, or
//     buffer, rank, offset, sizes, strides of a memref
//
// A reply is a fault (64 bits, 0: none) and the contents of the buffers that
// are written to, as they are.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <stdint.h>

/// Written beside the requests by kernels.py. A kernel that has its scratch
/// memory from its caller has a function that says how much, others null.
extern void *const kernels[], *const scratchSizes[];

enum { PageSize = 1 << 16, Canary = 0xC3, FreshByte = 0xA5, CanarySize = 256 };
enum { MaxBuffers = 8, MaxArguments = 6, MaxRank = 8, MaxScratch = 64 };
enum Place { AtBegin, AtEnd };
enum Fault {
  NoFault,
  ScratchAlive,
  WroteBesideBuffer,
  WroteBesideScratch,
  Allocated
};

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
enum { Read = 0, Write = 1, Seek = 8, Map = 9, Protect = 10, Unmap = 11 };
enum { Exit = 60 };

static long call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
__asm__(".globl _start\n_start:\n  xor %ebp, %ebp\n  call runAll\n");
#elif defined(__aarch64__)
enum { Read = 63, Write = 64, Seek = 62, Map = 222, Protect = 226 };
enum { Unmap = 215, Exit = 93 };

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}
__asm__(".globl _start\n_start:\n  bl runAll\n");
#else
#error neither x86-64 nor AArch64
#endif

enum { NoAccess = 0, ReadOnly = 1, ReadAndWrite = 3 };
enum { Private = 2, Anonymous = 32 };

static _Noreturn void leave(int code) {
  for (;;)
    call(Exit, code, 0, 0, 0, 0, 0);
}

static void fill(uint8_t *to, uint8_t value, size_t size) {
  while (size--)
    *to++ = value;
}

static int isFilled(const uint8_t *from, uint8_t value, size_t size) {
  for (; size--; ++from)
    if (*from != value)
      return 0;
  return 1;
}

// What compilers make calls of; this file is compiled with -fno-builtin, so not
// here.
void *memset(void *to, int value, size_t size) {
  fill(to, (uint8_t)value, size);
  return to;
}

void *memcpy(void *to, const void *from, size_t size) {
  const uint8_t *source = from;
  for (uint8_t *byte = to; size--; ++byte)
    *byte = *source++;
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  if ((uintptr_t)to <= (uintptr_t)from)
    return memcpy(to, from, size);
  while (size--)
    ((uint8_t *)to)[size] = ((const uint8_t *)from)[size];
  return to;
}

// What a failed invariant of a kernel calls.
int puts(const char *text) {
  size_t size = 0;
  while (text[size])
    ++size;
  call(Write, /*standard error*/ 2, (long)text, (long)size, 0, 0, 0);
  call(Write, 2, (long)"\n", 1, 0, 0, 0);
  return 0;
}

_Noreturn void abort(void) { leave(134); }

static size_t roundUp(size_t size, size_t unit) {
  return (size + unit - 1) / unit * unit;
}

//===----------------------------------------------------------------------===//
// Memory between unreadable pages
//===----------------------------------------------------------------------===//

struct Room {
  uint8_t *begin;
  size_t size;
};

static struct Room makeRoom(size_t size) {
  struct Room room = {NULL, roundUp(size ? size : 1, PageSize)};
  long address = call(Map, 0, (long)room.size + 2 * PageSize, NoAccess,
                      Private | Anonymous, -1, 0);
  if (address < 0 && address > -4096)
    leave(2);
  room.begin = (uint8_t *)address + PageSize;
  call(Protect, (long)room.begin, (long)room.size, ReadAndWrite, 0, 0, 0);
  return room;
}

static void freeRoom(struct Room room) {
  call(Unmap, (long)(room.begin - PageSize), (long)room.size + 2 * PageSize, 0,
       0, 0, 0);
}

/// The scratch memory of kernels.
static struct {
  struct Room room;
  uint8_t *begin;
  size_t size;
} scratch[MaxScratch];
static int numScratch;
/// How often kernels may allocate still.
static int64_t numAllocations;
static enum Fault fault;

void *malloc(size_t size) {
  if (numScratch == MaxScratch)
    leave(3);
  if (numAllocations-- == 0)
    fault = Allocated;
  struct Room room = makeRoom(size);
  fill(room.begin, FreshByte, room.size);
  uint8_t *begin = room.begin + room.size - roundUp(size, 16);
  fill(begin + size, Canary, roundUp(size, 16) - size);
  scratch[numScratch].room = room;
  scratch[numScratch].begin = begin;
  scratch[numScratch++].size = size;
  return begin;
}

void free(void *pointer) {
  for (int i = 0; i < numScratch; ++i) {
    if (scratch[i].begin != pointer)
      continue;
    size_t size = scratch[i].size;
    if (!isFilled(scratch[i].begin + size, Canary, roundUp(size, 16) - size))
      fault = WroteBesideScratch;
    freeRoom(scratch[i].room);
    scratch[i] = scratch[--numScratch];
    return;
  }
  if (pointer)
    leave(4);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

struct Buffer {
  struct Room room; // reused from request to request
  uint8_t *begin;
  size_t size;
  int isWritten;
};

static void place(struct Buffer *buffer, size_t size, enum Place where) {
  if (buffer->room.size < size) {
    if (buffer->room.begin)
      freeRoom(buffer->room);
    buffer->room = makeRoom(size);
  }
  struct Room room = buffer->room;
  call(Protect, (long)room.begin, (long)room.size, ReadAndWrite, 0, 0, 0);
  buffer->size = size;
  buffer->begin = room.begin + (where == AtEnd ? room.size - size : 0);
}

/// What lies beside a buffer in its room, as far as it is looked at.
static struct Room getBeside(const struct Buffer *buffer) {
  uint8_t *end = buffer->begin + buffer->size;
  size_t before = (size_t)(buffer->begin - buffer->room.begin);
  size_t behind = (size_t)(buffer->room.begin + buffer->room.size - end);
  struct Room beside = {end, behind < CanarySize ? behind : CanarySize};
  if (before > 0) {
    beside.size = before < CanarySize ? before : CanarySize;
    beside.begin = buffer->begin - beside.size;
  }
  return beside;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// A memref of up to MaxRank dimensions; the strides follow the sizes.
struct Descriptor {
  uint8_t *base, *aligned;
  int64_t offset;
  int64_t sizesAndStrides[2 * MaxRank];
};

typedef int64_t Argument;
typedef void (*Kernel)(Argument, Argument, Argument, Argument, Argument,
                       Argument, Argument);
typedef int64_t (*ScratchSize)(Argument, Argument, Argument, Argument, Argument,
                               Argument);

enum { ScratchAlignment = 64 };

/// Scratch memory of just that size, as the last argument.
static struct Room makeScratch(size_t size, struct Descriptor *descriptor) {
  if (size % ScratchAlignment != 0)
    leave(7);
  struct Room room = makeRoom(size);
  uint8_t *begin = room.begin + room.size - size;
  fill(room.begin, Canary, room.size - size);
  fill(begin, FreshByte, size);
  descriptor->base = descriptor->aligned = begin;
  descriptor->offset = 0;
  descriptor->sizesAndStrides[0] = (int64_t)size;
  descriptor->sizesAndStrides[1] = 1;
  return room;
}

static void writeAll(const void *data, size_t size) {
  for (const uint8_t *from = data; size > 0;) {
    long count = call(Write, 1, (long)from, (long)size, 0, 0, 0);
    if (count <= 0)
      leave(5);
    from += count;
    size -= (size_t)count;
  }
}

/// Answers the request at `at`; returns the end of it.
static const int64_t *run(const int64_t *at) {
  static struct Buffer buffers[MaxBuffers];
  struct Descriptor descriptors[MaxArguments + 1];
  Argument arguments[MaxArguments + 1] = {0};
  Kernel kernel;
  ScratchSize getScratchSize;
  memcpy(&kernel, &kernels[*at], sizeof(kernel));
  memcpy(&getScratchSize, &scratchSizes[*at++], sizeof(getScratchSize));

  int64_t numOwn = *at++;
  int64_t numBuffers = *at++;
  if (numBuffers > MaxBuffers)
    leave(6);
  for (int64_t i = 0; i < numBuffers; ++i, at += 3) {
    place(&buffers[i], (size_t)at[0], (enum Place)at[1]);
    buffers[i].isWritten = at[2] != 0;
  }
  int64_t numArguments = *at++;
  if (numArguments > MaxArguments)
    leave(6);
  for (int64_t i = 0; i < numArguments; ++i) {
    int64_t number = *at++;
    if (number < 0) {
      arguments[i] = *at++;
      continue;
    }
    int64_t rank = *at++;
    if (rank > MaxRank)
      leave(6);
    struct Descriptor *descriptor = &descriptors[i];
    descriptor->base = descriptor->aligned = buffers[number].begin;
    descriptor->offset = *at++;
    for (int64_t j = 0; j < 2 * rank; ++j)
      descriptor->sizesAndStrides[j] = *at++;
    arguments[i] = (Argument)descriptor;
  }
  for (int64_t i = 0; i < numBuffers; ++i) {
    struct Buffer *buffer = &buffers[i];
    memcpy(buffer->begin, at, buffer->size);
    at += roundUp(buffer->size, 8) / 8;
    struct Room beside = getBeside(buffer);
    fill(beside.begin, Canary, beside.size);
    if (!buffer->isWritten)
      call(Protect, (long)buffer->room.begin, (long)buffer->room.size, ReadOnly,
           0, 0, 0);
  }

  fault = NoFault;
  numAllocations = getScratchSize ? numOwn : INT64_MAX;
  size_t size = 0;
  struct Room own = {NULL, 0};
  if (getScratchSize) {
    size = (size_t)getScratchSize(arguments[0], arguments[1], arguments[2],
                                  arguments[3], arguments[4], arguments[5]);
    own = makeScratch(size, &descriptors[numArguments]);
    arguments[numArguments] = (Argument)&descriptors[numArguments];
  }
  kernel(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
         arguments[5], arguments[6]);
  if (own.begin) {
    if (!isFilled(own.begin, Canary, own.size - size))
      fault = WroteBesideScratch;
    freeRoom(own);
  }
  if (numScratch > 0)
    fault = ScratchAlive;
  for (int64_t i = 0; i < numBuffers; ++i) {
    struct Room beside = getBeside(&buffers[i]);
    if (!isFilled(beside.begin, Canary, beside.size))
      fault = WroteBesideBuffer;
  }

  int64_t reply = fault;
  writeAll(&reply, sizeof(reply));
  for (int64_t i = 0; i < numBuffers; ++i)
    if (buffers[i].isWritten)
      writeAll(buffers[i].begin, buffers[i].size);
  return at;
}

__attribute__((used)) _Noreturn void runAll(void) {
  long size = call(Seek, 0, 0, 2, 0, 0, 0);
  long address = call(Map, 0, size, ReadOnly, Private, 0, 0);
  if (size < 0 || (address < 0 && address > -4096))
    leave(1);
  const int64_t *at = (const int64_t *)address;
  const int64_t *end = at + size / 8;
  while (at < end)
    at = run(at);
  leave(0);
}
