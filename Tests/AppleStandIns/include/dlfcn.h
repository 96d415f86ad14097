// As much of the headers of Apple's systems as the parts in C use.
#pragma once
#define RTLD_LAZY 0x1
#define RTLD_NOW 0x2
#define RTLD_NEXT ((void *)-1)
#define RTLD_DEFAULT ((void *)-2)
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
