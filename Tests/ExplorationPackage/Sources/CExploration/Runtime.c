// The functions of the runtime and the C library that the scheduler has to know of. Those defined here come before the originals, for the
// whole process: the program exports them, because the libraries that it is linked with use them.

#define _GNU_SOURCE
#include "State.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// MARK: Locks of the runtime and of the standard library's registrars

typedef int (*mutex_function)(pthread_mutex_t *);

static mutex_function real_lock, real_try, real_unlock;

__attribute__((constructor)) static void find_originals(void) {
  real_lock = (mutex_function)dlsym(RTLD_NEXT, "pthread_mutex_lock");
  real_try = (mutex_function)dlsym(RTLD_NEXT, "pthread_mutex_trylock");
  real_unlock = (mutex_function)dlsym(RTLD_NEXT, "pthread_mutex_unlock");
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!real_lock) find_originals();
  if (!is_scheduled()) return real_lock(mutex);
  if (is_in_observation_library(__builtin_return_address(0))) {
    explored_lock(mutex);
    return real_lock(mutex);
  }
  for (;;) {
    int result = real_try(mutex);
    if (result != EBUSY) return result;
    wait_for_real_lock(mutex);
  }
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!real_unlock) find_originals();
  int result = real_unlock(mutex);
  if (!is_scheduled()) return result;
  if (is_in_observation_library(__builtin_return_address(0))) {
    explored_unlock(mutex);
  } else {
    real_lock_released(mutex);
  }
  return result;
}

static uintptr_t library_start, library_end;

static int inspect(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  (void)result;
  const char *name = strrchr(info->dlpi_name, '/');
  if (!name || strcmp(name, "/libswiftObservation.so") != 0) return 0;
  for (int index = 0; index < info->dlpi_phnum; ++index) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    library_start = info->dlpi_addr + header->p_vaddr;
    library_end = library_start + header->p_memsz;
  }
  return 0;
}

void find_observation_library(void) { dl_iterate_phdr(inspect, 0); }

bool is_in_observation_library(const void *address) {
  return (uintptr_t)address >= library_start && (uintptr_t)address < library_end;
}

// MARK: Initialisers of global variables

// Nobody is interrupted in one: others would wait for it.
typedef void (*once)(void *predicate, void (*function)(void *), void *context);

void swift_once(void *predicate, void (*function)(void *), void *context) {
  static once original;
  if (!original) original = (once)dlsym(RTLD_NEXT, "swift_once");
  begin_uninterrupted();
  original(predicate, function, context);
  end_uninterrupted();
}

// MARK: Time

int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t now;
  if (!explored_time(&now)) return (int)syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){now / 1000000000, now % 1000000000};
  return 0;
}

// MARK: Jobs

typedef SWIFT void (*enqueue_original)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook;

static SWIFT void take_job(void *job, enqueue_original original) {
  (void)original;
  ce_enqueue(job);
}

void take_jobs(void) { swift_task_enqueueGlobal_hook = take_job; }

// MARK: Steps of tasks

typedef SWIFT_ASYNC void (*resumption)(SWIFT_ASYNC_CONTEXT void *context);
typedef SWIFT_ASYNC void (*hop)(SWIFT_ASYNC_CONTEXT void *context, resumption resume, void *identity, const void *implementation);

static hop original_switch(void) {
  static hop found;
  if (!found) found = (hop)dlsym(RTLD_NEXT, "swift_task_switch");
  return found;
}

// Called by compiled code where a task hops to an executor: the task gives up its present executor, and asks for the other.
SWIFT_ASYNC void swift_task_switch(
    SWIFT_ASYNC_CONTEXT void *context, resumption resume, void *identity, const void *implementation) {
  uintptr_t current = swift_task_getCurrentExecutor().identity;
  if (is_explored() && current != (uintptr_t)identity) {
    if (current) explored_access((void *)current, true);
    if (identity) explored_access(identity, true);
  }
  return original_switch()(context, resume, identity, implementation);
}

typedef SWIFT void (*resume)(void *task);

// Called where a continuation is resumed, and where a task waits for a continuation.
SWIFT void swift_continuation_resume(void *task) {
  static resume original;
  if (!original) original = (resume)dlsym(RTLD_NEXT, "swift_continuation_resume");
  if (is_explored()) explored_access(task, true);
  original(task);
}

typedef SWIFT_ASYNC void (*await)(void *continuation);

SWIFT_ASYNC void swift_continuation_await(void *continuation) {
  static await original;
  if (!original) original = (await)dlsym(RTLD_NEXT, "swift_continuation_await");
  const void *task = (const void *)ob_current_task();
  if (is_explored() && task) explored_access(task, true);
  return original(continuation);
}

// MARK: The lifetime of weakly held objects

// The second word of an object; where that has no room for all counts, it leads to a side table, as do weak references.
static uintptr_t side_table(const void *object) {
  uintptr_t counts = ((const uintptr_t *)object)[1];
  return counts >> 62 == 3 && (uint32_t)counts != UINT32_MAX ? (counts & ~((uintptr_t)3 << 62)) << 3 : 0;
}

