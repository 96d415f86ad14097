import ObservationMigration
import Testing

/// What doesn't change at run time, though it looks like it, and what is said once.
@Suite struct NeedlessNoteTests {
  @Test(
    arguments: [
      ("private var value: Int; var wrappedValue: Int { get { value } set { value = newValue } }", false),
      // Others may change it, or it's another one each time.
      ("var value: Int; var wrappedValue: Int { get { value } set { value = newValue } }", true),
      (
        """
        private var value: Int; var wrappedValue: Int { get { value } set { value = newValue } }
        mutating func reset() { value = 0 }
        """, true
      ),
      ("var wrappedValue: Int { get { UserDefaults.standard.integer(forKey: \"a\") } nonmutating set {} }", true),
    ]
  )
  func wrapperThatStoresItsValueForItselfIsFollowed(_ members: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      @propertyWrapper struct Stored {
        \(members)
        init(_ value: Int) { fatalError() }
      }
      final class Settings: ObservableObject {
        @Published var name = ""
        @Stored(1) var size: Int
      }
      struct SettingsView: View {
        @ObservedObject var settings: Settings
        var body: some View { Stepper("\\(settings.size) \\(settings.name)", value: $settings.size) }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["wrapped-property"] : []))
  }

  @Test(
    arguments: [
      ("@Published var values = [1]", "Settings.shared.values[index]", false),
      ("@Published var values = [1]; var other: [Int] { [] }", "Settings.shared.other[index]", true),
      ("@Published var values = [1]", "UserDefaults.standard.integer(forKey: key)", true),
      ("@Published var values = [1]", "store[key]", true),
    ]
  )
  func wrapperThatReadsATrackedPropertyIsObserved(_ members: String, _ value: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Settings: ObservableObject {
        static let shared = Settings()
        \(members)
        func reset() { values = [] }
      }
      @propertyWrapper struct Setting {
        let index: Int
        let key = ""
        let store: Keychain = .standard
        init(_ index: Int) { self.index = index }
        var wrappedValue: Int { get { \(value) } nonmutating set { } }
      }
      final class Model: ObservableObject {
        @Published var name = ""
        @Setting(0) var size: Int
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { Stepper("\\(model.size) \\(model.name)", value: $model.size) }
      }
      """
    )
    #expect(notes.contains { $0.rule == "wrapped-property" } == isReported)
  }

  @Test(arguments: [
    ("@ObservedObject var model: Model", true), ("let model = Model.shared", false),
    ("@ObservedObject var session: Session; var model: Model { session.model }", true),
    ("@ObservedObject var other: Unknown<Int>; let model = Model.shared", true),
  ])
  func modelThatNoViewObservesUpdatesNone(_ property: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Model: ObservableObject {
        static let shared = Model()
        @Published var count = 0
        var name: String { UserDefaults.standard.string(forKey: "name") ?? "" }
        func rename() { count += 1; UserDefaults.standard.set("", forKey: "name") }
      }
      final class Session: ObservableObject { @Published var model = Model() }
      struct Page: View {
        \(property)
        var body: some View { Text(model.name) }
      }
      """
    )
    #expect(notes.contains { $0.rule == "unobserved-state" } == isReported)
  }

  @Test(
    arguments: [
      ("rows.forEach { hidden.insert($0) }", true), ("withAnimation { hidden = [1] }", true),
      // The change is made later, so something else is announced.
      ("Task { hidden = [1] }", false), ("queue.async { hidden = [1] }", false),
    ]
  )
  func announcementBesideAChangeInPlaceIsSuperfluous(_ statement: String, isSuperfluous: Bool) {
    let text = """
      import SwiftUI
      final class Plain { var count = 0 }
      @MainActor final class Model: ObservableObject {
        @Published var hidden: Set<Int> = []
        let plain = Plain()
        let queue = DispatchQueue.main
        func hide(_ rows: [Int]) {
          \(statement)
          objectWillChange.send()
        }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.hidden.count) \\(model.plain.count)") }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Model.swift", text: text)])[0]
    let message = result.findings.first { $0.line == 9 }?.message
    #expect(message?.hasPrefix("The registrar notices the change") == isSuperfluous)
  }

  @Test func changesOffTheMainThreadAreNamedOnceAModelAndRemedy() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var title = ""
        private(set) var size = 0
        private(set) var name = ""
        func load() async { size = 1; name = "" }
        func rename() async { name = "a" }
      }
      final class Service {
        func run(_ model: Model) async { model.title = "b" }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.title) \\(model.size) \\(model.name)") }
      }
      """
    )
    #expect(notes.map(\.rule) == ["isolation", "isolation"])
    #expect(notes[0].message.hasPrefix("`size` wasn't published"))
    #expect(notes[0].message.hasSuffix("Also at 2 other places, for `name`."))
    #expect(notes[1].message.hasPrefix("`title`, which views read, is changed off the main thread"))
  }

  /// A tuple assigns several properties at one place.
  @Test(
    arguments: [
      ("(size, name) = (1, \"\")", "", ["name", " Also for `size`."]),
      ("(size, name) = (1, \"\")", "count = 2", ["name", " Also at 1 other place, for `count` and `size`."]),
      ("count = 2", "(size, name) = (1, \"\")", ["count", " Also at 1 other place, for `name` and `size`."]),
    ]
  ) func changesAtOnePlaceAreNamedOnce(first: String, second: String, words: [String]) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var title = ""
        private(set) var size = 0
        private(set) var name = ""
        private(set) var count = 0
        func load() async { \(first) }
        func count() async { \(second) }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.title) \\(model.size) \\(model.name) \\(model.count)") }
      }
      """
    )
    #expect(notes.count == 1)
    #expect(notes.allSatisfy { $0.message.hasPrefix("`\(words[0])` wasn't") && $0.message.hasSuffix(words[1]) })
  }

  @Test(
    arguments: [
      ("var body: some View { Button(\"\") { print(Names.all) } }", false),
      ("var body: some View { Inner() }; struct Inner: View { var body: some View { Text(Names.all) } }", true),
    ]
  )
  func staticVariableThatOnlyActionsReadIsShownNowhere(_ members: String, isShown: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Names: ObservableObject {
        static var all = ""
        @Published var count = 0
        func add() { Self.all += "a"; count += 1 }
      }
      struct CountView: View {
        @ObservedObject var names: Names
        var body: some View { Text("\\(names.count)") }
      }
      struct NamesView: View {
        @ObservedObject var names: Names
        \(members)
      }
      """
    )
    #expect(notes.map(\.rule) == (isShown ? ["unread-model"] : []))
  }

  @Test func memberOfThatNameIsNoGlobalVariable() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Palette: ObservableObject {
        @Published var name = ""
        var colors: Int {
          let v = color_list()
          return v.size
        }
        func local(_ size: Int) -> Int { size }
      }
      struct PaletteView: View {
        @ObservedObject var palette: Palette
        var body: some View { Text("\\(palette.colors + palette.local(1))\\(palette.name)") }
      }
      """,
      "var size = 0\nfill(&size)\n"
    )
    #expect(notes == [])
  }

  @Test func parameterOfThatNameIsNoMemberOfAnotherView() {
    let notes = riskyNotes(
      """
      import SwiftUI
      enum Build { static var usesDriver = false }
      func start() { Build.usesDriver = true }
      struct HomeView: View {
        private var content: some View { Text(Build.usesDriver ? "a" : "b") }
        var body: some View { content }
      }
      final class Env: ObservableObject { @Published var a = 0.5; @Published var b = 0 }
      struct Card: ViewModifier {
        @ObservedObject var env: Env
        func body(content: Content) -> some View { wrap(content) }
        private func wrap(_ content: Content) -> some View {
          #if os(macOS)
            content.opacity(env.a)
          #else
            content
          #endif
        }
      }
      struct Box<Content: View>: View {
        @ObservedObject var env: Env
        let content: () -> Content
        var body: some View { content() }
      }
      struct Row: View {
        @ObservedObject var env: Env
        var body: some View {
          let content = Text("\\(env.a)")
          return content
        }
      }
      """
    )
    #expect(notes == [])
  }

  @Test(
    arguments: [
      "final class Pane: Base { override var report: Int? { didSet {} } }",
      "final class Pane: Base { let part = Part() }",
    ]
  )
  func whatDoesNotChangeOrIsPublishedByASuperclassIsNotNamed(_ pane: String) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Part { var size = 0 }
      class Base: ObservableObject {
        @Published var report: Int?
        func off() { objectWillChange.sink { _ in }.cancel() }
      }
      func change(_ pane: Pane, _ part: Part, _ other: Other) {
        pane.report = 1
        part.size = 1
        other.count = 1
      }
      \(pane)
      final class Other: ObservableObject { @Published var name = ""; @Published var count = 0 }
      struct PaneView: View {
        @ObservedObject var pane: Pane
        @ObservedObject var other: Other
        var body: some View { Text("\\(pane.report ?? 0)\\(\(pane.contains("part") ? "pane.part.size + other.count" : "0"))\\(other.name)") }
      }
      """
    )
    #expect(!notes.contains { $0.message.contains("publishes no change") })
  }

  @Test func publishedAndUnpublishedPropertiesAreNamedApart() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Pane: ObservableObject {
        @Published var report = 0
        var size = 0
        func grow(_ other: Other) { size += 1; report += 1; other.count += 1 }
        func off() { objectWillChange.sink { _ in }.cancel() }
      }
      final class Other: ObservableObject { @Published var name = ""; @Published var count = 0 }
      struct PaneView: View {
        let pane: Pane
        @ObservedObject var other: Other
        var body: some View { Text("\\(pane.report + pane.size)\\(other.name)") }
      }
      """
    )
    #expect(notes.count == 2)
    #expect(notes.contains { $0.message.contains("shows `report` of `Pane`") && $0.message.contains("ObservedObject") })
    #expect(notes.contains { $0.message.contains("shows `size` of `Pane`") && $0.message.contains("Publish it") })
  }

  @Test func objectThatAnnouncesNothingShowedNothingWithIt() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Entry { var name = "" }
      func rename(_ entry: Entry) { entry.name = "a" }
      final class M: ObservableObject { let entry: Entry; init(entry: Entry) { self.entry = entry } }
      struct MView: View {
        @ObservedObject var m: M
        var body: some View { Text(m.entry.name) }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func whatOnlyAViewControllerReadsIsNotShownByViews() {
    let notes = riskyNotes(
      """
      import SwiftUI
      import UIKit
      final class Doc { var mode = 0 }
      func change(_ doc: Doc, _ panel: Panel) { doc.mode = 1; panel.title = "" }
      final class Panel: ObservableObject { @Published var title = ""; var doc: Doc? }
      final class PanelController: UIViewController {
        let panel = Panel()
        func show() { print(panel.doc?.mode ?? 0) }
      }
      struct PanelView: View {
        @ObservedObject var panel: Panel
        var body: some View { Text(panel.title) }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func propertyThatReportsItsReadsIsNotSaidToBeUntracked() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Sound: ObservableObject {
        @Published var name = ""
        var isLoud: Bool {
          get { UserDefaults.standard.bool(forKey: "loud") }
          set { objectWillChange.send(); UserDefaults.standard.set(newValue, forKey: "loud") }
        }
      }
      struct SoundView: View {
        @ObservedObject var sound: Sound
        var body: some View { Text("\\(sound.isLoud)\\(sound.name)") }
      }
      """
    )
    #expect(!notes.contains { $0.rule == "unobserved-state" })
  }

  @Test func viewThatHoldsSeveralModelsIsNamedOnce() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class A: ObservableObject { @Published var a = 0; func change() { a += 1 } }
      final class B: ObservableObject { @Published var b = 0; func change() { b += 1 } }
      enum Theme { static var accent = "" }
      func paint(_ model: A) { Theme.accent = "red"; model.change() }
      struct Home: View {
        @ObservedObject var first: A
        @ObservedObject var second: B
        @ObservedObject var third: A
        var body: some View { Text(Theme.accent) }
      }
      """
    )
    #expect(
      notes.filter { $0.rule == "unread-model" }.map(\.message) == [
        """
        `Home` reads no property of `first`, `second` and `third`. Their changes no longer update the view, which may show an outdated \
        `Theme.accent`. Read a tracked property that changes together with it, or remove `first`, `second` and `third`.
        """
      ]
    )
  }

  @Test(
    arguments: [
      ("let draft = Model(); draft.rows = 1; keep(draft)", 0), ("let draft = Model.create(); draft.add()", 0),
      // Others may have it by then.
      ("let draft = Model(); keep(draft); draft.rows = 1", 1), ("model.rows = 1", 1), ("model.addAll()", 1),
      ("let draft = Model(); fill(draft); draft.rows = 1", 0), ("let draft = Model(); pass(draft); draft.rows = 1", 1),
      ("let draft = Model(); all = [draft]; draft.rows = 1", 1),
      ("let draft = Model(); show(draft); draft.rows = 1", 1),
    ]
  )
  func newObjectMayChangeOffTheMainThread(_ statements: String, _ count: Int) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var rows = 0
        @Published var other = 0
        static func create() -> Model { Model() }
        func add() { rows += 1 }
        func addAll() { add(); addOther() }
        func addOther() { other += 1 }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.rows) \\(model.other)") }
      }
      final class Server {
        let model = Model()
        var all: [Model] = []
        func keep(_ model: Model) { all.append(model) }
        func fill(_ model: Model, again: Bool = false) { print(model.other); if again { fill(model) } }
        func pass(_ model: Model) { fill(model); keep(model) }
        func show(_ model: Model) { Task { @MainActor in print(model.rows) } }
        func serve() async { \(statements) }
      }
      """
    )
    #expect(notes.map(\.rule) == Array(repeating: "isolation", count: count))
  }

  @Test(arguments: ["Text(model.title)", "Text(model.title + Store.shared.name)"])
  func propertyThatNothingReadsMattersWhereViewsShowSomethingUntracked(_ view: String) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Store { static let shared = Store(); var name = ""; func rename() { name = "a" } }
      final class Model: ObservableObject {
        @Published var title = ""
        @Published var refresh = 0
        func reload() { refresh += 1; Store.shared.rename() }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { \(view) }
      }
      """
    )
    #expect(notes.contains { $0.rule == "published" } == view.contains("Store"))
  }

  @Test func closureThatRunsInPlaceChangesOnlyWhatItNames() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Plain { var count = 0; func add() { count += 1 } }
      final class Panel: ObservableObject {
        @Published private(set) var hidden: Set<Int> = []
        weak var owner: Owner?
        func hide(_ ids: [Int]) {
          ids.forEach { self.hidden.insert($0) }
          self.objectWillChange.send()
        }
      }
      final class Owner: ObservableObject {
        @Published var title = ""
        let plain = Plain()
        let panel = Panel()
        func rename() { title = ""; plain.add() }
      }
      struct Page: View {
        @ObservedObject var panel: Panel
        var body: some View { Text("\\(panel.hidden.count) \\(panel.owner?.plain.count)") }
      }
      """
    )
    #expect(notes.filter { $0.rule == "object-will-change" } == [])
  }
}
