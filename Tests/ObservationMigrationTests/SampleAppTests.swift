import Foundation
import ObservationMigration
import Testing

/// An app of more than thirty files is migrated to what a person who knows both sides would write.
@Suite struct SampleAppTests {
  @Test func theAppIsOfRealisticSize() throws {
    let files = try SampleApp.files(in: "Input")
    #expect(files.count >= 15)
    #expect(Set(try SampleApp.files(in: "Expected").keys) == Set(files.keys))
  }

  @Test(arguments: SampleApp.options) func everyFileBecomesWhatIsExpected(_ options: MigrationOptions) throws {
    let results = SampleApp.migrated(try SampleApp.files(in: "Input"), options)
    let expected = try SampleApp.expected(options)
    for result in results {
      let difference = UnifiedDiff(from: try #require(expected[result.file.path]), to: result.migrated)
      #expect(difference.isEmpty, "\(difference.text(path: result.file.path))")
    }
  }

  /// `OBSERVATION_BRIDGE_UPDATE_GUIDE=1 swift test --filter SampleAppTests` writes it, to be read line by line.
  @Test(arguments: SampleApp.options) func theReportIsWhatIsExpected(_ options: MigrationOptions) throws {
    let results = SampleApp.migrated(try SampleApp.files(in: "Input"), options)
    let report = try MigrationReport(of: results).string(.text)
    let name = SampleApp.report(options)
    if ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_UPDATE_GUIDE"] == "1" {
      try Data(report.utf8).write(to: SampleApp.folder.appending(path: name))
    }
    let difference = UnifiedDiff(from: try SampleApp.text(name), to: report)
    #expect(difference.isEmpty, "\(difference.text(path: name))")
  }

  @Test(arguments: SampleApp.options) func aSecondRunChangesNothing(_ options: MigrationOptions) throws {
    for result in SampleApp.migrated(try SampleApp.expected(options), options) {
      #expect(result.edits.isEmpty, "\(result.file.path)")
    }
  }

  @Test func everyRuleForSourcesHasAPlaceInTheApp() throws {
    let input = try SampleApp.files(in: "Input")
    let results = try SampleApp.options.flatMap { SampleApp.migrated(input, $0) } + SampleApp.resultsWithModels()
    let findings = results.flatMap(\.findings)
    // What was selected on the command line is no matter of the sources.
    let expected = Set(Rules.all.map { $0.id }).subtracting(["selection"])
    #expect(expected.subtracting(findings.map(\.rule)).isEmpty)
    #expect(Set(findings.map(\.state)) == Set(Finding.State.allCases))
  }
}
