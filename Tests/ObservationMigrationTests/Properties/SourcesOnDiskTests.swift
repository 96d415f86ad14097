import Foundation
import ObservationMigration
import TestSupport
import Testing

/// What holds for every source, tried on real applications: `OBSERVATION_BRIDGE_SOURCES` has their folders, with colons between.
@Suite struct SourcesOnDiskTests {
  private static let options = [MigrationOptions(), MigrationOptions(pipelines: true, subjects: true)]

  @Test(
    .enabled(if: !applicationFolders.isEmpty, "needs OBSERVATION_BRIDGE_SOURCES"),
    arguments: applicationFolders,
    options
  )
  func invariantsHoldForAnApplication(in folder: String, _ options: MigrationOptions) throws {
    let files = SourceSearch(of: [folder]).files
    var counts = MutationCounts()
    try checkInvariants(files, options, &counts)
    #expect(counts.edited == 1, "nothing to convert in the \(files.count) files of \(folder)")
    RuleOrder.compare(Migration(options: options).run(files), options, permutations: 2)
  }
}

private let applicationFolders = (ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_SOURCES"] ?? "")
  .split(separator: ":").map(String.init)
