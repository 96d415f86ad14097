import ObservationMigration
import Testing

@Suite struct WrappedPropertyRuleTests {
  @Test func environmentOfAClassIsLeftToItsWrapper() {
    let text = """
      import SwiftUI
      final class Links: ObservableObject {
        @Environment(\\.openURL) private var openURL
        @Published var last = ""
        var text: String { "\\(openURL) \\(last)" }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Links.swift", text: text)])[0]
    #expect(result.migrated.contains("@ObservationIgnored @Environment(\\.openURL) private var openURL"))
  }

  @Test func propertyWithAWrapperOfItsOwnKeepsIt() async throws {
    try await Scenario(
      """
      import Combine
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      final class 1️⃣Volume: ObservableObject {
        2️⃣@Clamped var level = 1
        @MainActor static let shared = Volume()
      }
      """
    ).expect(
      """
      import Observation
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      @Observable
      final class Volume {
        @ObservationIgnored @Clamped var level = 1
        @MainActor static let shared = Volume()
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed wrapped-property"]
    )
  }

  @Test func wrapperThatHidesWhatViewsShowNeedsADecision() async throws {
    try await Scenario(
      """
      import SwiftUI
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      @propertyWrapper struct Announced<Value> {
        var wrappedValue: Value
        static subscript<Object: ObservableObject>(
          _enclosingInstance object: Object,
          wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
          storage storage: ReferenceWritableKeyPath<Object, Self>
        ) -> Value {
          get { object[keyPath: storage].wrappedValue }
          set { object[keyPath: storage].wrappedValue = newValue }
        }
      }
      final class Volume: ObservableObject {
        1️⃣@Clamped var level = Int.random(in: 0..<9)
        @Clamped var limit = 1
        2️⃣@Announced var step = 1
        3️⃣@SceneStorage("tab") var tab = 1
        @Clamped private var count = 1
        func mute() { level = 0; count += 1 }
      }
      struct VolumeView: View {
        @ObservedObject var volume: Volume
        var body: some View { Text("\\(volume.level + volume.limit + volume.step + volume.tab)") }
      }
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision wrapped-property", "2️⃣ needs a decision wrapped-property",
        "3️⃣ needs a decision wrapped-property",
      ]
    )
  }

  @Test func valueThatAWrapperOfTheFilesStoresIsTracked() async throws {
    let source = """
      import SwiftUI
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      enum Store { nonisolated(unsafe) static var values: [String: Int] = [:] }
      @propertyWrapper struct Kept {
        let key: String
        var wrappedValue: Int {
          get { Store.values[key] ?? 0 }
          nonmutating set { Store.values[key] = newValue }
        }
      }
      final class 2️⃣Volume: ObservableObject {
        3️⃣@Clamped var level = 1
        4️⃣@Kept(key: "step")
        var step: Int
        func mute() {
          level = 0
          step += 1
        }
      }
      struct VolumeView: View {
        5️⃣@ObservedObject var volume: Volume
        var body: some View { Text("\\(volume.level + volume.step)") }
      }
      """
    let results = try await Scenario(source).expect(
      """
      import SwiftUI
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      enum Store { nonisolated(unsafe) static var values: [String: Int] = [:] }
      @propertyWrapper struct Kept {
        let key: String
        var wrappedValue: Int {
          get { Store.values[key] ?? 0 }
          nonmutating set { Store.values[key] = newValue }
        }
      }
      @Observable
      final class Volume {
        var level: Int {
          get {
            access(keyPath: \\.level)
            return storedLevel
          }
          set { withMutation(keyPath: \\.level) { storedLevel = newValue } }
        }
        @ObservationIgnored @Clamped private var storedLevel = 1
        var step: Int {
          get {
            access(keyPath: \\.step)
            return storedStep
          }
          set { withMutation(keyPath: \\.step) { storedStep = newValue } }
        }
        @ObservationIgnored @Kept(key: "step") private var storedStep: Int
        func mute() {
          level = 0
          step += 1
        }
      }
      struct VolumeView: View {
        var volume: Volume
        var body: some View { Text("\\(volume.level + volume.step)") }
      }
      """,
      findings: [
        "2️⃣ changed observable", "3️⃣ changed wrapped-property", "4️⃣ changed wrapped-property", "5️⃣ changed observed-object",
      ]
    )
    // What the wrapper reads elsewhere may change there.
    #expect(results[0].findings.filter(\.isRisky).map(\.line) == [15])
  }

  @Test(
    arguments: [
      "", "init(level: Int) { self.level = level }", "func f() { print(_level) }",
      "required init(from decoder: any Decoder) throws { fatalError() }; func encode(to encoder: any Encoder) throws {}",
    ]
  )
  func wrapperIsKeptUnderAnotherNameOnlyWhereNothingElseNamesIt(_ member: String) {
    for conformance in ["ObservableObject", "ObservableObject, Codable"] {
      let text = """
        import SwiftUI
        @propertyWrapper struct Clamped: Codable {
          var wrappedValue: Int
        }
        final class Volume: \(conformance) {
          @Clamped var level: Int
          \(member)
          func mute() { level = 0 }
        }
        struct VolumeView: View {
          @ObservedObject var volume: Volume
          var body: some View { Text("\\(volume.level)") }
        }
        """
      let result = Migration().recorded([SourceFile(path: "Volume.swift", text: text)])[0]
      let isConverted = result.migrated.contains("@ObservationIgnored @Clamped private var storedLevel: Int")
      let isCoded = conformance.hasSuffix("Codable") && !member.hasPrefix("required")
      #expect(isConverted == !(isCoded || member.contains("level")), "\(conformance) \(member)")
      #expect(isConverted || result.edits.isEmpty)
    }
  }

  /// Only the property changes what its wrapper stores under a key that occurs nowhere else.
  @Test(
    arguments: [
      ("", "UserDefaults.standard", 0),
      ("func reset() { UserDefaults.standard.removeObject(forKey: \"size\") }", "UserDefaults.standard", 1),
      (
        "enum Key: String { case size }; func reset() { UserDefaults.standard.set(1, forKey: Key.size.rawValue) }",
        "UserDefaults.standard", 1
      ),
      ("let other = [\"size\"]", "UserDefaults.standard", 1),
      ("enum Account { static var defaults = UserDefaults.standard }", "Account.defaults", 1),
      ("var defaults = UserDefaults.standard", "defaults", 1),
    ]
  )
  func keyOfAWrapperThatOccursOnceIsChangedByThePropertyOnly(_ other: String, _ store: String, _ count: Int) {
    let text = """
      import SwiftUI
      @propertyWrapper
      struct Stored<T> {
        let key: String
        let defaultValue: T
        init(_ key: String, defaultValue: T) { (self.key, self.defaultValue) = (key, defaultValue) }
        var wrappedValue: T {
          get { \(store).object(forKey: key) as? T ?? defaultValue }
          set { \(store).set(newValue, forKey: key) }
        }
      }
      \(other)
      class Settings: ObservableObject {
        @Stored("size", defaultValue: 1) var size: Int { willSet { objectWillChange.send() } }
      }
      struct SettingsView: View {
        @ObservedObject var settings: Settings
        var body: some View { Stepper("\\(settings.size)", value: $settings.size) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Settings.swift", text: text)]).flatMap(\.findings)
    #expect(findings.count { $0.isRisky && $0.rule == "wrapped-property" } == count)
  }

  @Test func objectInAWrapperOfAnotherModuleStaysWithTheClassThatHasIt() throws {
    let text = """
      import PublishedObject
      import SwiftUI
      final class Player: ObservableObject {
        @Published var volume = 0
      }
      final class Studio: ObservableObject {
        @PublishedObject var player = Player()
      }
      struct Screen: View {
        @ObservedObject var studio: Studio
        var body: some View { Text(studio.player.volume.description) }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Studio.swift", text: text)])[0]
    #expect(result.edits.isEmpty)
    let decision = try #require(result.findings.first { $0.rule == "wrapped-property" })
    #expect(decision.line == 7 && decision.state == .needsDecision)
    #expect(decision.message.hasPrefix("`@PublishedObject` of `player` isn't declared in these files"))
  }
}
