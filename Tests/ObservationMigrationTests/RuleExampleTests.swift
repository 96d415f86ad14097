import ObservationMigration
import Testing

/// The examples in the rules show what the rules do; the pages of the guide have the results, word for word.
@Suite struct RuleExampleTests {
  @Test(arguments: Rules.all.map { $0.id }) func exampleIsWhatTheRuleDoes(_ id: RuleID) throws {
    let rule = try #require(Rules.rule(id))
    let result = try #require(
      Migration(options: rule.exampleOptions).recorded([SourceFile(path: "Example.swift", text: rule.before)]).first
    )
    switch rule.outcome {
    case .changed:
      #expect(result.migrated == rule.after)
      #expect(try RuleListPage.committedPage(of: id).hasSuffix("```swift\n\(result.migrated)```\n"))
    case .needsDecision, .refused: #expect(result.migrated == rule.before)
    }
    #expect(
      result.findings.contains { $0.rule == id && $0.state == rule.outcome },
      "\(result.findings.map { "\($0.line):\($0.column): \($0.state): \($0.message) [\($0.rule)]" }.joined(separator: "\n"))"
    )
  }

  @Test(.enabled(if: Toolchain.isAvailable, "needs swiftc"), arguments: Rules.all.map { $0.id })
  func examplesCompile(_ id: RuleID) async throws {
    let rule = try #require(Rules.rule(id))
    // The mode of sources from before Swift 6.
    let errors = try await Toolchain.errors(in: [("Example.swift", rule.before)], language: "5")
    if id == "syntax" { #expect(errors != []) } else { #expect(errors == []) }
    if id != "syntax" {
      let errors = try await Toolchain.errors(in: [("Example.swift", rule.after)])
      #expect(errors == [])
    }
  }

  @Test func eachRuleHasANameASummaryAndAnExplanation() {
    #expect(Set(Rules.all.map { $0.id }).count == Rules.all.count)
    for rule in Rules.all {
      #expect(!rule.summary.isEmpty && !rule.summary.contains("\n") && rule.summary.hasSuffix("."))
      #expect(!rule.explanation.isEmpty)
    }
  }
}
