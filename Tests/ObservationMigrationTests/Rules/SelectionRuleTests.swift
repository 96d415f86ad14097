import ObservationMigration
import Testing

@Suite struct SelectionRuleTests {
  @Test func selectedTypesConvertAloneOrNotAtAll() async throws {
    let scenario = Scenario(
      """
      import Combine
      class 1️⃣Base: ObservableObject {}
      final class 2️⃣Leaf: Base {}
      enum Editor {
        final class 3️⃣Draft: ObservableObject { 4️⃣@Published var text = "" }
      }
      """
    )
    let converted = """
      import Combine
      import Observation
      class Base: ObservableObject {}
      final class Leaf: Base {}
      enum Editor {
        @Observable
        final class Draft { var text = "" }
      }
      """
    for name in ["Draft", "Editor.Draft"] {
      try await scenario.expect(
        converted,
        findings: ["3️⃣ changed observable", "4️⃣ changed published"],
        options: MigrationOptions(onlyTypes: [name])
      )
    }
    try await scenario.expect(
      converted,
      findings: ["2️⃣ needs a decision inheritance", "3️⃣ changed observable", "4️⃣ changed published"],
      options: MigrationOptions(skipTypes: ["Base"])
    )
  }

  @Test func typeThatNeedsARuleThatWasLeftOutIsRefused() async throws {
    let scenario = Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject { 2️⃣@Published var a = 1 }
      final class 3️⃣B: ObservableObject {}
      """
    )
    try await scenario.expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject { @Published var a = 1 }
      @Observable
      final class B {}
      """,
      findings: ["2️⃣ refused selection", "3️⃣ changed observable"],
      options: MigrationOptions(skipRules: ["published"])
    )
    try await scenario.expect(
      """
      import Combine
      final class A: ObservableObject { @Published var a = 1 }
      @Observable
      final class B {}
      """,
      findings: ["2️⃣ refused selection", "3️⃣ changed observable"],
      options: MigrationOptions(skipRules: ["published", "imports"]),
      compiles: false
    )
  }
}
