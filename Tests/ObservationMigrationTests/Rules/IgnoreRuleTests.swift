import ObservationMigration
import Testing

@Suite struct IgnoreRuleTests {
  @Test func ignoreLeavesTheNextDeclarationAloneAndWhatItNeeds() async throws {
    try await Scenario(
      """
      import SwiftUI
      // observation-migrate:ignore
      final class 1️⃣A: ObservableObject {
        2️⃣@Published var a = 1
      }
      final class B: ObservableObject {
        // observation-migrate:ignore
        3️⃣@Published var b = 1
        @Published var c = 1
      }
      final class C: ObservableObject {}
      struct V: View {
        // observation-migrate:ignore
        4️⃣@ObservedObject var c: C
        var body: some View { Text("") }
      }
      final class 5️⃣D: ObservableObject {}
      // observation-migrate:ignore
      struct Box<Model: ObservableObject> { let model: Model }
      """
    ).expect(
      """
      import SwiftUI
      // observation-migrate:ignore
      final class A: ObservableObject {
        @Published var a = 1
      }
      final class B: ObservableObject {
        // observation-migrate:ignore
        @Published var b = 1
        @Published var c = 1
      }
      final class C: ObservableObject {}
      struct V: View {
        // observation-migrate:ignore
        @ObservedObject var c: C
        var body: some View { Text("") }
      }
      @Observable
      final class D {}
      // observation-migrate:ignore
      struct Box<Model: ObservableObject> { let model: Model }
      """,
      findings: [
        "1️⃣ refused ignore", "2️⃣ refused ignore", "3️⃣ refused ignore", "4️⃣ refused ignore", "5️⃣ changed observable",
      ]
    )
  }
}
