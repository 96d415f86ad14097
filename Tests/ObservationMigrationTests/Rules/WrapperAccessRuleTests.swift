import ObservationMigration
import Testing

@Suite struct WrapperAccessRuleTests {
  @Test func wrappersOfLocalVariablesThatAreHandedOnNeedADecision() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class M: ObservableObject {
        @Published var text = ""
      }
      final class N: ObservableObject {}
      @MainActor func use(_ wrapper: ObjectWrapper<M>) {}
      @MainActor func handsOn() {
        @ObservedObject var m = M()
        use(1️⃣$m)
      }
      @MainActor func stores() -> Any {
        @StateObject var m = M()
        return 2️⃣_m
      }
      #Preview {
        @Previewable 3️⃣@EnvironmentObject var n: N
        Text("")
      }
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision wrapper-access", "2️⃣ needs a decision wrapper-access",
        "3️⃣ needs a decision environment-object",
      ]
    )
  }
}
