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
