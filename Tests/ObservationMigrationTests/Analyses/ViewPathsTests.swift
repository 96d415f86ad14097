import Testing

@testable import ObservationMigration

/// Which members of a model do paths from views lead to?
@Suite struct ViewPathsTests {
  /// The unpublished variables of `Model` that views can show. A view holds `model`.
  private func shown(_ members: String = "var count = 0", in view: String = "Text(model.title)", _ rest: String = "")
    -> [String]
  {
    let project = analysed(
      "import Combine\nfinal class Model: ObservableObject {\n  @Published var title = \"\"\n  \(members)\n}\n",
      "import SwiftUI\nstruct Page: View {\n  @ObservedObject var model: Model\n  var body: some View { \(view) }\n}\n",
      rest
    )
    return project.reach.properties.map(\.name).sorted()
  }

  @Test(
    arguments: [
      ("Text(row.count)", "let row = Row()", []),
      ("ForEach(rows) { row in Text(row.count) }", "let rows: [Row] = []", []),
      ("ForEach(models) { other in Text(other.count) }", "let models: [Model] = []", ["count"]),
      ("Text(unknown().count)", "", ["count"]), ("Text(rows.map(\\.count)[0])", "let rows: [Row] = []", ["count"]),
      ("if let other = model.other { Text(other.count) }", "", ["count"]),
      ("Text(count)", "var count: String { row.count }; let row = Row()", []),
      ("Text(count)", "var count: String { \"\\(model.count)\" }", ["count"]),
    ]
  )
  func baseDecidesWhoseMemberIsMeant(_ view: String, _ member: String, _ names: [String]) {
    let rest = """
      struct Row: Identifiable { let id = 0; let count = "" }
      extension Page { \(member) }
      """
    #expect(shown("var count = 0; var other: Model? { nil }", in: view, rest) == names)
  }

  @Test(
    arguments: [
      ("final class Service { func log(_ model: Model) { print(model.count) } }", []),
      ("final class Service { func text(_ model: Model) -> String { \"\\(model.count)\" } }", []),
      ("func text(_ model: Model) -> String { \"\\(model.count)\" }", []),
      ("struct Style: ButtonStyle { func text(_ model: Model) -> String { \"\\(model.count)\" } }", ["count"]),
      ("struct Other: View { let model: Model; var body: some View { Text(model.count) } }", ["count"]),
      ("public func text(_ model: Model) -> String { \"\\(model.count)\" }", ["count"]),
      ("final class Router { func view(of model: Model) -> some View { Text(model.count) } }", ["count"]),
    ]
  )
  func codeThatNoViewCallsShowsNothing(_ rest: String, _ names: [String]) {
    #expect(shown(in: "Text(model.title)", rest) == names)
  }

  @Test(
    arguments: [
      ("Text(text(model))", "func text(_ model: Model) -> String { \"\\(model.count)\" }"),
      ("Text(Service.shared.text(model))", "extension Service { func text(_ m: Model) -> String { \"\\(m.count)\" } }"),
      ("Row(model)", "struct Row: View { let text: String; init(_ model: Model) { text = \"\\(model.count)\" } }"),
      ("Text(Label(model).text)", "final class Label { let text: Int; init(_ m: Model) { text = m.count } }"),
      ("Canvas { c, _ in draw(model, c) }", "func draw(_ m: Model, _ c: GraphicsContext) { _ = m.count }"),
      ("Text(\"\\(model)\")", "extension Model { var description: String { \"\\(count)\" } }"),
      (
        "Text(\"\\(try! JSONEncoder().encode(model))\")",
        "extension Model: Encodable { func encode(to encoder: any Encoder) throws { _ = count } }"
      ),
      ("Text(format.text(model))", "extension Format { func text(_ m: Model) -> String { \"\\(m.count)\" } }"),
    ]
  )
  func codeThatAViewCallsShowsWhatItReads(_ view: String, _ rest: String) {
    let types = "final class Service { static let shared = Service() }; struct Format {}; let format = Format()\n"
    #expect(shown(in: view, types + rest) == ["count"])
  }

