// As much of the headers of Apple's systems as the parts in C use.
#pragma once
typedef struct __sFILE FILE;
extern FILE *__stderrp;
#define stderr __stderrp
int fprintf(FILE *restrict, const char *restrict, ...) __attribute__((format(printf, 2, 3)));
