import ObservationMigration
import Testing

@Suite struct OnReceiveRuleTests {
  @Test func onReceiveOfAPropertyBecomesOnChange() async throws {
    try await Scenario(
      """
      import SwiftUI
      enum Mode { case a, b }
      final class 0️⃣Player: ObservableObject {
        1️⃣@Published var position = 0
        2️⃣@Published var mode = Mode.a
        3️⃣@Published var names: [String]? = nil
      }
      struct A: View {
        4️⃣@ObservedObject var player: Player
        var body: some View {
          Text("")
            .5️⃣onReceive(player.$position.dropFirst()) { position in print(position) }
            .6️⃣onReceive(player.$mode.removeDuplicates().receive(on: DispatchQueue.main)) { print($0) }
            .7️⃣onReceive(player.$names, perform: { (names) in print(names ?? []) })
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      enum Mode { case a, b }
      @Observable
      final class Player {
        var position = 0
        var mode = Mode.a
        var names: [String]? = nil
      }
      struct A: View {
        var player: Player
        var body: some View {
          Text("")
            .onChange(of: player.position) { _, position in print(position) }
            .onChange(of: player.mode, initial: true) { print($1) }
            .onChange(of: player.names, initial: true, { (_, names) in print(names ?? []) })
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed published", "2️⃣ changed published", "3️⃣ changed published",
        "4️⃣ changed observed-object", "5️⃣ changed on-receive", "6️⃣ changed on-receive", "7️⃣ changed on-receive",
      ]
    )
  }

  @Test func onReceiveCallsAFunctionOrAClosureThatNamesItsType() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 0️⃣Player: ObservableObject {
        1️⃣@Published var position = 0
        func seek(_ position: Int) {}
      }
      struct A: View {
        2️⃣@ObservedObject var player: Player
        func take(_ position: Int) {}
        var body: some View {
          Text("")
            .3️⃣onReceive(player.$position, perform: take)
            .4️⃣onReceive(player.$position.dropFirst(), perform: player.seek)
            .5️⃣onReceive(player.$position) { (position: Int) in take(position) }
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Player {
        var position = 0
        func seek(_ position: Int) {}
      }
      struct A: View {
        var player: Player
        func take(_ position: Int) {}
        var body: some View {
          Text("")
            .onChange(of: player.position, initial: true) { _, value in take(value) }
            .onChange(of: player.position) { _, value in player.seek(value) }
            .onChange(of: player.position, initial: true) { (_: Int, position: Int) in take(position) }
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed published", "2️⃣ changed observed-object", "3️⃣ changed on-receive",
        "4️⃣ changed on-receive", "5️⃣ changed on-receive",
      ]
    )
  }

  /// A reference to a function may leave out the label of an argument.
  @Test func functionIsCalledWithTheLabelOfItsArgument() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 0️⃣Player: ObservableObject {
        1️⃣@Published var position = 0
        func seek(to position: Int) {}
      }
      func note(position: Int) {}
      struct A: View {
        2️⃣@ObservedObject var player: Player
        let handler: (Int) -> Void
        func take(for position: Int) {}
        static func log(position: Int) {}
        var body: some View {
          Text("")
            .3️⃣onReceive(player.$position, perform: take)
            .4️⃣onReceive(player.$position.dropFirst(), perform: player.seek)
            .5️⃣onReceive(player.$position, perform: Self.log)
            .6️⃣onReceive(player.$position, perform: self.take(for:))
            .7️⃣onReceive(player.$position, perform: note)
            .8️⃣onReceive(player.$position, perform: handler)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Player {
        var position = 0
        func seek(to position: Int) {}
      }
      func note(position: Int) {}
      struct A: View {
        var player: Player
        let handler: (Int) -> Void
        func take(for position: Int) {}
        static func log(position: Int) {}
        var body: some View {
          Text("")
            .onChange(of: player.position, initial: true) { _, value in take(for: value) }
            .onChange(of: player.position) { _, value in player.seek(to: value) }
            .onChange(of: player.position, initial: true) { _, value in Self.log(position: value) }
            .onChange(of: player.position, initial: true) { _, value in self.take(for:)(value) }
            .onChange(of: player.position, initial: true) { _, value in note(position: value) }
            .onChange(of: player.position, initial: true) { _, value in handler(value) }
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed published", "2️⃣ changed observed-object", "3️⃣ changed on-receive",
        "4️⃣ changed on-receive", "5️⃣ changed on-receive", "6️⃣ changed on-receive", "7️⃣ changed on-receive",
        "8️⃣ changed on-receive",
      ]
    )
  }

  @Test func onReceiveThatOnChangeCanNotReplaceNeedsADecision() async throws {
    try await Scenario(
      """
      import SwiftUI
      struct Raw {}
      final class Player: ObservableObject {
        @Published var position = 0
        @Published var raw = Raw()
        let ticks = PassthroughSubject<Int, Never>()
      }
      struct A: View {
        @ObservedObject var player: Player
        func action() -> (Int) -> Void { { _ in } }
        func show(_ position: Int) {}
        func show(text: String) {}
        var body: some View {
          Text("")
            .1️⃣onReceive(player.$position.map { $0 + 1 }) { position in print(position) }
            .2️⃣onReceive(player.$raw) { print($0) }
            .3️⃣onReceive(player.$position, perform: action())
            .4️⃣onReceive(player.$position, perform: show)
            .onReceive(player.ticks) { print($0) }
            .onReceive(player.5️⃣objectWillChange) { _ in print("") }
        }
      }
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision on-receive", "2️⃣ needs a decision on-receive", "3️⃣ needs a decision on-receive",
        "4️⃣ needs a decision on-receive", "5️⃣ needs a decision object-will-change",
      ]
    )
  }

  @Test func valuesAreEquatableThroughProtocolsAndSuperclasses() async throws {
    try await Scenario(
      """
      import Foundation
      import SwiftUI
      protocol Row: Identifiable, Hashable {}
      struct Song: Row { var id = 1 }
      class Base: NSObject {}
      final class Derived: Base {}
      final class Model: ObservableObject {
        @Published var song = Song()
        @Published var derived: Derived?
      }
      struct Screen: View {
        @ObservedObject var model: Model
        var body: some View {
          Text("")
            .onReceive(model.$song) { print($0) }
            .onReceive(model.$derived) { print($0 as Any) }
        }
      }
      """
    ).expectMigrated(
      """
      import Foundation
      import SwiftUI
      protocol Row: Identifiable, Hashable {}
      struct Song: Row { var id = 1 }
      class Base: NSObject {}
      final class Derived: Base {}
      @Observable
      final class Model {
        var song = Song()
        var derived: Derived?
      }
      struct Screen: View {
        var model: Model
        var body: some View {
          Text("")
            .onChange(of: model.song, initial: true) { print($1) }
            .onChange(of: model.derived, initial: true) { print($1 as Any) }
        }
      }
      """,
      options: MigrationOptions()
    )
  }

  /// `@Published` called the closure between the changes of `item` and of `group`.
  @Test(
    arguments: [
      ("guard $0?.count == model.group else { return }; shown = $0", "item = \"a\"; group = 1", "`group`"),
      ("guard $0?.count == model.group else { return }; shown = $0", "choose(); group = 1", "`group`"),
      ("if model.group > 1 { shown = $0 }", "item = \"a\"", nil),
      ("if model.limit > 1 { shown = $0 }", "item = \"a\"; group = model.limit", nil),
      ("model.group = $0?.count ?? 0", "item = \"a\"; group = 1", nil),
      ("if group > 1 { shown = $0 }", "item = \"a\"; group = 1", nil),
    ]
  )
  func propertyThatChangesAlongIsNamed(_ closure: String, _ change: String, _ name: String?) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var item: String?
        @Published var group = 0
        let limit = 3
        func reset() { item = nil }
        func choose() { item = "a" }
        func load() { \(change) }
        func move() { group += 1 }
      }
      struct Page: View {
        @ObservedObject var model: Model
        @State private var shown: String?
        var group = 1
        var body: some View {
          Text("\\(shown ?? "") \\(model.group)").onReceive(model.$item) { \(closure) }
        }
      }
      """
    ).filter { $0.rule == "on-receive" }
    #expect(notes.contains { $0.message.contains("The closure reads \(name ?? "")") } == (name != nil))
  }
}
