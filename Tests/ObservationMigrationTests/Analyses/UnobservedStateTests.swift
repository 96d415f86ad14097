import Testing

@testable import ObservationMigration

/// What do views and members of models show that changes without being observed?
@Suite struct UnobservedStateTests {
  private static let view = """
    import SwiftUI
    struct Page: View {
      @ObservedObject var model: Model
      var body: some View { Text(model.text) }
    }
    """

  @Test(
    arguments: [
      ("", "\"\"", nil),
      ("enum Theme { static var name = \"\" }; func change() { Theme.name = \"a\" }", "Theme.name", "Theme.name"),
      ("enum Theme { static let name = \"\" }", "Theme.name", nil),
      ("enum Theme { static var name = \"\" }", "Theme.name", nil),
      ("var name = \"\"; func change() { name = \"a\" }", "name", "name"),
      ("let name = \"\"", "name", nil),
      ("", "UserDefaults.standard.string(forKey: \"name\") ?? \"\"", "UserDefaults"),
    ] as [(String, String, String?)]
  )
  func memberOfAModelShowsWhatNothingObserves(_ declarations: String, _ value: String, _ source: String?) throws {
    let model =
      "final class Model: ObservableObject {\n  @Published var title = \"\"\n  var text: String { \(value) }\n}"
    let project = analysed("import Combine\nimport Foundation\n\(declarations)\n\(model)\n", Self.view)
    let key = PropertyKey(type: try #require(project.type("Model")), name: "text")
    #expect(project.unobserved.sources(of: key).first?.text == source)
  }

  @Test(
    arguments: [
      ("final class Session { var token = \"\"; func change() { token = \"a\" } }", ["token"]),
      ("final class Session { let token = \"\" }", nil),
      ("struct Session { var token = \"\" }", nil),
      ("final class Session: ObservableObject { @Published var token = \"\" }", nil),
    ] as [(String, [String]?)]
  )
  func partOfAPlainObjectIsShown(_ session: String, _ parts: [String]?) throws {
    let model = "final class Model: ObservableObject {\n  @Published var title = \"\"\n  var session = Session()\n}"
    let project = analysed(
      "import Combine\n\(session)\n\(model)\n",
      Self.view.replacing("model.text", with: "model.session.token")
    )
    let key = PropertyKey(type: try #require(project.type("Model")), name: "session")
    #expect(project.unobserved.objects.shownParts(in: key)?.properties == parts)
  }

  @Test(
    arguments: [
      ("struct Part { let name = \"\" }", false), ("final class Part { let name = \"\" }", false),
      ("struct Part { let context: NSManagedObjectContext }", true),
      ("final class Part { var name = \"\"; func change() { name = \"a\" } }", true),
      ("final class Part { let inner = Inner() }; final class Inner { var a = 0; func add() { a += 1 } }", true),
      ("final class Part { let inner = Inner() }; final class Inner { let a = 0 }", false),
    ]
  )
  func typeChangesIfSomethingThatItLeadsToDoes(_ declarations: String, _ isChanging: Bool) throws {
    let project = analysed(declarations)
    let types = ChangingTypes(project.table, project.models, project.reach)
    #expect(types.contains(try #require(project.type("Part"))) == isChanging)
  }
}
