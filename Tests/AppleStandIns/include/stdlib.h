// As much of the headers of Apple's systems as the parts in C use.
#pragma once
char *getenv(const char *);
