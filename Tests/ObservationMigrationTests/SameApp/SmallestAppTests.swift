import TestSupport
import Testing

/// A failing app is printed without what its failure doesn't need.
@Suite struct SmallestAppTests {
  private let app = SameAppTests.app(seed: 7, Shape.allCases)

  /// As if an app failed by the change in its last step but one, at the view with its last text.
  private func compared(_ app: GeneratedApp) throws -> ComparedApp {
    let view = try #require(self.app.allViews.last { !$0.elements.isEmpty })
    let element = try #require(view.elements.last)
    let change = try #require(self.app.steps.dropLast().last?.first)
    var compared = ComparedApp(app: app, hand: nil, files: [], migrated: [], findings: [])
    let isShown = app.allViews.contains { $0.id == view.id && $0.elements.contains(element) }
    if isShown, let step = app.steps.firstIndex(where: { $0.contains(change) }) {
      let output = AppOutcome.Output(shown: [], current: [])
      let differences = [step + 1, app.steps.count].map {
        AppOutcome.Difference(step: $0, path: "", before: output, after: output)
      }
      compared.failure = .differences(differences)
    }
    return compared
  }

  @Test func allIsLeftOutThatTheFailureDoesNotNeed() throws {
    let smallest = try AppComparer.smallest(compared(app), attempts: 1000) { try $0.map(compared) }
    #expect(smallest.app.views.count == 1)
    #expect(smallest.app.allViews.flatMap(\.elements).count == 1)
    // The model of the text, and the model of the change.
    #expect(smallest.app.models.count <= 2)
    #expect(smallest.app.models.flatMap(\.properties).count <= 2)
    #expect(smallest.app.steps.map(\.count) == [1])
    #expect(try compared(smallest.app).failure != nil)
  }

  @Test(arguments: [0, 1, 20, 100]) func attemptsAreBoundedAndTheResultFails(_ attempts: Int) throws {
    var count = 0
    let smallest = try AppComparer.smallest(compared(app), attempts: attempts) { apps in
      count += apps.count
      return try apps.map(compared)
    }
    #expect(count <= attempts)
    #expect(try compared(smallest.app).failure != nil)
    // What comes after the first difference needs no attempt.
    #expect(smallest.app.steps.count < app.steps.count)
  }
}
