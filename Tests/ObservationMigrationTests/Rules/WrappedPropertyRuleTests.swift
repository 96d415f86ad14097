import ObservationMigration
import Testing

@Suite struct WrappedPropertyRuleTests {
  @Test func propertyWithAWrapperOfItsOwnKeepsIt() async throws {
    try await Scenario(
      """
      import Combine
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      final class 1️⃣Volume: ObservableObject {
        2️⃣@Clamped var level = 1
        @MainActor static let shared = Volume()
      }
      """
    ).expect(
      """
      import Observation
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      @Observable
      final class Volume {
        @ObservationIgnored @Clamped var level = 1
        @MainActor static let shared = Volume()
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed wrapped-property"]
    )
  }
}
