import TestSupport
import Testing

@testable import ObservationMigration

/// What holds for every source, tried on sources that nobody wrote: without a crash.
///
/// All of it is the same in every run; a failure names its seed and prints its sources.
@Suite struct MutationTests {
  /// So many for each seed.
  private static let mutations = Stress.rounds(brief: 40, full: 80, exhaustive: 640)
  private static let seeds = 0..<UInt64(Stress.rounds(brief: 6, full: 16))

  @Test(arguments: seeds) func invariantsHoldForMutatedSources(seed: UInt64) throws {
    var counts = MutationCounts()
    for mutant in try Self.mutants(of: seed) {
      do {
        try checkInvariants(mutant.files, mutant.options, &counts)
      } catch {
        Issue.record("\(error)\nseed \(seed), \(mutant.options)\n\(mutant.files.joined(separator: "\n----\n"))")
        return
      }
    }
    // Else all this would say little.
    #expect(counts.mutations == Self.mutations)
    // A third of them parse, give or take four standard deviations.
    let leastParsed = Self.mutations / 3 - Int(2 * Double(Self.mutations).squareRoot())
    #expect(counts.parsed > leastParsed && counts.edited > Self.mutations / 10, "\(counts)")
  }

  /// They differ from each other and from their sources, with few exceptions, such as two equal tokens that change places.
  @Test func thereAreManyMutations() throws {
    let mutants = try Self.seeds.flatMap { try Self.mutants(of: $0) }
    let changed = Set(mutants.filter { $0.files[$0.target] != $0.original }.map(\.files))
    #expect(changed.count >= Stress.rounds(brief: 200, full: 1_250, exhaustive: 9_900))
  }

  private struct Mutant {
    let files: [String]
    /// Which of the files is mutated, and what it was before.
    let target: Int
    let original: String
    let options: MigrationOptions
  }

  /// The mutants of a seed: `mutations` of them.
  private static func mutants(of seed: UInt64) throws -> [Mutant] {
    let samples = try sampleSources()
    var generator = SourceGenerator(seed: seed)
    var mutator = SourceMutator(seed: seed)
    var random = SeededGenerator(seed: ~seed)
    return (0..<mutations).map { _ in
      // One of three is of the sample app; the others have their views with them.
      var files =
        Int.random(in: 0..<3, using: &random) == 0 ? [samples.randomElement(using: &random)!] : generator.files()
      let target = files.indices.randomElement(using: &random)!
      let original = files[target]
      files[target] = mutator.mutated(original, donor: samples.randomElement(using: &random)!)
      let options = MigrationOptions(pipelines: Bool.random(using: &random), subjects: Bool.random(using: &random))
      return Mutant(files: files, target: target, original: original, options: options)
    }
  }

  /// What mutations have found before.
  @Test(arguments: [
    // One conformance went in the first run, the other in the second.
    "final class A: ObservableObject, ObservableObject {\n  @Published var a = 1\n}\n",
    // One class went in the first run, and no longer announced what the other was still subscribed to for.
    """
    final class Profile: ObservableObject {
      @Published var name = ""
    }
    final class Holder: ObservableObject {
      @Published var profile = Profile()
      init() {
        profile.objectWillChange
          .sink { [weak self] _ in self?.objectWillChange.send() }
      }
    }

    """,
    // A dictionary of properties by their names.
    """
    final class A: ObservableObject {
      @Published var a = 1
      private var bag = Set<AnyCancellable>()
      private var bag = Set<AnyCancellable>()
      func f() { $a.sink { print($0) }.store(in: &bag) }
    }

    """,
    // The first run put `Bindable(model).a` into a view of `Beta`. The second took `a` for a member of `Alpha` as well, and
    // found nothing left to announce.
    """
    import SwiftUI
    final class Alpha: ObservableObject {
      private var a = 0
    }
    final class Beta: ObservableObject {
      @AppStorage("a") var a = false
    }
    struct AlphaView: View {
      @ObservedObject var model: Alpha
      var body: some View { Button("a") { model.objectWillChange.send() } }
    }
    struct BetaView: View {
      @StateObject private var model = Beta()
      var body: some View { Text("a").onReceive(model.$a) { print($0) } }
    }

    """,
    // The diagnostics of swift-syntax ended the process for trees like these.
    "@Published(", "class A: ObservableObject { @", "#if\nclass A: ObservableObject {}", "let a = \"\\(\n",
  ]) func invariantsHoldForWhatWasFound(source: String) throws {
    var counts = MutationCounts()
    for options in [
      MigrationOptions(), MigrationOptions(pipelines: true, subjects: true), MigrationOptions(subjects: true),
    ] {
      try checkInvariants(["import Combine\n" + source], options, &counts)
    }
  }

