import CTestSupport
package import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many bytes of the heap are in use in this process; nil where that isn't known.
///
/// Unlike the memory that a process occupies, this doesn't depend on the load of the machine. Other tests allocate meanwhile: measure
/// in an exit test, and after a first few rounds.
package func liveHeapBytes() -> Int? {
  let bytes = ob_live_heap_bytes()
  return bytes < 0 ? nil : Int(bytes)
}

extension Trait where Self == ConditionTrait {
  /// For what measures the heap in use.
  package static var knowsLiveHeapBytes: Self {
    .enabled("needs to know how much of the heap is in use") { liveHeapBytes() != nil }
  }
}

/// Whether new objects come to be at the addresses of freed ones: not under the address sanitizer, which keeps these for a
/// while.
package var addressesAreReused: Bool {
  unsafe dlsym(dlopen(nil, RTLD_NOW), "__asan_region_is_poisoned") == nil
}
