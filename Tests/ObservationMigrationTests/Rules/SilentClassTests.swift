import ObservationMigration
import Testing

/// Classes that are an `ObservableObject`, and announce no changes.
@Suite struct SilentClassTests {
  @Test func classThatAnnouncesNothingOnlyConformsToObservable() async throws {
    try await Scenario(
      """
      import SwiftUI
      class 1️⃣Delegate: ObservableObject {
        var count = 0
        lazy var words = [""]
        weak var owner: Delegate?
      }
      final class 2️⃣Cache: Delegate {
        var size = 0
      }
      final class 3️⃣Holder<Value> {
        var value: Value
        init(value: Value) { self.value = value }
      }
      extension 4️⃣Holder: ObservableObject {}
      struct CountView: View {
        5️⃣@EnvironmentObject var cache: Cache
        6️⃣@StateObject var holder = Holder(value: 1)
        7️⃣@ObservedObject var delegate: Delegate
        var body: some View { Text("\\(cache.size + cache.count + holder.value + delegate.count)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      class Delegate: Observable {
        var count = 0
        lazy var words = [""]
        weak var owner: Delegate?
      }
      final class Cache: Delegate {
        var size = 0
      }
      final class Holder<Value> {
        var value: Value
        init(value: Value) { self.value = value }
      }
      extension Holder: Observable {}
      struct CountView: View {
        @Environment(Cache.self) var cache
        @State var holder = Holder(value: 1)
        var delegate: Delegate
        var body: some View { Text("\\(cache.size + cache.count + holder.value + delegate.count)") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "4️⃣ changed observable", "5️⃣ changed environment-object",
        "6️⃣ changed state-object", "7️⃣ changed observed-object",
      ]
    )
  }

  @Test(
    arguments: [
      "@Published var name = \"\"", "func change() { objectWillChange.send() }",
      "let objectWillChange = ObservableObjectPublisher()",
      "@AppStorage(\"name\") var name = \"\"", "var other = 0 { willSet { objectWillChange.send() } }",
    ]
  )
  func classThatMayAnnounceSomethingGetsTheMacro(_ member: String) throws {
    let text = """
      import SwiftUI
      final class Model: ObservableObject {
        var count = 0
        \(member)
      }
      struct CountView: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.count)") }
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: text)])[0].migrated
    #expect(!migrated.contains(": Observable {"))
  }

  @Test(
    arguments: [
      "func change(_ model: Model) { model.objectWillChange.send() }",
      "func change(_ model: Any) { (model as! Model).objectWillChange.send() }",
      "final class Part: Model { @Published var name = \"\" }",
    ]
  )
  func classWhoseChangesOthersAnnounceGetsTheMacro(_ declaration: String) throws {
    let text = """
      import SwiftUI
      class Model: ObservableObject {
        var count = 0
      }
      \(declaration)
      struct CountView: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.count)") }
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: text)])[0].migrated
    #expect(!migrated.contains(": Observable {"))
  }

  @Test func controlThatIsBoundToWhatNothingAnnouncesIsReported() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 0️⃣Settings: ObservableObject {
        var volume = 0
      }
      struct A: View {
        1️⃣@ObservedObject var settings: Settings
        var body: some View { Stepper("A", value: $settings.2️⃣volume) }
      }
      struct B: View {
        3️⃣@EnvironmentObject var settings: Settings
        var body: some View {
          Stepper("B", value: 4️⃣$settings.5️⃣volume)
        }
      }
      struct C: View {
        6️⃣@StateObject var settings = Settings()
        var body: some View { Stepper("C", value: $settings.volume) }
      }
      """
    ).expect(
      """
      import SwiftUI
      final class Settings: Observable {
        var volume = 0
      }
      struct A: View {
        @Bindable var settings: Settings
        var body: some View { Stepper("A", value: $settings.volume) }
      }
      struct B: View {
        @Environment(Settings.self) var settings
        var body: some View {
          @Bindable var settings = settings
          Stepper("B", value: $settings.volume)
        }
      }
      struct C: View {
        @State var settings = Settings()
        var body: some View { Stepper("C", value: $settings.volume) }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed observed-object", "2️⃣ changed observed-object",
        "3️⃣ changed environment-object", "4️⃣ changed environment-object", "5️⃣ changed environment-object",
        "6️⃣ changed state-object",
      ]
    )
  }

  /// The published property on the way was assigned, too, and so announced the change.
  @Test func controlThatWritesThroughAPublishedPropertyIsNotUpdated() {
    let source = """
      import SwiftUI
      class Project: ObservableObject { var name = "" }
      class Document: ObservableObject { @Published var project = Project() }
      final class Store: ObservableObject { @Published var document = Document() }
      struct NameView: View {
        @ObservedObject var store: Store
        var body: some View { TextField("Name", text: $store.document.project.name) }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Store.swift", text: source)])[0]
    #expect(result.findings.filter(\.isRisky).map(\.line) == [7])
  }
}
