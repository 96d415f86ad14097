#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether this process runs under the address sanitizer, which keeps freed memory for a while.
var isAddressSanitized: Bool {
  unsafe dlsym(dlopen(nil, RTLD_NOW), "__asan_region_is_poisoned") != nil
}

/// How many pages of memory this process occupies; nil where that is not known.
func residentPages() -> Int? {
  #if os(Linux)
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return nil }
    defer { unsafe _ = fclose(file) }
    var (size, resident) = (0, 0)
    let count = unsafe withUnsafeMutablePointer(to: &size) { size in
      unsafe withUnsafeMutablePointer(to: &resident) { resident in
        unsafe withVaList([size, resident]) { unsafe vfscanf(file, "%ld %ld", $0) }
      }
    }
    return count == 2 ? resident : nil
  #else
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
    return usage.ru_maxrss / 4096
  #endif
}
