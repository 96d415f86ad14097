import CTestSupport

/// Has the library's locks work as on systems without a fence on other threads. To be called while no lock is in use: at the beginning of
/// an exit test.
package func forgoFenceOfLocks() {
  ob_lock_forgo_fence()
}
