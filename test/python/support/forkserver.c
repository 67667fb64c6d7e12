//===- forkserver.c - Runs a program many times from one start --*- C++ -*-===//
//
// Preloaded into a program that is not changed for it: stops before main and
// forks for each command line that comes on standard input. What a start costs
// (linking tens of megabytes of libraries) is paid once, and each run is still
// a process of its own, with its own exit status, limits and memory.
//
// A request is its size (32 bits), then strings that each end in a zero: files
// for standard output and standard error, then the arguments. The reply, on
// standard output, is three numbers of 64 bits: the wait status, the largest
// resident size in KiB, the time on the CPU in microseconds.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 64, MAX_REQUEST = 1 << 16 };

typedef int (*MainFunction)(int, char **, char **);
static MainFunction program;

/// Reads exactly `size` bytes; ends the server where there are no more.
static void readAll(int descriptor, char *data, size_t size) {
  while (size > 0) {
    ssize_t count = read(descriptor, data, size);
    if (count <= 0)
      _exit(0);
    data += count;
    size -= (size_t)count;
  }
}

static void setLimit(int resource, const char *variable) {
  const char *text = getenv(variable);
  if (!text)
    return;
  struct rlimit limit;
  getrlimit(resource, &limit);
  // Not the hard limit: past that one the CPU's signal would be SIGKILL.
  limit.rlim_cur = strtoull(text, NULL, 10);
  setrlimit(resource, &limit);
}

static void redirect(const char *path, int flags, int descriptor) {
  int file = open(path, flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0)
    _exit(127);
  close(file);
}

static int serve(int argc, char **argv, char **environment) {
  (void)argc;
  int requests = dup(STDIN_FILENO), replies = dup(STDOUT_FILENO);
  for (;;) {
    static char text[MAX_REQUEST];
    uint32_t size;
    readAll(requests, (char *)&size, sizeof(size));
    if (size == 0 || size > sizeof(text))
      return 1;
    readAll(requests, text, size);
    if (text[size - 1] != '\0')
      return 1;

    pid_t child = fork();
    if (child < 0)
      return 1;
    if (child == 0) {
      char *strings[MAX_ARGUMENTS + 1] = {argv[0]};
      const char *output = text, *error = output + strlen(output) + 1;
      int count = 1;
      for (char *at = (char *)error + strlen(error) + 1;
           at < text + size && count < MAX_ARGUMENTS; at += strlen(at) + 1)
        strings[count++] = at;
      close(requests);
      close(replies);
      redirect("/dev/null", O_RDONLY, STDIN_FILENO);
      redirect(output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
      redirect(error, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
      setLimit(RLIMIT_CPU, "FORKSERVER_CPU_SECONDS");
      setLimit(RLIMIT_DATA, "FORKSERVER_DATA_BYTES");
      struct rlimit noCore = {0, 0};
      setrlimit(RLIMIT_CORE, &noCore);
      alarm(120); // whatever sleeps
      exit(program(count, strings, environment));
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) < 0)
      return 1;
    int64_t reply[3] = {
        status, usage.ru_maxrss,
        (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * INT64_C(1000000) +
            usage.ru_utime.tv_usec + usage.ru_stime.tv_usec};
    if (write(replies, reply, sizeof(reply)) != (ssize_t)sizeof(reply))
      return 1;
  }
}

/// The C library's own start, called with `serve` in place of `main`.
int __libc_start_main(MainFunction main, int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtldFini)(void), void *stackEnd) {
  typedef int (*Start)(MainFunction, int, char **, void (*)(void),
                       void (*)(void), void (*)(void), void *);
  Start start = (Start)dlsym(RTLD_NEXT, "__libc_start_main");
  unsetenv("LD_PRELOAD");
  program = main;
  return start(serve, argc, argv, init, fini, rtldFini, stackEnd);
}
