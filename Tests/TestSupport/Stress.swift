#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long tests that repeat something take.
///
/// They run briefly on a developer's machine, in full where `OBSERVATION_BRIDGE_STRESS` is 1, as in CI, and longer still, for hours,
/// where it is `exhaustive`.
package enum Stress: Comparable {
  case brief, full, exhaustive

  /// How long tests run in this process.
  package static let level: Stress = {
    guard let value = unsafe getenv("OBSERVATION_BRIDGE_STRESS") else { return .brief }
    return switch unsafe String(cString: value) {
    case "1": .full
    case "exhaustive": .exhaustive
    default: .brief
    }
  }()

  /// How often to repeat something: `brief` times by default, `full` times where tests run in full, and `exhaustive` times, by default
  /// as often as in full, where they run as long as they can.
  package static func rounds(brief: Int, full: Int, exhaustive: Int? = nil) -> Int {
    switch level {
    case .brief: brief
    case .full: full
    case .exhaustive: exhaustive ?? full
    }
  }
}
