// Preloaded into a server: keeps a second file at what the store's file is sure to hold after a power failure,
// which is what was flushed. LAST_FLUSH_OF is the end of the store's path, LAST_FLUSH_TO the second file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct unflushed {
  struct unflushed *next;
  off64_t at;
  size_t size;
  char bytes[];
};

static struct unflushed *first, **last = &first;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static ssize_t real_pwrite(int fd, const void *bytes, size_t size, off64_t at) {
  static ssize_t (*call)(int, const void *, size_t, off64_t);
  if (!call) call = dlsym(RTLD_NEXT, "pwrite64");
  return call(fd, bytes, size, at);
}

static int is_store(int fd) {
  char link[64], path[4096];
  const char *end = getenv("LAST_FLUSH_OF");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0 || !end || (size_t)length < strlen(end)) return 0;
  path[length] = 0;
  return strcmp(path + length - strlen(end), end) == 0;
}

static int flushed_file(void) {
  static int fd = -1;
  if (fd < 0) fd = open(getenv("LAST_FLUSH_TO"), O_RDWR | O_CREAT, 0644);
  return fd;
}

static void wrote(int fd, const void *bytes, ssize_t size, off64_t at) {
  if (size <= 0 || !is_store(fd)) return;
  pthread_mutex_lock(&mutex);
  // a file opened so flushes with every write, but only what it writes
  if (fcntl(fd, F_GETFL) & O_DSYNC) real_pwrite(flushed_file(), bytes, size, at);
  else {
    struct unflushed *item = malloc(sizeof *item + size);
    *item = (struct unflushed){0, at, size};
    memcpy(item->bytes, bytes, size);
    *last = item;
    last = &item->next;
  }
  pthread_mutex_unlock(&mutex);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  ssize_t done = real_pwrite(fd, bytes, size, at);
  wrote(fd, bytes, done, at);
  return done;
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return pwrite64(fd, bytes, size, at); }

static void wrote_parts(int fd, const struct iovec *parts, int count, ssize_t done, off64_t at) {
  for (int i = 0; i < count && done > 0; i++) {
    ssize_t size = done < (ssize_t)parts[i].iov_len ? done : (ssize_t)parts[i].iov_len;
    wrote(fd, parts[i].iov_base, size, at);
    at += size;
    done -= size;
  }
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  static ssize_t (*call)(int, const struct iovec *, int, off64_t);
  if (!call) call = dlsym(RTLD_NEXT, "pwritev64");
  ssize_t done = call(fd, parts, count, at);
  wrote_parts(fd, parts, count, done, at);
  return done;
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return pwritev64(fd, parts, count, at); }

ssize_t writev(int fd, const struct iovec *parts, int count) {
  static ssize_t (*call)(int, const struct iovec *, int);
  if (!call) call = dlsym(RTLD_NEXT, "writev");
  ssize_t done = call(fd, parts, count);
  if (done > 0 && is_store(fd)) wrote_parts(fd, parts, count, done, lseek64(fd, 0, SEEK_CUR) - done);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  struct iovec part = {(void *)bytes, size};
  return writev(fd, &part, 1);
}

static int flush(int fd, const char *name) {
  int (*call)(int) = dlsym(RTLD_NEXT, name);
  int store = is_store(fd);
  pthread_mutex_lock(&mutex);
  struct unflushed *sure = first;
  if (store) first = 0, last = &first;
  pthread_mutex_unlock(&mutex);
  int result = call(fd);
  if (!store) return result;
  while (sure) {
    struct unflushed *next = sure->next;
    if (result == 0) real_pwrite(flushed_file(), sure->bytes, sure->size, sure->at);
    free(sure);
    sure = next;
  }
  return result;
}
int fdatasync(int fd) { return flush(fd, "fdatasync"); }
int fsync(int fd) { return flush(fd, "fsync"); }
