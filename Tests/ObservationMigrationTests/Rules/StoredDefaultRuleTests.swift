import ObservationMigration
import Testing

@Suite struct StoredDefaultRuleTests {
  @Test func publisherOfTheSameNameOfAnotherTypeIsNoUse() throws {
    func migrated(_ type: String) -> String {
      let text = """
        import Combine
        import SwiftUI
        final class Theme: ObservableObject {
          static let shared = Theme()
          @AppStorage("tint") var tint = 1
        }
        final class Draft: ObservableObject {
          @Published var tint = 1
        }
        struct Preview: View {
          @ObservedObject var theme = Theme.shared
          var body: some View { Text("\\(theme.tint)") }
        }
        func follow(_ source: \(type)) -> Any { source.$tint }
        """
      return Migration().recorded([SourceFile(path: "File.swift", text: text)])[0].migrated
    }
    #expect(migrated("Draft").contains("access(keyPath: \\.tint)"))
  }

  @Test func storedDefaultsAreTracked() async throws {
    let results = try await Scenario(
      """
      import SwiftUI

      enum Kind: String { case none, game }
      enum Keys { static let kind = "kind" }

      final class 1️⃣Preferences: ObservableObject {
          static let shared = Preferences()
          static let store = UserDefaults()

          /// Whether.
          2️⃣@AppStorage("always", store: Preferences.store) private(set) var always = true // Really.
          3️⃣@AppStorage(Keys.kind)
          var kind: Kind = .none {
              didSet { count += 1 }
          }
          4️⃣@AppStorage("text") var text: String?
          5️⃣@AppStorage("case") var other = Kind.game
          6️⃣@AppStorage("hidden") private var hidden = 1
          7️⃣@Published var count = 0

          func change() { always.toggle(); hidden += 1 }
      }

      struct PreferencesView: View {
          8️⃣@ObservedObject var preferences = Preferences.shared
          var body: some View {
              Text("\\(preferences.always) \\(preferences.kind.rawValue) \\(preferences.text ?? "")")
              Text("\\(preferences.other.rawValue) \\(preferences.count)")
          }
      }
      """
    ).expect(
      """
      import SwiftUI

      enum Kind: String { case none, game }
      enum Keys { static let kind = "kind" }

      @Observable
      final class Preferences {
          static let shared = Preferences()
          static let store = UserDefaults()

          /// Whether.
          private(set) var always: Bool {
              get {
                  access(keyPath: \\.always)
                  return storedAlways
              }
              set { withMutation(keyPath: \\.always) { storedAlways = newValue } }
          }
          @ObservationIgnored @AppStorage("always", store: Preferences.store) private var storedAlways = true // Really.
          var kind: Kind {
              get {
                  access(keyPath: \\.kind)
                  return storedKind
              }
              set { withMutation(keyPath: \\.kind) { storedKind = newValue } }
          }
          @ObservationIgnored @AppStorage(Keys.kind) private var storedKind: Kind = .none {
              didSet { count += 1 }
          }
          var text: String? {
              get {
                  access(keyPath: \\.text)
                  return storedText
              }
              set { withMutation(keyPath: \\.text) { storedText = newValue } }
          }
          @ObservationIgnored @AppStorage("text") private var storedText: String?
          var other: Kind {
              get {
                  access(keyPath: \\.other)
                  return storedOther
              }
              set { withMutation(keyPath: \\.other) { storedOther = newValue } }
          }
          @ObservationIgnored @AppStorage("case") private var storedOther = Kind.game
          @ObservationIgnored @AppStorage("hidden") private var hidden = 1
          var count = 0

          func change() { always.toggle(); hidden += 1 }
      }

      struct PreferencesView: View {
          var preferences = Preferences.shared
          var body: some View {
              Text("\\(preferences.always) \\(preferences.kind.rawValue) \\(preferences.text ?? "")")
              Text("\\(preferences.other.rawValue) \\(preferences.count)")
          }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed stored-default", "3️⃣ changed stored-default", "4️⃣ changed stored-default",
        "5️⃣ changed stored-default", "6️⃣ changed stored-default", "7️⃣ changed published", "8️⃣ changed observed-object",
      ]
    )
    #expect(!results.flatMap(\.findings).contains { $0.isRisky })
  }

  private func findings(_ declarations: String, in view: String = "") -> [Finding] {
    let text = """
      import SwiftUI
      final class Preferences: ObservableObject {
        @AppStorage("volume") var volume = 0.5
        \(declarations)
      }
      struct PreferencesView: View {
        @ObservedObject var preferences: Preferences
        \(view)
        var body: some View { Text("\\(preferences.volume)") }
      }
      """
    return Migration().recorded([SourceFile(path: "Preferences.swift", text: text)]).flatMap(\.findings)
      .filter { $0.rule == "stored-default" }
  }

  @Test func severalObjectsOfOneKeyAreNamed() {
    #expect(findings("static let shared = Preferences()").map(\.isRisky) == [false])
    #expect(findings("").map(\.isRisky) == [true])
    #expect(findings("static let shared = Preferences(), other = Preferences()").map(\.isRisky) == [true])
    #expect(findings("", in: "@State var other = Preferences()").map(\.state) == [.changed])
  }

  @Test func storedDefaultsOfABaseClassThatIsNoObservableObjectHoldItsSubclassesBack() async throws {
    try await Scenario(
      """
      import SwiftUI
      class Base {
        @AppStorage("mode") static var mode = 0
        1️⃣@AppStorage("volume") var volume = 0.5
      }
      final class Preferences: Base, ObservableObject {
        @Published var count = 0
      }
      struct PreferencesView: View {
        @ObservedObject var preferences: Preferences
        var body: some View { Text("\\(preferences.volume) \\(preferences.count)") }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision stored-default"])
  }

  @Test(arguments: [
    ("func mute() { UserDefaults.standard.set(0, forKey: \"volume\") }", "@AppStorage(\"volume\") var other = 0.5"),
    ("func mute() { UserDefaults.standard.set(0, forKey: \"volume\") }", ""),
    ("func mute() { _volume.wrappedValue = 0 }", ""), ("var storedVolume = 1.0", ""),
    ("let count: Int; init() { volume = 0; count = 1 }", ""),
  ])
  func whatChangesTheValueElsewhereNeedsADecision(_ declarations: String, _ view: String) {
    #expect(findings(declarations, in: view).map(\.state) == [.needsDecision])
  }

  @Test func typeThatIsNotKnownNeedsADecision() {
    let text = """
      import SwiftUI
      final class Preferences: ObservableObject {
        @AppStorage("volume") var volume = makeVolume()
        @AppStorage("tone") var tone = 1 { didSet { if tone > 3 { tone = 3 } } }
        var text: String { "\\(volume) \\(tone)" }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Preferences.swift", text: text)]).flatMap(\.findings)
    #expect(findings.filter { $0.rule == "stored-default" }.map(\.state) == [.needsDecision, .needsDecision])
  }

  @Test func wrapperInAFileOfNothingElseNeedsADecision() {
    let preferences = """
      import SwiftUI
      final class Preferences: ObservableObject {
        @AppStorage("volume") var volume = 0.5
        var text: String { "\\(volume)" }
      }
      """
    func states(_ text: String) -> [Finding.State] {
      let files = [
        SourceFile(path: "Preferences.swift", text: preferences), SourceFile(path: "Other.swift", text: text),
      ]
      return Migration().recorded(files).flatMap(\.findings).filter { $0.rule == "stored-default" }.map(\.state)
    }
    // The wrapper is private there, so it's that of something else.
    #expect(states("func wrapper(_ message: Message) -> Any { message.storage._volume }") == [.changed])
    #expect(
      states("func binding(_ preferences: Preferences) -> Any { preferences.$volume }") == [.changed, .changed]
    )
    #expect(states("func text(_ preferences: Preferences) -> Any { preferences.volume }") == [.changed])
  }

  @Test func valueAssignedInASubclassBeforeItsSuperclassIsInitializedNeedsADecision() {
    func states(_ end: String) -> [Finding.State] {
      let text = """
        import SwiftUI
        class Base { init() {} }
        final class Preferences: Base, ObservableObject {
          @AppStorage("volume") var volume = 0.5
          var text: String { "\\(volume)" }
          init(quiet: Bool) {
            \(end)
          }
        }
        """
      let results = Migration().recorded([SourceFile(path: "Preferences.swift", text: text)])
      return results.flatMap(\.findings).filter { $0.rule == "stored-default" }.map(\.state)
    }
    #expect(states("volume = 0") == [.needsDecision])
    #expect(states("super.init()\n volume = 0") == [.changed])
  }

  @Test func viewThatStoresTheSameIsNamed() {
    let findings = findings("static let shared = Preferences()", in: "@AppStorage(\"volume\") var other = 0.5")
    #expect(findings.map(\.state) == [.changed] && findings.allSatisfy(\.isRisky))
    #expect(findings.allSatisfy { $0.message.contains("Preferences.swift:8") })
  }

  @Test func otherObjectsAndViewsOfTheKeyAreNamedTogether() throws {
    let finding = try #require(findings("", in: "@AppStorage(\"volume\") var other = 0.5").first)
    #expect(
      finding.message == """
        `volume` is tracked, and stored by `@AppStorage` as before. Views of one `Preferences` don't follow changes that are made \
        through another: use one object for all. Views change the same key at Preferences.swift:8:3; other readers of `volume` show \
        that only when something else that they read changes: let that view change `volume`.
        """
    )
  }

  @Test func twoModelsOfOneKeyNeedADecisionEach() {
    let text = """
      import SwiftUI
      final class Player: ObservableObject {
        @AppStorage("volume") var volume = 0.5
      }
      final class Mixer: ObservableObject {
        @AppStorage("volume") var level = 0.5
      }
      struct Screen: View {
        @ObservedObject var player: Player
        @ObservedObject var mixer: Mixer
        var body: some View { Text((player.volume + mixer.level).description) }
      }
      """
    let decisions = Migration().recorded([SourceFile(path: "Volume.swift", text: text)])[0].findings.filter {
      $0.rule == "stored-default" && $0.state == .needsDecision
    }
    #expect(decisions.map(\.line) == [3, 6])
    #expect(decisions.first?.message.contains("its key is also used at Volume.swift:6:3") == true)
    #expect(decisions.last?.message.contains("its key is also used at Volume.swift:3:3") == true)
  }

  @Test(arguments: [("os(iOS)", "os(macOS)", false), ("os(iOS)", "DEBUG", true)])
  func oneObjectForEachPlatformIsOne(_ first: String, _ second: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Preferences: ObservableObject {
        @AppStorage("volume") var volume = 0.5
      }
      struct Volume: View {
        @EnvironmentObject var preferences: Preferences
        var body: some View { Text("\\(preferences.volume)") }
      }
      #if \(first)
      struct Phone: App {
        @StateObject private var preferences = Preferences()
        var body: some Scene { WindowGroup { Volume().environmentObject(preferences) } }
      }
      #endif
      #if \(second)
      struct Desk: App {
        @StateObject private var preferences = Preferences()
        var body: some Scene { WindowGroup { Volume().environmentObject(preferences) } }
      }
      #endif
      """
    )
    #expect(notes.contains { $0.rule == "stored-default" } == isReported)
  }

  @Test func propertiesOfOneWrapperAreOneEntry() {
    let notes = riskyNotes(
      """
      import SwiftUI
      @propertyWrapper struct Keychain {
        let name: String
        var wrappedValue: String {
          get { read(name) }
          set { write(newValue, name) }
        }
      }
      final class Preferences: ObservableObject {
        @Published var title = ""
        @Keychain(name: "a") var key: String
        @Keychain(name: "b") var other: String
        func change() { key = "1"; other = "2" }
      }
      struct PreferencesView: View {
        @ObservedObject var preferences: Preferences
        var body: some View { Text("\\(preferences.title)\\(preferences.key)\\(preferences.other)") }
      }
      """
    )
    #expect(notes.map(\.rule) == ["wrapped-property"])
    #expect(notes.allSatisfy { $0.message.hasSuffix(" Also at 1 other place, for `other`.") })
  }
}
