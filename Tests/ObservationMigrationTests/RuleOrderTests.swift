import ObservationMigration
import TestSupport
import Testing

/// Each scenario of the other tests also compares its result with those of two other orders.
@Suite("The order of the rules has no meaning") struct RuleOrderTests {
  @Test(arguments: SampleApp.options) func theSampleAppIsMigratedEquallyInEachOrder(_ options: MigrationOptions) throws
  {
    let results = SampleApp.migrated(try SampleApp.files(in: "Input"), options)
    #expect(results.contains { !$0.edits.isEmpty })
    RuleOrder.compare(results, options, permutations: 20)
  }

  @Test func generatedSourcesAreMigratedEquallyInEachOrder() {
    var generator = SourceGenerator(seed: 41)
    var edits = 0
    for seed in 0..<UInt64(Stress.rounds(brief: 40, full: 100, exhaustive: 400)) {
      let options = MigrationOptions(pipelines: seed % 2 == 0, subjects: seed % 3 == 0)
      let files = generator.files().enumerated().map { SourceFile(path: "\($0).swift", text: $1) }
      let results = Migration(options: options).run(files)
      edits += results.reduce(0) { $0 + $1.edits.count }
      RuleOrder.compare(results, options, seed: seed)
    }
    #expect(edits > 0)
  }
}
