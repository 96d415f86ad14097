import CGTK

#if canImport(Glibc)
  import Glibc
#endif

/// Runs the main actor within GLib's loop, on Linux, without polling: copy this file, and the two declarations in `CGTK.h`.
///
/// Up to Swift 6.3 the main actor's executor is the main queue of Dispatch. That queue signals a descriptor when it gets work, and GLib waits
/// for the descriptor along with everything else that it waits for. While there is nothing to do, the main thread sleeps. From Swift 6.4 on,
/// Linux can have a main executor without Dispatch; then this file must be replaced by an executor whose jobs are GLib sources.
///
/// - Call ``start()`` on the main thread before the loop runs, in a program whose `main` isn't asynchronous: an asynchronous one gives the
///   main queue to a thread of Dispatch, and there is no descriptor any more.
/// - Don't run another loop inside a main-actor job, such as that of a modal dialog: other jobs would wait until it ends.
/// - Functions that GLib calls on the main thread are on the main actor, which Swift doesn't know: wrap them in `MainActor.assumeIsolated`.
public enum GLibMainActor {
  /// Lets GLib's default loop run the main actor's jobs from now on.
  @MainActor public static func start() {
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    precondition(descriptor >= 0, "The main queue has no descriptor: `main` must not be asynchronous.")
    _ = g_unix_fd_add(
      descriptor,
      G_IO_IN,
      { descriptor, _, _ in
        // The count of signals. As long as it isn't read, the descriptor stays readable, and the loop wouldn't rest.
        var count: UInt64 = 0
        read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        return gboolean(1)
      },
      nil
    )
  }
}
