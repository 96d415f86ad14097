// As much of the headers of Apple's systems as the parts in C use.
#pragma once
typedef struct os_unfair_lock_s {
  unsigned int _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;
__attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0),
               availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull);
__attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0),
               availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull);
