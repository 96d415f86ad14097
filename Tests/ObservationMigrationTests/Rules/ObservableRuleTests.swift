import ObservationMigration
import Testing

@Suite struct ObservableRuleTests {
  @Test func attributeStandsBelowTheDocumentationAndAboveOtherAttributes() async throws {
    try await Scenario(
      """
      import Combine

      /// What is in the cart.
      ///
      /// More of it.
      @MainActor
      public final class 1️⃣Cart: Identifiable, ObservableObject {
        2️⃣@Published public var items: [String] = []
      }
      """
    ).expect(
      """
      import Observation

      /// What is in the cart.
      ///
      /// More of it.
      @Observable
      @MainActor
      public final class Cart: Identifiable {
        public var items: [String] = []
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published"]
    )
  }

  @Test func conformanceGoesWhereverItIsDeclared() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation

      class 1️⃣A: NSObject, Combine.ObservableObject {}
      class 2️⃣B: ObservableObject, Identifiable {}
      class 3️⃣C {}
      extension 4️⃣C: ObservableObject {}

      class 5️⃣D {
        class 6️⃣Inner {}
      }
      extension 7️⃣D.Inner: ObservableObject, CustomStringConvertible {
        var description: String { "" }
      }
      extension 8️⃣D: ObservableObject { // Why.
      }
      class 9️⃣E<Value>:
        // Kept.
        ObservableObject
      {}
      """
    ).expect(
      """
      import Foundation
      import Observation

      @Observable
      class A: NSObject {}
      @Observable
      class B: Identifiable {}
      @Observable
      class C {}

      @Observable
      class D {
        @Observable
        class Inner {}
      }
      extension D.Inner: CustomStringConvertible {
        var description: String { "" }
      }
      extension D { // Why.
      }
      @Observable
      class E<Value>
        // Kept.
        \("")
      {}
      """,
      findings: (1...9).map { "\($0)\u{FE0F}\u{20E3} changed observable" }
    )
  }

  @Test func privateClassInATypeBecomesVisibleInItsFile() async throws {
    try await Scenario(
      """
      import Combine

      private final class 1️⃣A: ObservableObject {}
      struct View {
        private final class 2️⃣B: ObservableObject {}
        private enum Inner {
          final class 3️⃣C: ObservableObject {}
        }
        private let b = B()
      }
      """
    ).expect(
      """
      import Combine
      import Observation

      @Observable
      private final class A {}
      struct View {
        @Observable
        fileprivate final class B {}
        private enum Inner {
          final class C: ObservableObject {}
        }
        private let b = B()
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ needs a decision declaration"]
    )
  }

  @Test func conditionalConformanceNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine

      class Box<Value> {}
      extension Box: ObservableObject 1️⃣where Value: Equatable {}
      """
    ).expect(nil, findings: ["1️⃣ needs a decision observable"])
  }

  @Test func typesThatAreObservableAlreadyLendThemselvesToViews() async throws {
    try await Scenario(
      """
      import SwiftUI
      @Observable final class Store { var count = 0 }
      struct V: View {
        1️⃣@StateObject var store = Store()
        var body: some View { Text("").2️⃣environmentObject(store) }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable final class Store { var count = 0 }
      struct V: View {
        @State var store = Store()
        var body: some View { Text("").environment(store) }
      }
      """,
      findings: ["1️⃣ changed state-object", "2️⃣ changed environment-object"],
      compiles: false
    )
  }
}
