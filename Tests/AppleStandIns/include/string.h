// As much of the headers of Apple's systems as the parts in C use.
#pragma once
#include <stddef.h>
int memcmp(const void *, const void *, size_t);
void *memcpy(void *restrict, const void *restrict, size_t);
int strcmp(const char *, const char *);
