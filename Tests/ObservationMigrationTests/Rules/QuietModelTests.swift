import ObservationMigration
import Testing

/// Views of models that announce nothing, and that another model of the view has refreshed.
@Suite struct QuietModelTests {
  /// A model that announces nothing updates no view. Another model of the view has refreshed what the view shows of it.
  @Test(
    arguments: [
      ("@StateObject private var player = Player()", true),
      ("@State private var isShown = false", false),
    ]
  )
  func modelThatAnnouncesNothingIsOutOfDateWhereAnotherModelRefreshedIt(_ property: String, isNamed: Bool) {
    let text = """
      import SwiftUI
      enum Defaults {
        static var volume = 0
        static func reset() { volume = 5 }
      }
      final class Settings: ObservableObject {
        var volume: Int { Defaults.volume }
        var title: String { "\\(volume)" }
      }
      final class Player: ObservableObject {
        @Published var tracks: [String] = []
        func stop() { tracks = []; Defaults.reset() }
      }
      struct Volume: View {
        \(property)
        @EnvironmentObject var settings: Settings
        var body: some View { Button(settings.title) { print(player.tracks.removeAll()) } }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Volume.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == (isNamed ? [15] : []))
    #expect(named.allSatisfy { $0.message.contains("may show an outdated `settings.title`") })
  }

  /// A function that stores its result returns the stored object to the next call.
  @Test(
    arguments: [
      ("private var histories", "", false), ("private var histories", "func clear() { histories.removeAll() }", false),
      // Other code makes another object the result.
      ("private var histories", "func clear() { histories[\"a\"] = History() }", true),
      ("private var histories", "func merge() { histories.merge([:]) { $1 } }", true),
      ("var histories", "", true),
    ]
  )
  func functionThatKeepsWhatItMakesIsNotOutOfDate(_ declaration: String, _ change: String, _ isNamed: Bool) {
    let text = """
      import SwiftUI
      final class History { func clear() {} }
      final class Histories: ObservableObject {
        \(declaration): [String: History] = [:]
        func history(of name: String) -> History {
          if let history = histories[name] { return history }
          let history = History()
          histories[name] = history
          return history
        }
        \(change)
      }
      final class Player: ObservableObject {
        @Published var tracks: [String] = []
        @Published var volume = 0
        func play(_ name: String, _ histories: Histories) { tracks.append(name); print(histories.history(of: name)) }
      }
      struct Volume: View {
        @EnvironmentObject var player: Player
        @EnvironmentObject var histories: Histories
        var body: some View { Editor(history: histories.history(of: "\\(player.volume)")) }
      }
      struct Tracks: View {
        @EnvironmentObject var player: Player
        var body: some View { Text(player.tracks.joined()) }
      }
      struct Editor: View {
        let history: History
        var body: some View { Button("Clear") { history.clear() } }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Volume.swift", text: text)]).flatMap(\.findings)
    #expect(findings.filter { $0.rule == "unread-model" }.map(\.line) == (isNamed ? [19] : []))
  }

  @Test(
    arguments: [
      "private var titles: [String] = []\n  var title: String { titles.joined() }\n  func add() { titles.append(\"\") }",
      "private(set) var title = \"\" { didSet { print(title) } }\n  func add() { title += \"\" }",
    ]
  )
  func readOrObservedVariableOfAModelThatAnnouncesNothingIsOutOfDate(_ members: String) {
    let text = """
      import SwiftUI
      final class Settings: ObservableObject {
        \(members)
      }
      protocol HasSettings {}
      extension HasSettings { var settings: Settings { Settings() } }
      final class Player: ObservableObject, HasSettings {
        @Published var volume = 0
        func turnUp() { volume += 1; settings.add() }
      }
      struct Volume: View {
        @ObservedObject var player: Player
        var body: some View { Text(player.settings.title) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Volume.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.rule == "unread-model" && $0.message.contains("outdated `settings.title`") })
  }

  @Test(arguments: ["", "func open(_ player: Player) { opened += 1; player.volume = 1 }"])
  func variableOfAModelThatAnnouncesNothingIsOutOfDateWhereAnotherModelRefreshedIt(_ change: String) {
    let text = """
      import SwiftUI
      final class Visits: ObservableObject {
        private(set) var opened = 0
        \(change)
      }
      final class Player: ObservableObject {
        @Published var volume = 0
      }
      struct Start: View {
        @EnvironmentObject var player: Player
        @EnvironmentObject var visits: Visits
        var body: some View { Text("\\(visits.opened)") }
      }
      struct Volume: View {
        @EnvironmentObject var player: Player
        var body: some View { Stepper("Volume", value: $player.volume) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Volume.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == (change.isEmpty ? [] : [10]))
    #expect(named.allSatisfy { $0.message.contains("may show an outdated `visits.opened`") })
  }

  @Test func modelThatAnnouncesNothingIsFoundBehindItsProtocol() {
    let notes = riskyNotes(
      """
      import SwiftUI
      @MainActor protocol Launch: ObservableObject { var state: Int { get } }
      final class Catalog: Launch {
        var state = 0
        func update() { state += 1 }
      }
      final class Browser: ObservableObject {
        @Published var title = ""
        @Published var isLoading = false
        func load(_ catalog: Catalog) { isLoading.toggle(); catalog.update() }
      }
      struct Content<Model: Launch>: View {
        @ObservedObject var browser: Browser
        @ObservedObject var model: Model
        var body: some View { Text("\\(browser.title) \\(model.state)") }
      }
      """
    )
    #expect(notes.filter { $0.rule == "unread-model" }.map(\.line) == [13])
    #expect(notes.contains { $0.message.contains("may show an outdated `model.state`") })
  }
}
