#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// Threads of a test's own, outside the pools of the concurrency runtime.
package enum Thread {
  #if canImport(Darwin)
    private typealias Handle = pthread_t?
  #else
    private typealias Handle = pthread_t
  #endif

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread.
  package static func start(_ body: @escaping @Sendable () -> Void) {
    // The thread is detached from its beginning: the address sanitizer keeps the ID of a thread that is detached later,
    // and looks at no other thread to which the system gives that ID. What only the other thread refers to would be
    // reported as a leak.
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    _ = unsafe create(with: &attributes, body)
    unsafe pthread_attr_destroy(&attributes)
  }

  /// Runs `body` on a new thread, and returns its result when the thread has ended.
  @discardableResult
  package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Mutex<Result?>(nil)
    let thread = unsafe create {
      let new = body()
      result.withLock { $0 = new }
    }
    #if canImport(Darwin)
      unsafe pthread_join(thread!, nil)
    #else
      pthread_join(thread, nil)
    #endif
    // Set by the thread, which has ended.
    return result.withLock { $0 }!
  }

  /// Runs `body` on `count` new threads at once, each with a number from 0, and returns when all threads have ended.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            start {
              body(number)
              continuation.resume()
            }
          }
        }
      }
    }
  }

  /// Lets other threads run.
  package static func yield() {
    sched_yield()
  }

  private static func create(
    with attributes: UnsafePointer<pthread_attr_t>? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> Handle {
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: Handle = nil
    #else
      var thread = Handle()
    #endif
    let result = unsafe pthread_create(
      &thread,
      unsafe attributes,
      { work in
        // Darwin's declaration has no optional here, the others have.
        let work: UnsafeMutableRawPointer? = unsafe work
        unsafe Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().run()
        return nil
      },
      work
    )
    precondition(result == 0, "A thread could not be started.")
    return thread
  }
}
