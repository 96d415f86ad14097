// As much of the headers of Apple's systems as the parts in C use.
#pragma once
#include <stddef.h>
char *getenv(const char *);
void *malloc(size_t);
void free(void *);
void *calloc(size_t, size_t);
_Noreturn void abort(void);
