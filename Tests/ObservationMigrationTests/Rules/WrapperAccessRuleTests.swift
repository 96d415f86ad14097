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

  @Test(arguments: ["StateObject", "StateObject.init", "SwiftUI.StateObject<Model>.init", ".init"])
  func wrapperThatIsMadeByItsInitializerIsConverted(_ callee: String) {
    let text = """
      import SwiftUI
      final class Model: ObservableObject {}
      struct ModelView: View {
        @StateObject private var model: Model
        init(_ model: Model) { self._model = \(callee)(wrappedValue: model) }
        var body: some View { Text("") }
      }
      """
    let results = Migration().recorded([SourceFile(path: "Model.swift", text: text)])
    #expect(!results.flatMap(\.findings).contains { $0.state == .needsDecision })
    let state = callee == ".init" ? callee : "State"
    #expect(results[0].migrated.contains("self._model = \(state)(initialValue: model)"), "\(results[0].migrated)")
  }
}
