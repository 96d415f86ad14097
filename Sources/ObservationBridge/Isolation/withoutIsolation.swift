/// Converts a structure of one `@isolated(any)` closure into a structure of one closure without isolation. Code that
/// has made sure of the isolation can call the latter synchronously.
///
/// The type system offers no such conversion. The standard library's `Observations` does the same internally.
@inlinable
func withoutIsolation<Isolated, Synchronous>(_ closure: Isolated) -> Synchronous {
  // Safe: both structures are a function pointer and a context, with one calling convention.
  unsafe unsafeBitCast(closure, to: Synchronous.self)
}
