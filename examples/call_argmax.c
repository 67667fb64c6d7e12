// Calls what argmax.mlir is compiled to. See docs/EntryPoint.md.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// How MLIR describes a tensor in memory. Extents and strides count elements,
// the strides of a contiguous one being 1 for the last dimension.
struct Scores {
  const float *base, *aligned;
  int64_t offset, sizes[2], strides[2];
};
struct Best {
  int64_t *base, *aligned;
  int64_t offset, sizes[1], strides[1];
};

// The results in their order, then the status.
struct Results {
  struct Best best;
  int32_t status;
};

// Filled with zeros by the caller, and by the callee where a check fails.
struct Context {
  const char *message;
  int64_t values[4];
};

void _mlir_ciface_main(struct Results *results, const struct Scores *scores,
                       struct Context *context);

static void call(const float *data, int64_t rows, int64_t columns) {
  struct Scores scores = {data, data, 0, {rows, columns}, {columns, 1}};
  struct Results results;
  struct Context context = {0};
  _mlir_ciface_main(&results, &scores, &context);
  if (results.status != 0)
    printf("failed: %s\n", context.message);
  else
    for (int64_t row = 0; row < results.best.sizes[0]; ++row)
      printf("%" PRId64 "\n", results.best.aligned[row]);
  // The results are there in any case.
  free(results.best.base);
}

int main(void) {
  const float data[2][3] = {{0.5f, 2.0f, 1.0f}, {3.0f, -1.0f, 3.0f}};
  call(&data[0][0], 2, 3);
  call(&data[0][0], 2, 0);
  return 0;
}
