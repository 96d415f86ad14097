import ObservationMigration
import Testing

/// Members that no view reads while it shows something: nothing changes for them at run time.
@Suite struct UnshownMemberNoteTests {
  /// The rules of the findings about a model; `Page` shows its title.
  private func rules(_ members: String, _ code: String = "", in view: String = "Text(model.title)") -> [String] {
    riskyNotes(
      """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var title = ""
        \(members)
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { \(view) }
      }
      \(code)
      """
    )
    .map(\.rule.rawValue)
  }

  @Test(arguments: [false, true]) func propertyThatNoViewReadsMayChangeOffTheMainThread(isShown: Bool) {
    let view = isShown ? "Text(\"\\(model.token)\")" : "Text(model.title)"
    #expect(
      rules(
        "@Published private(set) var token = 0; func renew() async { token += 1 }",
        "func log(_ model: Model) { print(model.token) }",
        in: view
      ) == (isShown ? ["isolation"] : [])
    )
  }

  @Test(arguments: [false, true]) func propertyOfAnotherTypeIsNoneOfTheModel(isShown: Bool) {
    let value = isShown ? "model" : "item"
    #expect(
      rules(
        "private(set) var url: String?; func open() async { url = \"\" }",
        "struct Item { var url: String? }; extension Page { var item: Item { Item() } }",
        in: "Text(model.title + (\(value).url ?? \"\"))"
      ) == (isShown ? ["isolation"] : [])
    )
  }

  @Test(arguments: ["Button(\"\") { print(model.isOn) }", "Text(\"\\(model.isOn)\")"])
  func defaultsThatOnlyActionsReadAreNotShown(_ view: String) {
    #expect(
      rules(
        """
        var isOn: Bool { UserDefaults.standard.bool(forKey: "on") }
        func turnOn() { title = ""; UserDefaults.standard.set(true, forKey: "on") }
        """,
        in: view
      ) == (view.hasPrefix("Button") ? [] : ["unobserved-state"])
    )
  }

  @Test(arguments: [false, true]) func objectThatOnlyOtherObjectsReadIsNotShown(isShown: Bool) {
    #expect(
      rules(
        "let panel = Panel(); var sections: [Section] = []; func open() { title = \"\"; panel.show() }",
        """
        final class Panel { private(set) var current: Int?; func show() { current = 1 } }
        final class Section {
          weak var model: Model?
          var isHidden: Bool { model?.panel.current == nil }
        }
        func toggle(_ section: Section) { if section.isHidden { print("") } }
        """,
        in: isShown ? "Text(\"\\(model.panel.current)\")" : "Text(model.title)"
      ) == (isShown ? ["unobserved-state"] : [])
    )
  }

  @Test(
    arguments: [
      ("onReceive(model.$files) { print($0.first!.name) }", true),
      ("onAppear { model.$files.sink { _ in }.cancel() }", false),
    ]
  )
  func publisherShowsOnlyWhatAViewReceives(_ use: String, isShown: Bool) {
    var options = MigrationOptions()
    (options.pipelines, options.subjects) = (true, true)
    let text = """
      import SwiftUI
      final class Model: ObservableObject { @Published var files: [File] = []; @Published var title = "" }
      func find(_ model: Model, _ all: [File]) { model.files = all }
      final class File: Equatable {
        let id = 1
        var name = ""
        static func == (a: File, b: File) -> Bool { a.id == b.id }
      }
      struct Page: View {
        @ObservedObject var model: Model
        let file: File
        var body: some View { Text(model.title + file.name).\(use) }
      }
      """
    let findings = Migration(options: options).recorded([SourceFile(path: "Page.swift", text: text)])[0].findings
    #expect(findings.contains { $0.isRisky && $0.rule == "published" } == isShown)
  }

  @Test(
    arguments: [
      ("let id = 1", "Text(model.files.first!.name)", true),
      // No two files are equal.
      ("let id = UUID()", "Text(model.files.first!.name)", false),
      ("let id = 1", "Text(\"\\(model.files.count)\")", false),
      ("let id = 1", "Button(\"\") { model.files = model.files.reversed() }", false),
    ]
  )
  func equalityMattersForWhatViewsShow(_ id: String, _ view: String, isReported: Bool) {
    #expect(
      rules(
        "@Published var files: [File] = []; func find(_ all: [File]) { files = all }",
        """
        final class File: Equatable {
          \(id)
          var name = ""
          static func == (a: File, b: File) -> Bool { a.id == b.id }
        }
        """,
        in: view
      ) == (isReported ? ["published"] : [])
    )
  }

  @Test(
    arguments: [
      ("let name: String", false), ("var name: String", false),
      ("var name: String; mutating func rename(_ new: String) { name = new }", true),
    ]
  )
  func copiesOfOneValueDifferOnlyInChangedVariables(_ members: String, isReported: Bool) {
    #expect(
      rules(
        "@Published var files: [File] = []; func find(_ all: [File]) { files = all }",
        """
        struct File: Equatable {
          let id = UUID()
          \(members)
          static func == (a: File, b: File) -> Bool { a.id == b.id }
        }
        """,
        in: "Text(model.files.first!.name)"
      ) == (isReported ? ["published"] : [])
    )
  }

  @Test func unreadPropertiesOfAClassAreOneEntry() {
    let text = """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var title = ""
        @Published var first = 0
        @Published var second = 0
        func change() { first += 1; second += 1 }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { Text(model.title + Date().description) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Page.swift", text: text)])[0].findings.filter(\.isRisky)
    #expect(findings.count == 1)
    #expect(findings.first?.message.hasSuffix("or remove it. Also at 1 other place, for `second`.") == true)
  }

  /// Another view shows the names of other files.
  @Test(
    arguments: [
      ("Text(shelf.files[0].name)", true), ("Text(\"\\(shelf.files[0].id)\")", false),
      ("FileRow(file: shelf.files[0])", true), ("FileRow(file: shelf.first)", true),
      ("Text(title(of: shelf.first))", true),
      ("ModelRow(model: .init(file: shelf.files[0]))", true), ("ModelRow(model: FileModel(file: shelf.first))", true),
      ("Text(shelf.first.title)", true), ("Text(\"\\(shelf.first.code)\"); CountRow(count: shelf.files.count)", false),
      ("List(shelf.files) { FileRow(file: $0) }", true), ("List(shelf.files) { Text($0.name) }", true),
      ("List(shelf.files) { CountRow(count: $0.id) }", false), ("Rows { shelf.files }", true),
      // A button doesn't show what it reads, nor does AppKit's code follow the property.
      ("Button(\"\") { print(code()) }", false), ("Button(\"\") { print(shelf.files[0].name) }", false),
      ("Text(\"\")", false),
    ]
  )
  func equalityMattersForViewsOfTheProperty(_ view: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import AppKit
      import SwiftUI
      struct File: Equatable, Identifiable {
        let id: Int
        var name = ""
        var body = ""
        var title: String { name.capitalized }
        var code: Int { id * 2 }
        static func == (a: File, b: File) -> Bool { a.id == b.id }
      }
      func title(of file: File) -> String { "File " + file.name }
      final class FileModel: ObservableObject {
        @Published var isOpen = false
        let file: File
        init(file: File) { self.file = file }
        var title: String { file.name }
      }
      struct FileRow: View { let file: File; var body: some View { Text(file.name) } }
      struct CountRow: View { let count: Int; var body: some View { Text("\\(count)") } }
      struct ModelRow: View { @ObservedObject var model: FileModel; var body: some View { Text(model.title) } }
      struct Rows: View { let files: () -> [File]; var body: some View { FileRow(file: files()[0]) } }
      struct Other: View { let file = File(id: 1); var body: some View { FileRow(file: file) } }
      final class Shelf: ObservableObject {
        @Published var isOpen = false
        @Published var files: [File] = []
        var first: File { files[0] }
        func find(_ all: [File]) { files = all }
      }
      final class Table: NSViewController, NSTableViewDataSource {
        let shelf = Shelf()
        func text(_ row: Int) -> String { shelf.files[row].name }
      }
      struct ShelfView: View {
        @ObservedObject var shelf: Shelf
        func code() -> String { shelf.files[0].name }
        var body: some View { VStack { Text("\\(String(shelf.isOpen))"); \(view) } }
      }
      """
    )
    #expect(notes.map(\.rule).contains("published") == isReported)
  }

  @Test(
    arguments: [
      ("struct Entry: Hashable { var term = 0; var file: File? }", "entries[0].file?.name", true),
      ("struct Entry: Hashable { var term = 0; var file: File? }", "entries[0].term", false),
      (
        "enum Entry: Equatable { case one(File); var name: String { if case .one(let file) = self { file.name } else { \"\" } } }",
        "entries[0].name", true
      ),
      (
        "struct Entry: Equatable { var box = Box(); struct Box: Equatable { var files: [File] = [] } }",
        "entries[0].box.files[0].name", true
      ),
      // Without `==`, each assignment notifies.
      ("struct Entry { var term = 0; var file: File? }", "entries[0].file?.name", false),
      (
        "final class Entry: Equatable { var file: File?; static func == (a: Entry, b: Entry) -> Bool { a === b } }",
        "entries[0].file?.name", false
      ),
    ]
  )
  func synthesizedEqualityComparesByTheEqualityOfTheParts(_ entry: String, _ shown: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct File: Hashable {
        let id: Int
        var name = ""
        static func == (a: File, b: File) -> Bool { a.id == b.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
      }
      \(entry)
      final class History: ObservableObject {
        @Published var entries: [Entry] = []
        func load(_ all: [Entry]) { entries = all }
      }
      struct HistoryView: View {
        @ObservedObject var history: History
        var body: some View { Text("\\(String(describing: history.\(shown)))") }
      }
      """
    )
    .filter { $0.rule == "published" }
    #expect(notes.count == (isReported ? 1 : 0))
    #expect(notes.allSatisfy { $0.message.contains("`==` of `File` ignores `name`") })
  }

  @Test(arguments: [
    ("init(_ text: String) { name = text; % }", false), ("func call(_ text: String) { name = text; % }", true),
  ])
  func propertyThatIsAssignedOnlyInAnInitializerDoesNotChange(_ member: String, isReported: Bool) {
    let view = "Text(model.title + (UserDefaults.standard.string(forKey: \"\") ?? \"\"))"
    let member = member.replacing("%", with: "UserDefaults.standard.set(text, forKey: \"\")")
    #expect(rules("@Published var name = \"\"; \(member)", in: view).contains("published") == isReported)
  }

  @Test(arguments: [false, true]) func previewThatAlreadyStoppedIsNotReported(isGiven: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Store: ObservableObject { @Published var count = 0 }
      final class Log: ObservableObject { @Published var count = 0 }
      struct Inner: View {
        @EnvironmentObject var log: Log
        var body: some View { Button("") { log.count += 1 } }
      }
      struct Outer: View {
        @EnvironmentObject var store: Store
        var body: some View { VStack { Text("\\(store.count)"); Inner() } }
      }
      #Preview { Outer()\(isGiven ? ".environmentObject(Store())" : "") }
      """
    )
    #expect(notes.map(\.rule) == (isGiven ? ["environment-object"] : []))
  }
}
