import ObservationMigration
import Testing

@Suite struct DeclarationRuleTests {
  @Test func typesThatHideBothObservableAndItsModuleNeedADecision() async throws {
    try await Scenario(
      """
      import Combine

      class Observable<Value> {}
      struct Observation {}
      class 1️⃣Model: ObservableObject {}
      """
    ).expect(nil, findings: ["1️⃣ needs a decision declaration"])
  }

  @Test func modelOfSwiftDataThatPublishesNeedsADecision() async throws {
    try await Scenario(
      """
      import SwiftData
      import SwiftUI
      @Model
      final class 1️⃣Folder: ObservableObject {
        var name = ""
        @Transient @Published var isOpen = false
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision declaration"], compiles: false)
  }

  @Test func onlyClassesOutsideOfFunctionsConvert() async throws {
    try await Scenario(
      """
      import Combine

      struct 1️⃣A: ObservableObject {}
      func f() {
        class 2️⃣B: ObservableObject {}
      }
      #if DEBUG
      class 3️⃣C: ObservableObject {}
      #endif
      #if !RELEASE
      class C: ObservableObject {}
      #endif
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision declaration", "2️⃣ needs a decision declaration", "3️⃣ needs a decision declaration",
      ],
      compiles: false
    )
  }

  /// The iOS and the macOS app of a repository.
  private static let apps = [
    SourceFile(
      path: "iOS/Model/Store.swift",
      text: "import SwiftUI\nfinal class Store: ObservableObject { @Published var rows = 0 }\n"
    ),
    SourceFile(
      path: "iOS/Rows.swift",
      text: """
        import SwiftUI
        struct Rows: View {
          @ObservedObject var store: Store
          var body: some View { Stepper("Rows", value: $store.rows) }
        }
        """
    ),
    SourceFile(
      path: "macOS/Store.swift",
      text: "import SwiftUI\nfinal class Store: ObservableObject { @Published var title = \"\" }\n"
    ),
  ]

  @Test func typesOfOneNameInFoldersOfTheirOwnConvert() {
    let results = Migration().recorded(Self.apps)
    #expect(results.flatMap(\.findings).allSatisfy { $0.state == .changed })
    #expect(results[0].migrated.contains("@Observable") && results[2].migrated.contains("@Observable"))
    #expect(results[1].migrated.contains("@Bindable var store: Store"))
  }

  @Test(
    arguments: [
      (
        "iOS/Badge.swift",
        "struct Badge: View { @ObservedObject var store: Store; var body: some View { Text(\"\") } }", []
      ),
      // A file of both targets.
      ("Shared/Store+Loading.swift", "extension Store { func reload() {} }", ["declaration"]),
      ("Shared/Reload.swift", "func reload(_ store: Store) {}", ["declaration"]),
      // One of them is blocked.
      (
        "iOS/Watch.swift", "func watch(_ store: Store) -> Any { store.objectWillChange }",
        ["inheritance", "object-will-change"]
      ),
    ] as [(String, String, Set<RuleID>)]
  )
  func typesOfOneNameConvertTogether(_ path: String, _ text: String, rules: Set<RuleID>) {
    let file = SourceFile(path: path, text: "import SwiftUI\n\(text)\n")
    let findings = Migration().recorded(Self.apps + [file]).flatMap(\.findings)
    #expect(Set(findings.filter { $0.state != .changed }.map(\.rule)) == rules)
    #expect(findings.contains { $0.state == .changed } == rules.isEmpty)
  }

  @Test func sameNameInTwoFilesNeedsADecisionUnlessPrivate() async throws {
    try await Scenario(
      """
      --- A.swift
      import Combine
      final class 1️⃣Model: ObservableObject {}
      private final class 2️⃣Local: ObservableObject {}
      --- B.swift
      import Combine
      final class Model: ObservableObject {}
      private final class 3️⃣Local: ObservableObject {}
      """
    ).expect(
      """
      --- A.swift
      import Combine
      import Observation
      final class Model: ObservableObject {}
      @Observable
      private final class Local {}
      --- B.swift
      import Combine
      import Observation
      final class Model: ObservableObject {}
      @Observable
      private final class Local {}
      """,
      findings: ["1️⃣ needs a decision declaration", "2️⃣ changed observable", "3️⃣ changed observable"],
      compiles: false
    )
  }

  @Test func attributeThatMayBeAMacroOfSomeoneElseNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine
      @Stateful
      final class 1️⃣Model: ObservableObject {
        @Published var count = 0
      }
      @available(macOS 14, *) @MainActor @UIActor
      final class 2️⃣Plain: ObservableObject {}
      """
    ).expect(
      """
      import Combine
      import Observation
      @Stateful
      final class Model: ObservableObject {
        @Published var count = 0
      }
      @Observable
      @available(macOS 14, *) @MainActor @UIActor
      final class Plain {}
      """,
      findings: ["1️⃣ needs a decision declaration", "2️⃣ changed observable"],
      compiles: false
    )
  }
}
