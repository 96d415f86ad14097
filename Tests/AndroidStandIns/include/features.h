// As much of the headers of Android and musl as the parts in C use, besides what those of Apple's systems have as well. Nothing here says which
// C library it is: `__GLIBC__` is glibc's.
#pragma once
