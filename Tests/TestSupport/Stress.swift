#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long tests that repeat something take.
///
/// They run briefly on a developer's machine, and in full where `OBSERVATION_BRIDGE_STRESS` is 1, as in CI.
package enum Stress {
  /// Whether tests run in full.
  package static let isFull: Bool = {
    guard let value = unsafe getenv("OBSERVATION_BRIDGE_STRESS") else { return false }
    return unsafe String(cString: value) == "1"
  }()

  /// How often to repeat something: `brief` times by default, `full` times where tests run in full.
  package static func rounds(brief: Int, full: Int) -> Int {
    isFull ? full : brief
  }
}