  @Test(arguments: ["Button(\"\") { print(model.count) }", "Text(\"\").onTapGesture { log() }"])
  func actionsShowNothing(_ view: String) {
    #expect(shown(in: view, "extension Page { func log() { print(model.count) } }") == [])
  }

  /// Where the type of a base isn't known, a private member isn't meant outside of its file.
  @Test(
    arguments: [
      ("var count = 0", ["count"]), ("private var count = 0", []),
      ("private var count = 0; var text: String { \"\\(count)\" }", []),
      ("private var count = 0; var title: String { \"\\(count)\" }", ["count"]),
      ("private var count = 0; func load() { let item = DispatchWorkItem { [weak self] in self?.save() } }", []),
    ]
  )
  func privateMembersAreReadInTheirFile(_ members: String, _ names: [String]) {
    let source = "\(members); func save() { print(count) }"
    #expect(shown(source, in: "Text(unknown().count + unknown().title)") == names)
  }

  @Test(arguments: ["var count = 0", "private var count = 0; var text: String { \"\\(count)\" }"])
  func withoutViewsAllCodeCounts(_ members: String) {
    let project = analysed(
      "import Combine\nfinal class Model: ObservableObject {\n  @Published var title = \"\"\n  \(members)\n}\n",
      "func log(_ model: Model) { print(model.count) }\n"
    )
    #expect(project.reach.properties.map(\.name) == ["count"])
  }

  @Test(
    arguments: [
      ("Text(title).font(.count)", "", []),
      ("Text(title).font(.shared.count)", "", ["count"]),
      ("Row()", "struct Row: View { @Setting(\\.count) var count; var body: some View { Text(\"\\(count)\") } }", []),
      ("Row()", "struct Row: View { @Environment(\\.count) var count; var body: some View { Text(\"\") } }", []),
      ("Row()", "struct Row: View { @Unknown(\\.count) var count; var body: some View { Text(\"\") } }", ["count"]),
      ("Text(titles.map(\\Row.count)[0])", "struct Row { let count = \"\" }", []),
      ("Text(titles.map(\\Model.count)[0])", "", ["count"]), ("Text(UTType.count.text)", "", []),
      ("Row()", "struct Row: View { @State var row = Item(); var body: some View { Field($row.count) } }", []),
      ("Row()", "struct Row: View { @Kept var row = Item(); var body: some View { Field($row.count) } }", ["count"]),
      ("Field($model.count)", "", ["count"]),
      ("Toggle(\"\", isOn: Proxy(model).count)", "", ["count"]),
    ]
  )
  func pathAndLeadingDotDecideWhoseMemberIsMeant(_ view: String, _ rest: String, _ names: [String]) {
    let types = """
      struct Settings { var count = 0 }
      struct Item { var count = 0 }
      @propertyWrapper struct Setting<Value> {
        let keyPath: KeyPath<Settings, Value>
        init(_ keyPath: KeyPath<Settings, Value>) { self.keyPath = keyPath }
        var wrappedValue: Value { Settings()[keyPath: keyPath] }
      }
      @dynamicMemberLookup struct Proxy {
        let model: Model
        init(_ model: Model) { self.model = model }
        subscript<Value>(dynamicMember keyPath: KeyPath<Model, Value>) -> Value { model[keyPath: keyPath] }
      }

      """
    #expect(shown(in: view, types + rest) == names)
  }

  /// A delegate's method may have the name of a property: only a call means the method.
  @Test(arguments: [("Text(model.reader)", []), ("Text(model.reader(Reader(), didRead: 1))", ["count"])])
  func propertyHidesFunctionsOfItsName(_ view: String, _ names: [String]) {
    let members = """
      var count = 0
        var reader: String { title }
        func reader(_ reader: Reader, didRead page: Int) { reader.log(count) }
      """
    #expect(shown(members, in: view, "final class Reader { func log(_ number: Int) {} }") == names)
  }
}
