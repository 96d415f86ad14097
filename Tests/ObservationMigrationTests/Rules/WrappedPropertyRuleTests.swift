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
        1️⃣@Clamped var level = 1
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
