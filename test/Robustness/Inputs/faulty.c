/* Stands in for a program that reads files and has faults: the first argument
   says which, or else the size of the damaged file. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int endsWith(const char *text, const char *end) {
  size_t size = strlen(text), endSize = strlen(end);
  return size >= endSize && strcmp(text + size - endSize, end) == 0;
}

static void act(const char *fault) {
  if (strcmp(fault, "crash") == 0)
    abort();
  if (strcmp(fault, "hang") == 0)
    for (volatile int i = 0;; ++i) {
    }
  if (strcmp(fault, "memory") == 0) {
    for (int i = 0; i < 1100; ++i) {
      char *block = malloc(1 << 20);
      memset(block, 1, 1 << 20);
    }
    exit(0);
  }
  if (strcmp(fault, "silence") == 0)
    exit(1);
}

int main(int argc, char **argv) {
  act(argv[1]);
  const char *output = NULL, *damaged = NULL;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "-o") == 0)
      output = argv[++i];
    else if (endsWith(argv[i], ".onnx") && strstr(argv[i], "damaged"))
      damaged = argv[i];
  }
  if (!damaged)
    return 2;
  FILE *file = fopen(damaged, "rb");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  fclose(file);
  if (size % 3 == 0) { /* a result that is not whole */
    fclose(fopen(output, "wb"));
    return 0;
  }
  if (size % 3 == 1) { /* a partial file */
    fclose(fopen(output, "wb"));
    fprintf(stderr, "%s:0:0: error: '%s' is damaged\n", damaged, damaged);
    return 1;
  }
  fprintf(stderr, "error: it is damaged\n"); /* no file's name */
  return 1;
}
