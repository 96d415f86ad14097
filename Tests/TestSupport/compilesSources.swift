package import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Trait where Self == ConditionTrait {
  /// For what compiles sources, which is the same whatever the backend or the sanitizer. Where `OBSERVATION_BRIDGE_TESTS` leaves that out
  /// of the package, it is skipped.
  package static var compilesSources: Self {
    .enabled("the same in all builds") {
      switch unsafe getenv("OBSERVATION_BRIDGE_TESTS").map({ unsafe String(cString: $0) }) {
      case "runtime", "core": false
      default: true
      }
    }
  }
}
