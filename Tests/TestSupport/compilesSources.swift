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

extension Trait where Self == ConditionTrait {
  /// For tests that compile sources, and run nothing of them: the same whatever the backend or the sanitizer. They are skipped where
  /// `OBSERVATION_BRIDGE_TESTS` leaves such tests out of the package.
  package static var compilesSources: Self {
    .enabled("the same in all builds") {
      switch unsafe getenv("OBSERVATION_BRIDGE_TESTS").map({ unsafe String(cString: $0) }) {
      case "runtime": false
      default: true
      }
    }
  }
}
