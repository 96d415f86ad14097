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

  @Test func constraintTiesWhatTheSourcesPassForIt() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Used: ObservableObject { 2️⃣@Published var title = "" }
      final class 3️⃣Named: ObservableObject { 4️⃣@Published var title = "" }
      final class Held: ObservableObject {
        @Published var title = ""
        func announce() -> Any { 5️⃣objectWillChange.sink { _ in } }
      }
      final class List<Element: 6️⃣ObservableObject> { var all: [Element] = [] }
      struct Panel<Model: 7️⃣ObservableObject>: View {
        8️⃣@ObservedObject var model: Model
        var title: String
        let list: List<Model>?
        var body: some View { Text(title) }
      }
      struct Card<Model>: View where Model: ObservableObject {
        @ObservedObject var model: Model
        var body: some View { Text("") }
      }
      struct Screen: View {
        9️⃣@StateObject var used = Used()
        let held = Held()
        let list = List<Named>()
        var body: some View {
          Panel(model: used, title: "", list: nil)
          Card(model: held)
        }
        func other() -> some View {
          let used = Used()
          return Panel(model: used, title: used.title, list: nil)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Used { var title = "" }
      @Observable
      final class Named { var title = "" }
      final class Held: ObservableObject {
        @Published var title = ""
        func announce() -> Any { objectWillChange.sink { _ in } }
      }
      final class List<Element: AnyObject & Observable> { var all: [Element] = [] }
      struct Panel<Model: AnyObject & Observable>: View {
        var model: Model
        var title: String
        let list: List<Model>?
        var body: some View { Text(title) }
      }
      struct Card<Model>: View where Model: ObservableObject {
        @ObservedObject var model: Model
        var body: some View { Text("") }
      }
      struct Screen: View {
        @State var used = Used()
        let held = Held()
        let list = List<Named>()
        var body: some View {
          Panel(model: used, title: "", list: nil)
          Card(model: held)
        }
        func other() -> some View {
          let used = Used()
          return Panel(model: used, title: used.title, list: nil)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed published",
        "5️⃣ needs a decision object-will-change", "6️⃣ changed constraint", "7️⃣ changed constraint",
        "8️⃣ changed observed-object", "9️⃣ changed state-object",
      ]
    )
  }

  @Test func objectOfAComposedConstraintConvertsWithIt() async throws {
    try await Scenario(
      """
      import SwiftUI
      protocol StateProvider: AnyObject { var level: Double { get } }
      final class 1️⃣Engine: ObservableObject { 2️⃣@Published var level = 0.0 }
      extension Engine: StateProvider {}
      final class 3️⃣Other: ObservableObject {
        func announce() -> Any { 4️⃣objectWillChange.sink { _ in } }
      }
      struct Meter<S: StateProvider & 5️⃣ObservableObject>: View {
        6️⃣@ObservedObject var state: S
        var body: some View { Text("\\(state.level)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      protocol StateProvider: AnyObject { var level: Double { get } }
      @Observable
      final class Engine { var level = 0.0 }
      extension Engine: StateProvider {}
      final class Other: ObservableObject {
        func announce() -> Any { objectWillChange.sink { _ in } }
      }
      struct Meter<S: StateProvider & AnyObject & Observable>: View {
        var state: S
        var body: some View { Text("\\(state.level)") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "4️⃣ needs a decision object-will-change",
        "5️⃣ changed constraint", "6️⃣ changed observed-object",
      ]
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

  @Test func constraintThatOnlyOtherClassesFitTiesNone() async throws {
    try await Scenario(
      """
      import SwiftUI
      import RealmSwift
      protocol Named: Hashable { var name: String { get } }
      final class Row: Object, Named { @Persisted var name = "" }
      typealias AnyNamed = any Named & ObservableObject
      struct NameView<Item: Named & ObservableObject>: View {
        @ObservedObject var item: Item
        var body: some View { Text(item.name) }
      }
      final class 1️⃣Store: ObservableObject { 2️⃣@Published var count = 0 }
      struct CountView: View {
        3️⃣@ObservedObject var store: Store
        var body: some View { Text("\\(store.count)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      import RealmSwift
      protocol Named: Hashable { var name: String { get } }
      final class Row: Object, Named { @Persisted var name = "" }
      typealias AnyNamed = any Named & ObservableObject
      struct NameView<Item: Named & ObservableObject>: View {
        @ObservedObject var item: Item
        var body: some View { Text(item.name) }
      }
      @Observable
      final class Store { var count = 0 }
      struct CountView: View {
        var store: Store
        var body: some View { Text("\\(store.count)") }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object"],
      compiles: false
    )
  }

  /// The classes that fit may be anywhere.
  @Test func constraintThatNothingFitsConvertsWithAll() {
    let text = """
      import SwiftUI
      protocol Running { func run() }
      final class Solo: ObservableObject { @Published var count = 0 }
      struct Child<Model: ObservableObject>: View {
        @ObservedObject var model: Model
        var body: some View { Text("") }
      }
      struct Screen<Model: ObservableObject & Running>: View {
        @ObservedObject var model: Model
        var body: some View { Child(model: model) }
      }
      struct Root: View {
        let solo: Solo
        var body: some View { Child(model: solo) }
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "Screen.swift", text: text)])[0].migrated
    #expect(migrated.contains("struct Child<Model: AnyObject & Observable>: View"))
    #expect(migrated.contains("struct Screen<Model: AnyObject & Observable & Running>: View"))
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
