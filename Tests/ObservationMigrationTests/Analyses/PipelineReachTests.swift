import Testing

@testable import ObservationMigration

/// What does the code of a pipeline do with the values of a publisher?
@Suite struct PipelineReachTests {
  /// The answers for the first `$rows`.
  private func reach(_ pipeline: String, _ members: String) throws -> String {
    let text = """
      import Combine
      final class Model: ObservableObject {
        @Published var rows: [Int] = []
        init() { \(pipeline) }
        func load() { rows = [1]; print(total) }
        var total = 0
        \(members)
      }
      """
    let project = analysed(text)
    let offset = try #require(text.utf8.firstRange(of: "$rows".utf8)).lowerBound.utf16Offset(in: text)
    let (place, key) = (
      Place(file: 0, offset: offset), PropertyKey(type: try #require(project.type("Model")), name: "rows")
    )
    let effects = project.pipelines.effects(of: key, at: place)
    let names = [
      (effects.countsValues, "counts"), (effects.isAwaited, "awaited"), (effects.usesProperty, "uses"),
    ]
    return names.filter(\.0).map(\.1).joined(separator: " ")
  }

  @Test(
    arguments: [
      ("$rows.sink { [weak self] in self?.size = $0.count }", ""),
      ("$rows.sink { [weak self] in self?.size += $0.count }", "counts"),
      ("$rows.sink { [weak self] _ in self?.rows = [] }", "uses"),
      ("$rows.sink { [weak self] in self?.total = $0.count }", "awaited"),
      ("$rows.map { _ in self.rows.count }.sink { _ in }", "uses"),
      ("$rows.debounce(for: 1, scheduler: queue).sink { [weak self] in self?.total = $0.count }", ""),
      ("follow($rows)", "counts awaited uses"),
      ("let rowsPublisher = $rows.removeDuplicates(); follow(rowsPublisher)", "counts awaited uses"),
    ]
  )
  func codeOfAPipelineIsFollowed(_ pipeline: String, _ effects: String) throws {
    #expect(try reach(pipeline, "var size = 0") == effects)
  }
}
