import Testing

@testable import ObservationMigration

/// What of the models can views read, and what is changed of it?
@Suite struct ViewReachTests {
  private func project(_ members: String, _ view: String) -> Project {
    analysed(
      "import Combine\nfinal class Model: ObservableObject {\n  @Published var title = \"\"\n  \(members)\n}\n",
      "import SwiftUI\nstruct Page: View {\n  @ObservedObject var model: Model\n  var body: some View { \(view) }\n}\n"
    )
  }

  @Test(
    arguments: [
      ("var count = 0", "Text(model.title)", []),
      ("var count = 0", "Text(\"\\(model.count)\")", ["count"]),
      ("private var count = 0; var text: String { \"\\(count)\" }", "Text(model.text)", ["count"]),
      ("private var count = 0; func text() -> String { \"\\(count)\" }", "Text(model.text())", ["count"]),
      ("private var count = 0; func log() { print(count) }", "Text(model.title)", []),
      ("private var count = 0; func add() { count += 1 }", "Text(model.title)", []),
      ("let count = 0", "Text(\"\\(model.count)\")", []),
      ("static var count = 0", "Text(\"\\(Model.count)\")", []),
      ("var count = 0, other = 0", "Text(\"\\(model.other)\")", ["other"]),
    ] as [(String, String, [String])]
  )
  func variablesAreReachedThatViewsCanShow(_ members: String, _ view: String, _ names: [String]) {
    #expect(project(members, view).reach.properties.map(\.name).sorted() == names)
  }

  @Test(
    arguments: [
      ("nonisolated(unsafe) var count = 0", .unsafe), ("var count = 0; deinit { print(count) }", nil),
      ("var count = 0", nil),
    ] as [(String, ViewReach.Obstacle?)]
  )
  func variablesCanNotBeTrackedThatHaveToBeStored(_ members: String, _ obstacle: ViewReach.Obstacle?) throws {
    let project = project(members, "Text(\"\\(model.count)\")")
    let key = PropertyKey(type: try #require(project.type("Model")), name: "count")
    #expect(project.reach.untrackable[key] == obstacle)
    #expect(project.reach.properties.contains(key) == (obstacle == nil))
  }

  @Test(
    arguments: [
      ("var failure: Int?; func fail() { failure = 1 }", true),
      ("var failure: Int?; func fail() { failure = 1 }; func clear() { failure = nil }", false),
      ("var failure: Int?", false), ("var failure = 0; func fail() { failure = 1 }", false),
    ]
  )
  func optionalThatNothingClearsIsAnEvent(_ members: String, _ isEvent: Bool) throws {
    let project = project(members, "Text(model.title)")
    let type = try #require(project.type("Model"))
    let member = try #require(project.table.types[type].storedProperty("failure"))
    #expect(project.reach.isUsedAsEvent(member, of: type, project.table) == isEvent)
  }
}