  @Test func invariantsHoldForGeneratedSources() throws {
    var counts = MutationCounts()
    let count = Stress.rounds(brief: 30, full: 100, exhaustive: 300)
    for seed in 1000..<1000 + count {
      var generator = SourceGenerator(seed: UInt64(seed))
      let files = generator.files()
      let options = MigrationOptions(pipelines: seed.isMultiple(of: 2), subjects: seed.isMultiple(of: 3))
      try checkInvariants(files, options, &counts)
    }
    #expect(counts.parsed == count && counts.edited > count / 2, "\(counts)")
  }

  @Test func namesThatAreDeclaredTwiceAreFound() {
    let source = """
      class A { var a = 1, b = 2; func f() {}; func f(_ a: Int) {}; static let a = 3 }
      extension A { struct b {} }
      func f() {
        let c = 1
        if c > 0 { let c = 2, d = 3, d = 4 }
      }
      """
    #expect(DeclaredNames.twice(in: source) == ["A.b", "d"])
  }

  @Test func noNameIsDeclaredTwiceInWhatIsMadeOfGeneratedSources() {
    let count = Stress.rounds(brief: 40, full: 120, exhaustive: 400)
    var edited = 0
    for seed in 2000..<2000 + count {
      var generator = SourceGenerator(seed: UInt64(seed))
      let sources = generator.files() + [generator.module(1)]
      let files = sources.enumerated().map { SourceFile(path: "\($0).swift", text: $1) }
      let options = MigrationOptions(pipelines: seed.isMultiple(of: 2), subjects: seed.isMultiple(of: 3))
      for result in Migration(options: options).run(files) {
        #expect(DeclaredNames.twice(in: result.file.text) == [], "seed \(seed)\n\(result.file.text)")
        #expect(DeclaredNames.twice(in: result.migrated) == [], "seed \(seed)\n\(result.migrated)")
        if !result.edits.isEmpty { edited += 1 }
      }
    }
    #expect(edited > count, "\(edited)")
  }

  /// Each source is migrated for itself; the compiler sees all of them as one module.
  @Test(.enabled(if: Toolchain.isAvailable, "needs swiftc"))
  func generatedSourcesTypeCheckBeforeAndAfter() async throws {
    let shared = SourceFile(path: "Shared.swift", text: SourceGenerator.sharedSource)
    let count = Stress.rounds(brief: 30, full: 100, exhaustive: 300)
    let files = (0..<count).map { number in
      var generator = SourceGenerator(seed: UInt64(3000 + number))
      return SourceFile(path: "Model\(number).swift", text: generator.module(number))
    }
    let results = files.enumerated().map { number, file in
      let options = MigrationOptions(pipelines: !number.isMultiple(of: 3), subjects: number.isMultiple(of: 2))
      return Migration(options: options).run([file, shared])[0]
    }
    #expect(results.count { !$0.edits.isEmpty } > count / 2)
    #expect(results.count { $0.migrated.contains("import ObservationBridge") } > count / 60)
    let before = try await Toolchain.errors(in: (files + [shared]).map { ($0.path, $0.text) }, language: "5")
    #expect(before == [])
    let migrated = results.map { ($0.file.path, $0.migrated) } + [(shared.path, shared.text)]
    let after = try await Toolchain.errors(in: migrated)
    #expect(after == [])
  }
}

/// The files of the sample app and the examples of the rules, in the same order in every run.
private func sampleSources() throws -> [String] {
  try SampleApp.files(in: "Input").sorted { $0.key < $1.key }.map(\.value) + Rules.all.map { $0.before }
}
