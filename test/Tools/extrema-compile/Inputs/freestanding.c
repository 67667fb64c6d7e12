// Calls what freestanding.mlir is compiled to, without a C library: a machine
// that is only emulated need not have one. Exits with the number of the first
// wrong answer, or 0.

#include <stddef.h>
#include <stdint.h>

static _Alignas(64) char memory[1 << 16];
static size_t used;

void *malloc(size_t size) {
  void *buffer = memory + used;
  used += (size + 63) / 64 * 64;
  return used <= sizeof(memory) ? buffer : NULL;
}

void free(void *buffer) { (void)buffer; }

void *memset(void *target, int value, size_t size) {
  for (volatile char *byte = target; size--; ++byte)
    *byte = (char)value;
  return target;
}

void *memcpy(void *target, const void *source, size_t size) {
  const char *from = source;
  for (volatile char *byte = target; size--; ++byte)
    *byte = *from++;
  return target;
}

struct Row {
  void *base, *aligned;
  int64_t offset, size, stride;
};
struct Context {
  const char *message;
  int64_t values[4];
};
struct TopK {
  struct Row values, indices;
  int32_t status;
};

int _mlir_ciface_check(struct Row *, struct Context *);
void _mlir_ciface_top_f32(struct TopK *, struct Row *, struct Context *);
void _mlir_ciface_top_f16(struct TopK *, struct Row *, struct Context *);

static int test(void) {
  struct Context context = {0};
  struct TopK top;

  float numbers[5] = {1.5f, -2.0f, 8.25f, __builtin_nanf(""), 8.25f};
  struct Row row = {numbers, numbers, 0, 5, 1};
  _mlir_ciface_top_f32(&top, &row, &context);
  const float *values = top.values.aligned;
  const int64_t *indices = top.indices.aligned;
  if (top.status != 0 || top.indices.size != 3)
    return 1;
  if (indices[0] != 3 || indices[1] != 2 || indices[2] != 4)
    return 2;
  if (values[0] == values[0] || values[1] != 8.25f || values[2] != 8.25f)
    return 3;

  // 1, -0, 2, 0 and the smallest subnormal, as binary16.
  uint16_t halves[5] = {0x3c00, 0x8000, 0x4000, 0, 1};
  row = (struct Row){halves, halves, 0, 5, 1};
  _mlir_ciface_top_f16(&top, &row, &context);
  const uint16_t *bits = top.values.aligned;
  indices = top.indices.aligned;
  if (top.status != 0 || indices[0] != 1 || indices[1] != 3 || indices[2] != 4)
    return 4;
  if (bits[0] != 0x8000 || bits[1] != 0 || bits[2] != 1)
    return 5;

  if (_mlir_ciface_check(&row, &context) != 0 || context.message)
    return 6;
  row.size = 0;
  if (_mlir_ciface_check(&row, &context) != 1 || !context.message)
    return 7;
  row.size = 2;
  context = (struct Context){0};
  _mlir_ciface_top_f16(&top, &row, &context);
  if (top.status != 1 || context.values[0] != 3)
    return 8;
  return 0;
}

_Noreturn void _start(void) {
  long result = test();
#if defined(__aarch64__)
  register long number __asm__("x8") = 93, code __asm__("x0") = result;
  __asm__ volatile("svc 0" : : "r"(number), "r"(code));
#elif defined(__riscv)
  register long number __asm__("a7") = 93, code __asm__("a0") = result;
  __asm__ volatile("ecall" : : "r"(number), "r"(code));
#else
#error only what is emulated
#endif
  __builtin_unreachable();
}
