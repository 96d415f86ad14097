import ObservationMigration
import Testing

/// What converts, though it looks as if somebody had to decide.
@Suite struct NeedlessDecisionTests {
  private static func result(_ text: String, _ options: MigrationOptions = MigrationOptions()) -> FileResult {
    Migration(options: options).recorded([SourceFile(path: "File.swift", text: text)])[0]
  }

  // MARK: - Alternatives

  @Test func alternativesOfOnePlatformEachAreOneType() async throws {
    try await Scenario(
      """
      import SwiftUI
      #if os(iOS)
        final class 1️⃣Scanner: ObservableObject { 2️⃣@Published var code = "" }
      #else
        final class 3️⃣Scanner: ObservableObject { 4️⃣@Published var code = "none" }
      #endif
      struct ScanView: View {
        5️⃣@ObservedObject var scanner: Scanner
        var body: some View { Text(scanner.code) }
      }
      """
    ).expect(
      """
      import SwiftUI
      #if os(iOS)
        @Observable
        final class Scanner { var code = "" }
      #else
        @Observable
        final class Scanner { var code = "none" }
      #endif
      struct ScanView: View {
        var scanner: Scanner
        var body: some View { Text(scanner.code) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed published",
        "5️⃣ changed observed-object",
      ]
    )
  }

  @Test(
    arguments: [
      ("os(iOS)", "os(macOS)", true), ("os(iOS)", "!os(iOS)", true), ("os(iOS) || os(tvOS)", "os(macOS)", true),
      ("os(iOS) || os(tvOS)", "os(tvOS)", false), ("DEBUG", "!DEBUG", true), ("DEBUG", "os(iOS)", false),
      ("canImport(UIKit)", "canImport(AppKit)", true), ("!(os(iOS) || os(tvOS))", "os(tvOS)", true),
      ("os(iOS) && DEBUG", "os(iOS) && !DEBUG", true), ("os(iOS)", "true", false),
    ]
  )
  func conditionsOfTwoFilesTellAlternativesFromRivals(_ one: String, _ other: String, _ areAlternatives: Bool) {
    let text = "final class Scanner: ObservableObject { @Published var code = \"\" }\n"
    let files = [one, other].enumerated().map { index, condition in
      SourceFile(path: "\(index).swift", text: "import Combine\n#if \(condition)\n\(text)#endif\n")
    }
    let results = Migration().recorded(files)
    #expect(results.allSatisfy { $0.edits.isEmpty != areAlternatives })
  }

  @Test func alternativesConvertBothOrNeither() {
    let result = Self.result(
      """
      import Combine
      #if os(iOS)
        final class Scanner: ObservableObject { @Published var code = "" }
      #else
        final class Scanner: ObservableObject { @Published lazy var code = "" }
      #endif
      """
    )
    #expect(result.edits.isEmpty || result.migrated.ranges(of: "@Observable").count == 2)
  }

  @Test func propertyThatIsPublishedOnOnePlatformIsTrackedOnAll() {
    let result = Self.result(
      """
      import SwiftUI
      #if os(iOS)
        final class Scanner: ObservableObject { @Published var code = "" }
      #else
        final class Scanner: ObservableObject { var code = ""; @Published var name = "" }
      #endif
      struct ScanView: View {
        @ObservedObject var scanner: Scanner
        var body: some View { Text(scanner.code) }
      }
      """
    )
    #expect(!result.migrated.contains("@ObservationIgnored"))
  }

  // MARK: - Announcements from outside

  @Test func announcementBesideAChangeOfAnotherObjectIsRemoved() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Mark: ObservableObject {
        2️⃣@Published var color = ""
        3️⃣@Published var words: [String] = []
      }
      final class Post {
        let mark = Mark()
        func undo() {
          4️⃣mark.objectWillChange.send()
          mark.color = ""
        }
        func redo() {
          self.mark.color = ""
          5️⃣self.mark.objectWillChange.send()
          print(1)
        }
      }
      func undo(_ post: Post?) {
        6️⃣post?.mark.objectWillChange.send()
        post?.mark.words.append("")
      }
      struct MarkView: View {
        7️⃣@ObservedObject var mark: Mark
        var body: some View { Text(mark.color + mark.words[0]) }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Mark {
        var color = ""
        var words: [String] = []
      }
      final class Post {
        let mark = Mark()
        func undo() {
          mark.color = ""
        }
        func redo() {
          self.mark.color = ""
          print(1)
        }
      }
      func undo(_ post: Post?) {
        post?.mark.words.append("")
      }
      struct MarkView: View {
        var mark: Mark
        var body: some View { Text(mark.color + mark.words[0]) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed object-will-change",
        "5️⃣ changed object-will-change", "6️⃣ changed object-will-change", "7️⃣ changed observed-object",
      ]
    )
  }

  @Test(arguments: [
    ("other.color = \"\"", nil), ("mark.note = \"\"", nil), ("print(mark.color)", nil),
    ("mark.page.title = \"\"", "withMutation(keyPath: \\.page) {}"),
  ])
  func announcementByOtherCodeIsOneOfWhatTheObjectCanShow(_ statement: String, mutation: String?) {
    let result = Self.result(
      """
      import SwiftUI
      final class Page { var title = "" }
      final class Mark: ObservableObject {
        @Published var color = ""
        var note = ""
        \(mutation == nil ? "" : "@Published var page = Page()")
      }
      final class Post {
        let mark = Mark()
        let other = Mark()
        func undo() {
          mark.objectWillChange.send()
          \(statement)
        }
      }
      """
    )
    #expect(!result.migrated.contains("objectWillChange"), "\(result.migrated)")
    if let mutation { #expect(result.migrated.contains("mark.\(mutation)"), "\(result.migrated)") }
  }

  @Test(arguments: [("", false), ("@Published var post: Post?", true)])
  func announcementByAnObjectThatNothingObservesIsKeptWhereThatCanBeShown(_ property: String, isConverted: Bool) {
    let result = Self.result(
      """
      import SwiftUI
      final class Mark: ObservableObject { @Published var color = ""; \(property) }
      final class Post {
        let mark = Mark()
        var color = ""
        func undo() {
          mark.objectWillChange.send()
          color = ""
        }
      }
      """
    )
    #expect(result.findings.contains { $0.state == .needsDecision && $0.line == 7 } != isConverted)
    #expect(result.migrated.contains("mark.withMutation(keyPath: \\.post) {}") == isConverted)
  }

  @Test func announcementBeforeAMethodThatAnnouncesIsNotNeeded() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class Column { var isVisible = true }
      final class 1️⃣Table: ObservableObject {
        2️⃣@Published var columns: [Column] = []
        func toggle(_ column: Column) {
          3️⃣objectWillChange.send()
          column.isVisible.toggle()
        }
      }
      struct TableView: View {
        4️⃣@ObservedObject var table: Table
        var body: some View {
          Button("\\(table.columns.count)") {
            5️⃣table.objectWillChange.send()
            table.toggle(table.columns[0])
          }
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      final class Column { var isVisible = true }
      @Observable
      final class Table {
        var columns: [Column] = []
        func toggle(_ column: Column) {
          withMutation(keyPath: \\.columns) {}
          column.isVisible.toggle()
        }
      }
      struct TableView: View {
        var table: Table
        var body: some View {
          Button("\\(table.columns.count)") {
            table.toggle(table.columns[0])
          }
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed object-will-change", "4️⃣ changed observed-object",
        "5️⃣ changed object-will-change",
      ]
    )
  }

  @Test func announcementsOfAWrapperAreThoseOfItsProperty() async throws {
    try await Scenario(
      """
      import Foundation
      import SwiftUI
      @propertyWrapper final class Setting<Value: Equatable> {
        private var value: Value
        init(wrappedValue: Value) { value = wrappedValue }
        var wrappedValue: Value {
          get { value }
          set {
            guard value != newValue else { return }
            value = newValue
            1️⃣DispatchQueue.main.async { Settings.shared.objectWillChange.send() }
          }
        }
      }
      final class 2️⃣Settings: ObservableObject {
        static let shared = Settings()
        3️⃣@Setting var isLarge: Bool = false
      }
      struct SettingsView: View {
        4️⃣@ObservedObject var settings = Settings.shared
        var body: some View { Toggle("Large", isOn: $settings.isLarge) }
      }
      """
    ).expect(
      """
      import Foundation
      import SwiftUI
      @propertyWrapper final class Setting<Value: Equatable> {
        private var value: Value
        init(wrappedValue: Value) { value = wrappedValue }
        var wrappedValue: Value {
          get { value }
          set {
            guard value != newValue else { return }
            value = newValue
          }
        }
      }
      @Observable
      final class Settings {
        static let shared = Settings()
        var isLarge: Bool {
          get {
            access(keyPath: \\.isLarge)
            return storedIsLarge
          }
          set { withMutation(keyPath: \\.isLarge) { storedIsLarge = newValue } }
        }
        @ObservationIgnored @Setting private var storedIsLarge: Bool = false
      }
      struct SettingsView: View {
        @Bindable var settings = Settings.shared
        var body: some View { Toggle("Large", isOn: $settings.isLarge) }
      }
      """,
      findings: [
        "1️⃣ changed object-will-change", "2️⃣ changed observable", "3️⃣ changed wrapped-property",
        "4️⃣ changed observed-object",
      ]
    )
  }

  @Test func commentThatSpeaksOfAnAnnouncementGoesWithIt() {
    let result = Self.result(
      """
      import Combine
      final class Mark: ObservableObject {
        @Published var color = ""
        func undo() {
          self.objectWillChange.send() // without this the view doesn't update
          color = ""
        }
      }
      """
    )
    #expect(result.migrated.contains("  func undo() {\n    color = \"\"\n  }"))
  }

  // MARK: - Wrappers

  @Test func bindingsThroughSubscriptsAreMadeByBindable() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var values: [String: Int] = [:]
        subscript(key: String) -> Int { get { values[key] ?? 0 } set { values[key] = newValue } }
      }
      struct Editor: View {
        3️⃣@EnvironmentObject var store: Store
        var key: String
        var value: Binding<Int> { 4️⃣$store[key] }
        var body: some View { Stepper(key, value: value) }
      }
      struct Page: View {
        5️⃣@EnvironmentObject var store: Store
        var body: some View {
          Stepper("a", value: 6️⃣$store["a"])
        }
      }
      struct Main: View {
        7️⃣@StateObject var store = Store()
        8️⃣@ObservedObject var other: Store
        var body: some View {
          Stepper("a", value: $store["a"])
          Stepper("b", value: $other["b"])
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Store {
        var values: [String: Int] = [:]
        subscript(key: String) -> Int { get { values[key] ?? 0 } set { values[key] = newValue } }
      }
      struct Editor: View {
        @Environment(Store.self) var store
        var key: String
        var value: Binding<Int> { Bindable(store)[key] }
        var body: some View { Stepper(key, value: value) }
      }
      struct Page: View {
        @Environment(Store.self) var store
        var body: some View {
          @Bindable var store = store
          Stepper("a", value: $store["a"])
        }
      }
      struct Main: View {
        @State var store = Store()
        @Bindable var other: Store
        var body: some View {
          Stepper("a", value: $store["a"])
          Stepper("b", value: $other["b"])
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
        "7️⃣ changed state-object", "8️⃣ changed observed-object",
      ]
    )
  }

  @Test func bindingOfAStoredDefaultIsMadeByBindable() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Settings: ObservableObject {
        2️⃣@AppStorage("fast") var isFast = false
        @MainActor var fast: Binding<Bool> { 3️⃣$isFast }
      }
      struct SettingsView: View {
        4️⃣@ObservedObject var settings: Settings
        var body: some View { Toggle("Fast", isOn: 5️⃣settings.$isFast) }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Settings {
        var isFast: Bool {
          get {
            access(keyPath: \\.isFast)
            return storedIsFast
          }
          set { withMutation(keyPath: \\.isFast) { storedIsFast = newValue } }
        }
        @ObservationIgnored @AppStorage("fast") private var storedIsFast = false
        @MainActor var fast: Binding<Bool> { Bindable(self).isFast }
      }
      struct SettingsView: View {
        var settings: Settings
        var body: some View { Toggle("Fast", isOn: Bindable(settings).isFast) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed stored-default", "3️⃣ changed stored-default",
        "4️⃣ changed observed-object", "5️⃣ changed stored-default",
      ]
    )
  }

  @Test(arguments: ["Binding", "State", "Environment(\\.colorScheme)", "FocusState", "GestureState", "Namespace"])
  func wrapperThatUpdatesOnlyViewsIsIgnored(_ wrapper: String) {
    let name = wrapper.prefix { $0 != "(" }
    let result = Self.result(
      """
      import SwiftUI
      final class Editor: ObservableObject {
        @Published var text = ""
        @\(wrapper) var image: Int
        func clear() { image = 0 }
      }
      struct EditorView: View {
        @ObservedObject var editor: Editor
        var body: some View { Text("\\(editor.image)") }
      }
      """
    )
    #expect(result.migrated.contains("@ObservationIgnored @\(name)"))
    #expect(!result.findings.contains { $0.state != .changed })
  }

  @Test func pathOfAnIntentsParameterIsNoPublisher() {
    let result = Self.result(
      """
      import AppIntents
      import Combine
      final class Model: ObservableObject { @Published var entity = "" }
      struct DetailsIntent { @Parameter(title: "") var entity: String }
      struct Query {
        @IntentParameterDependency<DetailsIntent>(\\.$entity) var config
      }
      """
    )
    #expect(!result.findings.contains { $0.state != .changed })
  }

  // MARK: - Items

  @Test(
    arguments: [
      ".sheet(item: $library.selected) { item in", ".popover(item: $library.selected) { (item) in",
      ".fullScreenCover(item: $library.selected, onDismiss: {}) { item in",
      ".sheet(item: self.$library.selected, content: { item in",
    ]
  )
  func itemThatIsPresentedHasItsType(_ modifier: String) {
    let result = Self.result(
      """
      import SwiftUI
      final class Library: ObservableObject { @Published var selected: Track? }
      final class Track: ObservableObject, Identifiable { @Published var title = "" }
      final class Tape: ObservableObject { @Published var title = "" }
      struct TapeView: View {
        @EnvironmentObject var item: Tape
        var body: some View { Text(item.title) }
      }
      struct TrackView: View {
        @EnvironmentObject var track: Track
        var body: some View { Text(track.title) }
      }
      struct LibraryView: View {
        @ObservedObject var library: Library
        var body: some View {
          Text("")
            \(modifier) TrackView().environmentObject(item) }\(modifier.contains("content") ? ")" : "")
        }
      }
      """
    )
    #expect(!result.findings.contains { $0.state != .changed })
    #expect(result.migrated.contains("TrackView().environment(item)"))
  }

  // MARK: - Advice

  @Test func superclassThatIsKnownToObserveNothingConverts() throws {
    let text = "import Combine\nfinal class Song: Record, ObservableObject { @Published var title = \"\" }\n"
    let undecided = Self.result(text)
    #expect(
      undecided.findings.map(\.message) == [
        """
        `Record` isn't declared in these files. If it's the superclass, pass the path of the file or package that declares it, or \
        `--observes-nothing Record` if it's no `ObservableObject`; if that's wrong, the result doesn't compile. If it's a protocol, \
        write it after `ObservableObject`.
        """
      ]
    )
    var options = MigrationOptions()
    options.plainSuperclasses = ["Record"]
    #expect(Self.result(text, options).migrated.contains("@Observable\nfinal class Song: Record {"))
  }

  @Test(arguments: [("private", false), ("", true)])
  func whatNoViewReadsMayChangeOffTheMainThread(_ access: String, _ isIsolated: Bool) {
    let result = Self.result(
      """
      import SwiftUI
      final class Feed: ObservableObject {
        @Published var rows = 0
        \(access) var seen: Set<Int> = []
        func add(_ row: Int) async {
          if seen.insert(row).inserted {
            await MainActor.run { objectWillChange.send() }
          }
        }
      }
      struct FeedView: View {
        @ObservedObject var feed: Feed
        var body: some View { Text("\\(feed.rows)\(access.isEmpty ? "\\(feed.seen.count)" : "")") }
      }
      """
    )
    #expect(result.migrated.contains("@Observable"))
    #expect(result.migrated.contains("@MainActor func add") == isIsolated)
  }

  // MARK: - Objects in objects

  @Test(arguments: [true, false]) func objectWithAnObservedOneConvertsWithoutIt(isOuterBlocked: Bool) {
    let work = "func run() { DispatchQueue.global().async { self.count = 1 } }"
    let result = Self.result(
      """
      import SwiftUI
      final class Inner: ObservableObject {
        @Published var count = 0
        \(isOuterBlocked ? "" : work)
      }
      final class Outer: ObservableObject {
        @ObservedObject var inner: Inner
        @Published var count = 0
        \(isOuterBlocked ? work : "")
        init(_ inner: Inner) { self.inner = inner }
      }
      struct Page: View {
        @ObservedObject var inner: Inner
        @ObservedObject var outer: Outer
        var body: some View { Text("\\(inner.count) \\(outer.count)") }
      }
      """
    )
    #expect(result.findings.filter { $0.state == .needsDecision }.map(\.rule) == ["isolation"])
    #expect(result.migrated.contains("@Observable\nfinal class \(isOuterBlocked ? "Inner" : "Outer") {"))
    #expect(
      result.migrated.contains(
        isOuterBlocked ? "\n  var inner: Inner\n" : "\n  @ObservationIgnored @ObservedObject var inner: Inner\n"
      )
    )
  }
}
