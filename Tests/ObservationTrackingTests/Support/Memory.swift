#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether new objects come to be at the addresses of freed ones: not under the address sanitizer, which keeps these for a
/// while.
var addressesAreReused: Bool {
  unsafe dlsym(dlopen(nil, RTLD_NOW), "__asan_region_is_poisoned") == nil
}
