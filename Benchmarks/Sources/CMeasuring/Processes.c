#include "Processes.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int process_run(const char *const *arguments, process_costs *costs) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process;
  int failure = posix_spawn(&process, arguments[0], &actions, NULL, (char *const *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return -1;

  int status;
  struct rusage usage;
  pid_t ended;
  do ended = wait4(process, &status, 0, &usage);
  while (ended == -1 && errno == EINTR);
  if (ended != process || !WIFEXITED(status)) return -1;
#ifdef __APPLE__
  costs->peak_memory = usage.ru_maxrss;
#else
  costs->peak_memory = (int64_t)usage.ru_maxrss * 1024;
#endif
  costs->processor_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return WEXITSTATUS(status);
}
