import Foundation

/// Whether the thread sanitizer watches this process.
///
/// On Linux it takes `Mutex` of the standard library, a futex of its own, for no lock at all, and reports what is guarded by one.
package let isWatchedByThreadSanitizer = unsafe dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
