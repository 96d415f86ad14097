/// Turns a structure of one `@isolated(any)` closure into one of a closure without isolation, which can be called synchronously by code that
/// has made sure of its isolation.
///
/// The type system offers no such call. The standard library's `Observations` does the same conversion.
@inlinable
func withoutIsolation<Isolated, Synchronous>(_ closure: Isolated) -> Synchronous {
  // Safe: both are a function pointer and a context with the same calling convention.
  unsafe unsafeBitCast(closure, to: Synchronous.self)
}
