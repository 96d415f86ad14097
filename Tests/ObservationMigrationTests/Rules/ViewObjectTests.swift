import Foundation
import ObservationMigration
import Testing

/// When the objects of views are created, and when they have to be there.
@Suite struct ViewObjectTests {
  private func migrated(_ text: String) throws -> FileResult {
    try #require(Migration().recorded([SourceFile(path: "Views.swift", text: text)]).first)
  }

  /// `@EnvironmentObject` looks for its object when it's read, `@Environment` before the first body.
  @Test func objectOfTheEnvironmentThatNothingReadsIsOptional() throws {
    let result = try migrated(
      """
      import SwiftUI
      final class Store: ObservableObject { @Published var count = 0 }
      struct Opened: ViewModifier {
        @EnvironmentObject private var store: Store
        func body(content: Content) -> some View { content }
      }
      struct Extended: View { @EnvironmentObject var store: Store }
      extension Extended { var body: some View { Text("\\(store.count)") } }
      struct Counter: View {
        @EnvironmentObject var store: Store
        var body: some View { Button { store.count += 1 } label: { Text("\\(store.count)") } }
      }
      struct Representable {
        @EnvironmentObject var store: Store
        func updateUIView(_ view: Int, context: Int) { print(store.count) }
      }
      struct Captured: View {
        @EnvironmentObject var store: Store
        var body: some View { Button("Add") { [store] in store.count += 1 } }
      }
      struct Named: DynamicProperty { @EnvironmentObject var user: User }
      final class User: ObservableObject { @Published var name = "" }
      struct NamedView: View {
        var named: Named
        var body: some View { Text(named.user.name) }
      }
      struct Adder: View {
        @EnvironmentObject var store: Store
        var body: some View {
          VStack { Button("Add") { store.count += 1 } }
            .onTapGesture { add() }
        }
        func add() { store.count += 2 }
      }
      struct Action: View {
        let title: String
        let action: () async -> Void
        var body: some View { Text(title) }
      }
      struct Row: View {
        let text: () -> String
        var body: some View { Text(text()) }
      }
      struct Remover: View {
        @EnvironmentObject var cart: Store
        var body: some View { Action(title: "Remove") { cart.count = 0 } }
      }
      func count(of shop: Shop) -> Int { shop.cart.count }
      struct Shower: View {
        @EnvironmentObject var store: Store
        var body: some View { Row { "\\(store.count)" } }
      }
      struct Card<Content: View>: View {
        let action: () -> Void
        let content: Content
        var body: some View { content }
      }
      struct CardShower: View {
        @EnvironmentObject var store: Store
        var body: some View { Card(action: {}) { Text("\\(store.count)") } }
      }
      """
    )
    #expect(result.migrated.contains("@Environment(Store.self) private var store: Store?\n  func body"))
    #expect(result.migrated.contains("struct Extended: View { @Environment(Store.self) var store }"))
    #expect(result.migrated.components(separatedBy: "Store?").count == 2)
    let risky = result.findings.filter { $0.rule == "environment-object" && $0.isRisky }
    #expect(risky.map(\.line) == [28])
  }

  @Test func typeBehindSelfIsFound() throws {
    let result = try migrated(
      """
      import SwiftUI
      struct Chapters: View {
        @StateObject private var model: Self.Model
        init(make: @escaping () -> Self.Model) { self._model = .init(wrappedValue: make()) }
        var body: some View { Text(model.title) }
      }
      extension Chapters {
        final class Model: ObservableObject { @Published var title = "" }
      }
      """
    )
    #expect(result.migrated.contains("@State private var model: Self.Model"))
    #expect(result.migrated.contains("self._model = .init(initialValue: make())"))
    #expect(result.migrated.contains("@Observable\n  final class Model"))
  }

  @Test(arguments: ["", "print(ObjectIdentifier(self), type(of: self))"])
  func objectThatOnlyStoresValuesIsNotRisky(more: String) throws {
    let result = try migrated(
      """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var items: [String] = []
        init(items: [String]) { self.items = items; \(more) }
      }
      struct ListView: View {
        @StateObject var model: Model
        var body: some View { Text(model.items.first ?? "") }
      }
      """
    )
    #expect(result.migrated.contains("@State var model"))
    #expect(!result.findings.contains { $0.rule == "state-object" && $0.isRisky })
  }

  /// What its initializer does beside storing values is done each time.
  @Test(arguments: [
    "init(player: Player) { Holder.shared.keep(owner: self) }",
    "init(player: Player) { player.delegate = self }",
    "init(player: Player) { self.player = player; start() }\n  var player: Player",
  ]) func objectThatTheMemberwiseInitializerGetsIsCreatedEachTime(initializer: String) throws {
    let result = try migrated(
      """
      import SwiftUI
      final class Player { weak var delegate: AnyObject? }
      final class Holder { static let shared = Holder(); @discardableResult func keep(owner: AnyObject) -> Int { 0 } }
      final class Model: ObservableObject {
        @Published var items: [String] = []
        \(initializer)
        func start() { NotificationCenter.default.post(name: .init("started"), object: nil) }
      }
      struct ListView: View {
        @StateObject var model: Model
        var body: some View { Text(model.items.first ?? "") }
      }
      struct Root: View {
        let player: Player
        var body: some View { ListView(model: .init(player: player)) }
      }
      """
    )
    #expect(result.findings.contains { $0.rule == "state-object" && $0.isRisky })
  }

  /// `Pad` made its object anew only when its parent updated it.
  @Test func viewThatReadsAnObjectOfItsBodyReplacesTheObject() throws {
    let result = try migrated(
      """
      import SwiftUI
      final class PadState: ObservableObject { @Published var isPressed = false; @Published var name = "" }
      struct Pad: View {
        var body: some View { VStack { key } }
        private var key: some View {
          let state = PadState()
          return Text(state.isPressed ? "pressed" : state.name).onTapGesture { state.isPressed.toggle() }
        }
      }
      struct Named: View {
        var body: some View {
          // Nothing changes the name.
          let state = PadState()
          Text(state.name).onTapGesture { state.isPressed.toggle() }
        }
      }
      struct Passing: View {
        var body: some View {
          let shown = PadState()
          Observing(state: shown)
        }
      }
      struct Acting: View {
        var body: some View {
          Text("Press").onTapGesture {
            let pressed = PadState()
            pressed.isPressed = true
            print(pressed.isPressed)
          }
        }
      }
      struct Observing: View {
        @ObservedObject var state: PadState
        var body: some View { Text(state.isPressed ? "pressed" : "") }
        static func make() -> some View {
          let state = PadState()
          return Observing(state: state)
        }
        func name() -> String {
          let state = PadState()
          return state.isPressed ? "pressed" : ""
        }
        func copy() -> some View {
          let state = PadState()
          state.isPressed = true
          return Observing(state: state)
        }
      }
      """
    )
    #expect(result.findings.filter { $0.rule == "state-object" }.map(\.line) == [6])
  }
}
