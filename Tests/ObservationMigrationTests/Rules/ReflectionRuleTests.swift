import ObservationMigration
import Testing

@Suite struct ReflectionRuleTests {
  @Test func reflectionNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class A: ObservableObject {}
      final class 2️⃣B: ObservableObject {}
      struct Other {}
      let labels = [1️⃣Mirror(reflecting: A()), Mirror(reflecting: Other())]
      """
    ).expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject {}
      @Observable
      final class B {}
      struct Other {}
      let labels = [Mirror(reflecting: A()), Mirror(reflecting: Other())]
      """,
      findings: ["2️⃣ changed observable", "1️⃣ needs a decision reflection"]
    )
  }
}
