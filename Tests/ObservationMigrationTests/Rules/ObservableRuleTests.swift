import ObservationMigration
import Testing

@Suite struct ObservableRuleTests {
  @Test func fileWithAnotherObservableNamesTheModule() {
    let text = "import RxSwift\nimport Combine\nfinal class Model: ObservableObject { @Published var count = 0 }\n"
    let migrated = Migration().recorded([SourceFile(path: "Model.swift", text: text)])[0].migrated
    #expect(migrated.contains("@Observation.Observable\nfinal class Model {"))
  }

  @Test func typeOfTheSourcesThatIsCalledObservableIsNotMeant() async throws {
    try await Scenario(
      """
      --- Observable.swift
      import SwiftUI
      final class Observable<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
      }
      --- Alarm.swift
      import Combine
      final class 1️⃣Alarm: ObservableObject { 2️⃣@Published var isOn = false }
      protocol Alarming: 3️⃣ObservableObject {}
      final class 4️⃣Siren: Alarming {}
      struct Box<Content: 5️⃣ObservableObject> { let content: Content }
      let box = Box(content: Alarm())
      --- View.swift
      import SwiftUI
      final class 6️⃣Lamp: ObservableObject {}
      struct AlarmView: View {
        7️⃣@StateObject private var alarm = Alarm()
        let other = Observable(1)
        var body: some View { Toggle("Alarm", isOn: $alarm.isOn) }
      }
      """
    ).expect(
      """
      --- Observable.swift
      import SwiftUI
      final class Observable<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
      }
      --- Alarm.swift
      import Observation
      @Observation.Observable
      final class Alarm { var isOn = false }
      protocol Alarming: AnyObject, Observation.Observable {}
      @Observation.Observable
      final class Siren: Alarming {}
      struct Box<Content: AnyObject & Observation.Observable> { let content: Content }
      let box = Box(content: Alarm())
      --- View.swift
      import SwiftUI
      @Observation.Observable
      final class Lamp {}
      struct AlarmView: View {
        @State private var alarm = Alarm()
        let other = Observable(1)
        var body: some View { Toggle("Alarm", isOn: $alarm.isOn) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed constraint", "4️⃣ changed observable",
        "5️⃣ changed constraint", "6️⃣ changed observable", "7️⃣ changed state-object",
      ]
    )
  }

  @Test func modelOfSwiftDataLosesOnlyTheConformance() async throws {
    try await Scenario(
      """
      import SwiftData
      import SwiftUI
      @Model
      final class 1️⃣Folder: ObservableObject, Identifiable {
        var id: UUID
        var name: String
        @Transient var scratch = ""
        init(id: UUID = UUID(), name: String) {
          self.id = id
          self.name = name
        }
      }
      struct FolderRow: View {
        2️⃣@ObservedObject var folder: Folder
        var body: some View { Text(folder.name) }
      }
      """
    ).expect(
      """
      import SwiftData
      import SwiftUI
      @Model
      final class Folder: Identifiable {
        var id: UUID
        var name: String
        @Transient var scratch = ""
        init(id: UUID = UUID(), name: String) {
          self.id = id
          self.name = name
        }
      }
      struct FolderRow: View {
        var folder: Folder
        var body: some View { Text(folder.name) }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed observed-object"],
      compiles: false
    )
  }

  @Test func publicClassNamesWhatHasToMigrateWithIt() async throws {
    let results = try await Scenario(
      """
      import Combine
      public final class 1️⃣Store: ObservableObject {}
      final class 2️⃣Cache: ObservableObject {}
      """
    ).expect(
      """
      import Observation
      @Observable
      public final class Store {}
      @Observable
      final class Cache {}
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed observable"]
    )
    let messages = results[0].findings.filter { $0.rule == "observable" }.map(\.message)
    #expect(messages.map { $0.contains("other modules") } == [true, false])
  }

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

  @Test func commentAboutTheNextLineStaysAboveTheClass() throws {
    let text = """
      import Combine
      /// A model.
      // swiftlint:disable:next type_body_length
      final class Model: ObservableObject { @Published var count = 0 }
      // swiftlint:disable:next type_body_length

      final class Other: ObservableObject { @Published var count = 0 }
      """
    let result = try #require(Migration().recorded([SourceFile(path: "Model.swift", text: text)]).first)
    #expect(
      result.migrated == """
        import Observation
        /// A model.
        @Observable
        // swiftlint:disable:next type_body_length
        final class Model { var count = 0 }
        // swiftlint:disable:next type_body_length

        @Observable
        final class Other { var count = 0 }
        """
    )
  }

  @Test(arguments: [true, false]) func anIsolatedDeinitializerReadsWhatIsTracked(isIsolated: Bool) throws {
    let text = """
      import SwiftUI
      @MainActor final class Model: ObservableObject {
        @Published var count = 0
        private(set) var task: Task<Void, Never>?
        func start() { task = Task {}; count += 1 }
        \(isIsolated ? "isolated " : "")deinit { task?.cancel() }
      }
      struct ModelView: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.count) \\(model.task == nil)") }
      }
      """
    let result = try #require(Migration().recorded([SourceFile(path: "Model.swift", text: text)]).first)
    #expect(result.migrated.contains("@Observable"))
    #expect(result.migrated.contains("@ObservationIgnored") != isIsolated)
  }
}