typedef void *(*load_weak)(void *reference);

void *swift_weakLoadStrong(void *reference) {
  static load_weak original;
  if (!original) original = (load_weak)dlsym(RTLD_NEXT, "swift_weakLoadStrong");
  // Asked for before: it may be the last moment at which the object lives.
  uintptr_t table = *(const uintptr_t *)reference & ~(uintptr_t)3;
  if (is_explored() && table) explored_access((void *)table, false);
  return original(reference);
}

void ce_point_before_release(const void *object) {
  uintptr_t table = side_table(object);
  explored_access(table ? (const void *)table : object, true);
}

// MARK: Output of a failure

extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

// The program's own table of symbols: most aren't exported.
static const ElfW(Sym) *symbols;
static size_t symbol_count;
static const char *symbol_names;
static uintptr_t program_base;

static int note_base(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  (void)result;
  program_base = info->dlpi_addr;
  // The program is the first.
  return 1;
}

static void read_symbols(void) {
  static bool is_read;
  if (is_read) return;
  is_read = true;
  dl_iterate_phdr(note_base, 0);
  int file = open("/proc/self/exe", O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status)) return;
  const char *start = mmap(0, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (start == MAP_FAILED) return;
  const ElfW(Ehdr) *header = (const void *)start;
  const ElfW(Shdr) *sections = (const void *)(start + header->e_shoff);
  for (int index = 0; index < header->e_shnum; ++index) {
    if (sections[index].sh_type != SHT_SYMTAB) continue;
    symbols = (const void *)(start + sections[index].sh_offset);
    symbol_count = sections[index].sh_size / sizeof *symbols;
    symbol_names = start + sections[sections[index].sh_link].sh_offset;
  }
}

static const char *symbol_at(void *address) {
  Dl_info info;
  if (dladdr(address, &info) && info.dli_fbase != (void *)program_base) return info.dli_sname;
  uintptr_t offset = (uintptr_t)address - program_base;
  for (size_t index = 0; index < symbol_count; ++index) {
    const ElfW(Sym) *symbol = &symbols[index];
    if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && offset >= symbol->st_value
        && offset < symbol->st_value + symbol->st_size) {
      return symbol_names + symbol->st_name;
    }
  }
  return 0;
}

// The function's name with its type, without module, arguments and result; null for functions that explain nothing.
static char *readable(char *name) {
  if (strstr(name, "Atomic") || strstr(name, "LockedState") || strstr(name, "closure #") || strstr(name, "withUnsafe")
      || strstr(name, "thunk") || strstr(name, "withLock") || strstr(name, "explore.")) {
    return 0;
  }
  char *start = strstr(name, "Observation");
  if (!start) return 0;
  start = strchr(start, '.');
  if (!start) return 0;
  name = start + 1;
  name[strcspn(name, "(<: ")] = 0;
  return *name ? name : 0;
}

uint32_t find_places(uintptr_t *places, uint32_t limit) {
  // By hand: unwinders don't know the frames of asynchronous functions, which mark the address of the frame before.
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0), start = frame;
  uint32_t count = 0;
  while (count < limit && frame >= start && frame <= start + (64 << 10) && frame % 8 == 0) {
    uintptr_t *words = (uintptr_t *)frame;
    places[count++] = words[1];
    uintptr_t next = words[0] & ~((uintptr_t)1 << 60);
    if (next <= frame) break;
    frame = next;
  }
  return count;
}

void ce_describe_places(const char *places, char *text, size_t size) {
  read_symbols();
  size_t length = 0;
  char last[128] = "";
  text[0] = 0;
  for (int shown = 0; *places && shown < 3;) {
    char *end;
    const char *symbol = symbol_at((void *)strtoull(places, &end, 16));
    if (end == places) break;
    places = end;
    char *name = symbol ? swift_demangle(symbol, strlen(symbol), 0, 0, 0) : 0;
    char *shortened = name ? readable(name) : 0;
    if (shortened && strcmp(shortened, last) != 0 && length < size) {
      length += snprintf(text + length, size - length, "%s%s", shown ? " < " : "", shortened);
      snprintf(last, sizeof last, "%s", shortened);
      shown += 1;
    }
    free(name);
  }
}

// MARK: The process

void ce_restart_deterministically(char **arguments) {
  // Line by line, also into a file.
  setvbuf(stdout, 0, _IOLBF, 0);
  const char *hashing = getenv("SWIFT_DETERMINISTIC_HASHING");
  if (hashing && strcmp(hashing, "1") == 0) return;
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
  // Or each run would look up the same functions.
  setenv("LD_BIND_NOW", "1", 1);
  // Where the system doesn't allow this, addresses differ, but not their order within a heap.
  int current = personality(0xffffffff);
  if (current != -1) personality(current | ADDR_NO_RANDOMIZE);
  execv("/proc/self/exe", arguments);
  perror("execv");
  exit(70);
}
