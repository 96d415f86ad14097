import Foundation
import ObservationMigration
import TestSupport
import Testing

@Suite struct GuideTests {
  private func page(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: RuleListPage.root.appending(path: path)), as: UTF8.self)
  }

  /// `OBSERVATION_BRIDGE_UPDATE_GUIDE=1 swift test --filter GuideTests` writes them.
  @Test func thePagesOfTheRulesAreMadeOfTheRules() throws {
    let pages = RuleListPage.pages
    let folder = RuleListPage.root.appending(path: "\(RuleListPage.folder)/Rules")
    if ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_UPDATE_GUIDE"] == "1" {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (path, text) in pages { try Data(text.utf8).write(to: RuleListPage.root.appending(path: path)) }
    }
    for (path, text) in pages {
      let difference = UnifiedDiff(from: try page(path), to: text)
      #expect(difference.isEmpty, "\(difference.text(path: path))")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == Rules.all.count)
  }

  @Test func thereIsAdviceForEachRuleThatLeavesDecisions() throws {
    let headings = try page("Sources/ObservationMigration/Documentation.docc/Decisions.md")
      .split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    let rules = Set(Rules.all.map { $0.id.rawValue })
    #expect(Set(headings).subtracting(rules) == ["Overview"])

    // Whatever the sources at hand leave to people.
    let samples = try SampleApp.files(in: "Input")
    let examples = Rules.all.map { ["\($0.id).swift": $0.before] }
    let findings = ([samples] + examples).flatMap { files in
      SampleApp.options.flatMap { SampleApp.migrated(files, $0).flatMap(\.findings) }
    }
    let decisions = Set(findings.filter { $0.state == .needsDecision }.map(\.rule.rawValue))
    #expect(decisions.count >= 8)
    #expect(decisions.subtracting(headings).isEmpty)
  }

  @Test func helpNamesWhatTheGuideNames() throws {
    let folder = try TemporaryFolder()
    let help = try Subprocess.migrate("--help", in: folder).output
    let guide = try page("Sources/ObservationMigration/Documentation.docc/Steps.md")
    let options = guide.matches(of: /--[a-z-]+/).map { String($0.output) }
    #expect(Set(options).count > 3)
    for option in options { #expect(help.contains(option), "\(option)") }
  }
}
