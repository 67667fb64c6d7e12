// Calls what topk_buffers.mlir is compiled to with --scratch=argument: in
// memory of this program alone. See docs/EntryPoint.md.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { Rows = 2, Columns = 5000, Best = 3 };

// How MLIR describes a matrix, and memory of bytes. The elements of `Matrix`
// are of any type here.
struct Matrix {
  void *base, *aligned;
  int64_t offset, sizes[2], strides[2];
};
struct Bytes {
  void *base, *aligned;
  int64_t offset, sizes[1], strides[1];
};

// Filled with zeros by the caller, and by the callee where a check fails.
struct Context {
  const char *message;
  int64_t values[4];
};

int64_t _mlir_ciface_topk_scratch_size(struct Matrix *scores,
                                       struct Matrix *values,
                                       struct Matrix *indices);
int32_t _mlir_ciface_topk(struct Matrix *scores, struct Matrix *values,
                          struct Matrix *indices, struct Bytes *scratch,
                          struct Context *context);

static struct Matrix describe(void *data, int64_t rows, int64_t columns) {
  return (struct Matrix){data, data, 0, {rows, columns}, {columns, 1}};
}

int main(void) {
  static float scores[Rows][Columns];
  float values[Rows][Best];
  int64_t indices[Rows][Best];
  struct Matrix in = describe(scores, Rows, Columns);
  struct Matrix out = describe(values, Rows, Best);
  struct Matrix where = describe(indices, Rows, Best);

  // The extents alone decide: one buffer is enough for all calls that have
  // them.
  int64_t size = _mlir_ciface_topk_scratch_size(&in, &out, &where);
  void *memory = aligned_alloc(64, (size_t)size);
  if (size > 0 && !memory)
    return 1;
  struct Bytes scratch = {memory, memory, 0, {size}, {1}};

  for (int call = 0; call < 2; ++call) {
    for (int64_t row = 0; row < Rows; ++row)
      for (int64_t i = 0; i < Columns; ++i)
        scores[row][i] = (float)((i + row) * 7919 % 5003 - call * 5000);
    struct Context context = {0};
    if (_mlir_ciface_topk(&in, &out, &where, &scratch, &context))
      return 1;
    for (int64_t row = 0; row < Rows; ++row)
      for (int i = 0; i < Best; ++i)
        printf("%g at %" PRId64 "%s", values[row][i], indices[row][i],
               i + 1 < Best ? ", " : "\n");
  }

  scratch.sizes[0] = size - 1;
  struct Context context = {0};
  if (_mlir_ciface_topk(&in, &out, &where, &scratch, &context))
    printf("failed: %s\n  {0} %s {1} + 1\n", context.message,
           context.values[0] == context.values[1] + 1 ? "=" : "is not");
  free(memory);
  return 0;
}
