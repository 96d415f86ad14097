import Testing

@testable import ObservationMigration

/// `MemberOwners` decides whether a changed name means the member of a model, or of an unrelated type.
@Suite struct MemberOwnersTests {
  /// Whether code may change `count` of `Model`, after a model has been made.
  private func isChanged(_ rest: String) -> Bool {
    let project = analysed(
      """
      import SwiftUI
      class Model: ObservableObject { var count = 0; var other: Model? { nil }; static var size = 0 }
      final class SpecialModel: Model {}
      struct Row { var count = 0; var model = Model(); static var size = 0 }
      @dynamicMemberLookup struct Proxy {
        let model: Model
        subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Model, Value>) -> Value {
          get { model[keyPath: keyPath] }
          nonmutating set { model[keyPath: keyPath] = newValue }
        }
      }
      """,
      rest
    )
    guard let model = project.table.types(named: "Model").first,
      let member = project.table.types[model].storedProperty("count")
    else { return false }
    return project.reach.changesLater(member, of: model, project.table)
  }

  @Test(
    arguments: [
      ("model: Model", "model.count = 1", true), ("model: SpecialModel", "model.count += 1", true),
      ("row: inout Row", "row.count = 1", false), ("row: Row", "row.model.count = 1", true),
      ("rows: [Row]", "for var row in rows { row.count = 1 }", false),
      ("models: [Model]", "models.forEach { $0.count = 1 }", true),
      ("models: [Model]", "models[0].count = 1", true), ("models: [String: Model]", "models[\"\"]?.count = 1", true),
      ("model: Model", "let other = model.other; other?.count = 1", true),
      ("row: Row", "var count = row.count; count = 2", false), ("proxy: Proxy", "proxy.count = 1", true),
      ("model: Unknown", "model.count = 1", true), ("model: some Counting", "model.count = 1", true),
      ("text: String", "text.count = 1", false), ("model: Model", "increment(&model.count)", true),
      ("row: inout Row", "increment(&row.count)", false),
    ]
  )
  func baseDecidesWhoseMemberChanges(_ parameter: String, _ statements: String, _ isChanged: Bool) {
    #expect(self.isChanged("func change(_ \(parameter)) { \(statements) }") == isChanged)
  }

  @Test(
    arguments: [
      ("extension Model { func change() { count = 1 } }", true),
      ("extension Model { func change() { self.count = 1 } }", true),
      ("extension Model { func change() { var count = count; count += 1 } }", false),
      ("extension Row { mutating func change() { count = 1 } }", false),
      ("extension SpecialModel { func change() { count = 1 } }", true),
      ("extension Model { convenience init(_ number: Int) { self.init(); count = number } }", false),
    ]
  )
  func nameAloneMeansTheEnclosingTypesMember(_ code: String, _ isChanged: Bool) {
    #expect(self.isChanged(code) == isChanged)
  }

  @Test(
    arguments: [
      ("@ObservedObject var model: Model", "Stepper(\"\", value: $model.count)", true),
      ("@State var row: Row", "Stepper(\"\", value: $row.count)", false),
      ("@State var row: Row", "Stepper(\"\", value: $row.model.count)", true),
      ("@State var count: Int", "Stepper(\"\", value: $count)", false),
      ("@State var rows: [Row]", "ForEach($rows) { $row in Stepper(\"\", value: $row.count) }", true),
      ("@State var model: Unknown", "Stepper(\"\", value: $model.count)", true),
    ]
  )
  func bindingChangesTheMembersThatItLeadsTo(_ property: String, _ view: String, _ isChanged: Bool) {
    #expect(self.isChanged("struct Page: View { \(property); var body: some View { \(view) } }") == isChanged)
  }

  @Test(
    arguments: [
      ("Model.size = 1", true), ("Row.size = 1", false), ("typealias Other = Model; Other.size = 1", true),
      ("let model = Model(); model.count = 1", false),
    ]
  )
  func typeBeforeTheNameDecidesWhichStaticVariableChanges(_ statements: String, _ isChanged: Bool) throws {
    let project = analysed(
      "class Model { var count = 0; static var size = 0 }\nstruct Row { static var size = 0 }",
      "func change() { \(statements) }"
    )
    let model = project.table.types[try #require(project.table.types(named: "Model").first)]
    let member = try #require(model.members["size"]?.first)
    #expect(project.reach.changesStatic(member, of: model, project.table) == isChanged)
  }
}
