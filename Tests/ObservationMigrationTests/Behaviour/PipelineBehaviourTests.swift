import Foundation
import ObservationBridge
import ObservationMigration
import TestSupport
import Testing

/// What the rule for pipelines makes of its example, compiled into these tests.
@Suite @MainActor struct PipelineBehaviourTests {
  @Test func searchIsWhatTheRuleMakes() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Search.swift")
    let rule = try #require(Rules.rule("pipeline"))
    let text = try String(contentsOf: path, encoding: .utf8)
    #expect(text == "// swift-format-ignore-file\n\n" + rule.after)
  }

  @Test func observationFollowsEachChange() async {
    let search = Search()
    #expect(search.length == 0)
    search.query = "swift"
    #if EXACT_TRACKING
      // Inside the change.
      #expect(search.length == 5)
    #endif
    await eventually { search.length == 5 }
    search.query = ""
    await eventually { search.length == 0 }
  }

  @Test func debouncedStreamSearchesForTheLastQuery() async {
    let search = Search()
    for query in ["s", "sw", "swift"] { search.query = query }
    await eventually { !search.searched.isEmpty }
    #expect(search.searched == ["swift"])
  }

  @Test func tasksAndObservationsEndWithTheirOwner() {
    weak var gone: Search?
    do {
      let search = Search()
      search.query = "swift"
      gone = search
    }
    #expect(gone == nil)
  }
}
