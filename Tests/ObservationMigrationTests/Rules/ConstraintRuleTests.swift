import ObservationMigration
import Testing

@Suite struct ConstraintRuleTests {
  @Test func protocolsConvertWithTheirConformers() async throws {
    try await Scenario(
      """
      --- Protocols.swift
      import Combine
      protocol Editing: 1️⃣ObservableObject, Identifiable {
        var text: String { get set }
      }
      protocol Saving: AnyObject, 2️⃣ObservableObject {}
      protocol Both: Editing, Saving {}
      typealias Model = 3️⃣ObservableObject & Identifiable
      --- Classes.swift
      import SwiftUI
      final class 4️⃣Editor: Both {
        5️⃣@Published var text = ""
      }
      final class 6️⃣Item: Model {}
      struct EditorView<Content: Editing>: View {
        7️⃣@ObservedObject var content: Content
        var body: some View { TextField("", text: $content.text) }
      }
      """
    ).expect(
      """
      --- Protocols.swift
      import Observation
      protocol Editing: AnyObject, Observable, Identifiable {
        var text: String { get set }
      }
      protocol Saving: AnyObject, Observable {}
      protocol Both: Editing, Saving {}
      typealias Model = AnyObject & Observable & Identifiable
      --- Classes.swift
      import SwiftUI
      @Observable
      final class Editor: Both {
        var text = ""
      }
      @Observable
      final class Item: Model {}
      struct EditorView<Content: Editing>: View {
        @Bindable var content: Content
        var body: some View { TextField("", text: $content.text) }
      }
      """,
      findings: [
        "1️⃣ changed constraint", "2️⃣ changed constraint", "3️⃣ changed constraint", "4️⃣ changed observable",
        "5️⃣ changed published", "6️⃣ changed observable", "7️⃣ changed observed-object",
      ]
    )
  }

  @Test func constraintsOnAnyObjectConvertWhenEverythingDoes() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject {}
      struct Box<Model: 2️⃣ObservableObject> { let model: Model }
      func f<T>(_ model: T, _ any: any 3️⃣ObservableObject, _ some: some 4️⃣ObservableObject) where T: 5️⃣ObservableObject {
        _ = any as? any 6️⃣ObservableObject
      }
      extension 7️⃣ObservableObject { func touch() {} }
      let objects: [any 8️⃣ObservableObject] = []
      """
    ).expect(
      """
      import Observation
      @Observable
      final class A {}
      struct Box<Model: AnyObject & Observable> { let model: Model }
      func f<T>(_ model: T, _ any: any AnyObject & Observable, _ some: some AnyObject & Observable) where T: AnyObject & Observable {
        _ = any as? any AnyObject & Observable
      }
      extension Observable where Self: AnyObject { func touch() {} }
      let objects: [any AnyObject & Observable] = []
      """,
      findings: ["1️⃣ changed observable"] + (2...8).map { "\($0)\u{FE0F}\u{20E3} changed constraint" }
    )
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject {}
      final class B: ObservableObject {
        func announce() -> Any { 2️⃣objectWillChange.sink { _ in } }
      }
      struct Box<Model: ObservableObject> { let model: Model }
      """
    ).expect(
      nil,
      findings: ["1️⃣ needs a decision inheritance", "2️⃣ needs a decision object-will-change"]
    )
  }

  @Test func constraintWithoutAnyTypeToConvertStays() async throws {
    try await Scenario(
      """
      import SwiftUI
      struct Box<Model: ObservableObject> { @ObservedObject var model: Model }
      func f(_ object: any ObservableObject) {}
      extension ObservableObject { func touch() {} }
      """
    ).expect(nil, findings: [])
  }

  @Test func protocolThatATypeOutsideConformsToStays() async throws {
    try await Scenario(
      """
      --- Place.swift
      import Combine
      protocol Place: ObservableObject {}
      final class 2️⃣Home: Place {
        @Published var rooms = 1
      }
      --- Outside.swift
      extension 3️⃣Outside: Place {}
      """
    ).expect(
      nil,
      findings: ["2️⃣ needs a decision inheritance", "3️⃣ needs a decision constraint"],
      compiles: false
    )
  }

  @Test func protocolWithoutAnyConformerInTheFilesStays() async throws {
    try await Scenario(
      """
      import Combine
      protocol 1️⃣Place: ObservableObject {}
      final class Card<Item: Place> {
        let item: Item
        init(_ item: Item) { self.item = item }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision constraint"])
  }
}
