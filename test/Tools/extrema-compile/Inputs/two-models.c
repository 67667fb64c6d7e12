// Calls two models in one program: argmax.mlir as `largest`, and topk_buffers.mlir
// with scratch memory from here as `sorted`.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Matrix {
  void *base, *aligned;
  int64_t offset, sizes[2], strides[2];
};
struct Vector {
  void *base, *aligned;
  int64_t offset, sizes[1], strides[1];
};
struct Best {
  struct Vector indices;
  int32_t status;
};
struct Context {
  const char *message;
  int64_t values[4];
};

void largest(struct Best *, struct Matrix *, struct Context *);
int32_t sorted(struct Matrix *, struct Matrix *, struct Matrix *,
               struct Vector *, struct Context *);
int64_t sorted_scratch_size(struct Matrix *, struct Matrix *, struct Matrix *);

static struct Matrix describe(void *data, int64_t rows, int64_t columns) {
  return (struct Matrix){data, data, 0, {rows, columns}, {columns, 1}};
}

int main(void) {
  float data[2][4] = {{1, 9, 2, 8}, {7, 3, 6, 4}};
  struct Matrix in = describe(data, 2, 4);
  struct Context context = {0};
  struct Best best;
  largest(&best, &in, &context);
  const int64_t *where = best.indices.aligned;
  printf("largest: status %d: %d %d\n", best.status, (int)where[0],
         (int)where[1]);
  free(best.indices.base);

  float values[2][2];
  int64_t indices[2][2];
  struct Matrix out = describe(values, 2, 2), at = describe(indices, 2, 2);
  int64_t size = sorted_scratch_size(&in, &out, &at);
  char *memory = aligned_alloc(64, size ? size : 64);
  struct Vector scratch = {memory, memory, 0, {size}, {1}};
  int32_t status = sorted(&in, &out, &at, &scratch, &context);
  printf("sorted: status %d: %g %g, %g %g\n", status, values[0][0],
         values[0][1], values[1][0], values[1][1]);

  // Columns for rows: the true strides.
  struct Matrix turned = {data, data, 0, {4, 2}, {1, 4}};
  largest(&best, &turned, &context);
  where = best.indices.aligned;
  printf("largest: status %d: %d %d %d %d\n", best.status, (int)where[0],
         (int)where[1], (int)where[2], (int)where[3]);
  free(best.indices.base);

  // Written memory is not copied.
  out.strides[0] = 1, out.strides[1] = 2;
  status = sorted(&in, &out, &at, &scratch, &context);
  printf("sorted: status %d: %s\n", status, context.message);
  free(memory);
  return 0;
}
