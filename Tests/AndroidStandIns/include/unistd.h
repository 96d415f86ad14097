#pragma once
int getpid(void);
long syscall(long, ...);
