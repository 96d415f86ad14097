import Foundation
import ObservationMigration
import TestSupport
import Testing

/// Views show after a migration what they showed before, while their models change.
///
/// Apps are made by chance, compiled as they are and as migrated with stand-ins of Combine and SwiftUI, which evaluate bodies again
/// for the same causes as these do, and put through the same changes. After each of them every view has to show the same. A view may
/// be up to date that wasn't before, as `@Observable` follows what a body reads; any other difference has to be named by a finding.
@Suite(.enabled(if: Toolchain.isAvailable, "needs swiftc")) struct SameAppTests {
  /// Each makes an app. `OBSERVATION_BRIDGE_SEEDS=700..<1000` in the environment chooses others.
  private static let seeds: Range<Int> = {
    let chosen = ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_SEEDS"] ?? ""
    let bounds = chosen.split(separator: "..<").compactMap { Int($0) }
    if bounds.count == 2, bounds[0] < bounds[1] { return bounds[0]..<bounds[1] }
    return 0..<Stress.rounds(brief: 4, full: 30, exhaustive: 1000)
  }()

  @Test func viewsShowTheSameBeforeAndAfterTheMigration() throws {
    var failing: (seed: Int, app: ComparedApp)?
    var (comparisons, converted) = (0, 0)
    for batch in stride(from: Self.seeds.lowerBound, to: Self.seeds.upperBound, by: 50) {
      let seeds = batch..<min(batch + 50, Self.seeds.upperBound)
      let apps = try AppComparer.compare(seeds.map { Self.app(seed: UInt64($0), Shape.allCases) })
      for (seed, app) in zip(seeds, apps) where app.failure != nil {
        // At once: the search for a smaller one takes minutes.
        Issue.record("Seed \(seed) fails.\n\(app.failureDescription)")
        failing = failing ?? (seed, app)
      }
      comparisons += apps.reduce(0) { $0 + $1.comparisons }
      converted += apps.count { $0.files.map(\.text) != $0.migrated }
    }
    if let (seed, app) = failing {
      let attempts = 160
      let smallest = try AppComparer.smallest(app, attempts: attempts) { apps in
        try AppComparer.compare(apps) { _ in app.hand }
      }
      Issue.record("The app of seed \(seed), as small as \(attempts) attempts made it:\n\(smallest.description)")
    }
    // Else all this would say little.
    #expect(comparisons > 500 * Self.seeds.count)
    #expect(converted > Self.seeds.count / 2)
  }

  @Test func wrongConversionsAreFound() throws {
    let count = Stress.rounds(brief: 1, full: 2, exhaustive: 10)
    let faults = Fault.allCases.flatMap { Array(repeating: $0, count: count) }
    let apps = Fault.allCases.flatMap { fault in
      (0..<UInt64.max).lazy.map { Self.app(seed: $0, fault.shapes, models: 1...1) }.filter(fault.isPossible).prefix(
        count
      )
    }
    // Each app with its fault and without it.
    let compared = try AppComparer.compare(apps + apps) { number in
      HandMigration(fault: number < faults.count ? faults[number] : nil)
    }
    for fault in Fault.allCases {
      #expect(zip(faults, compared).contains { $0 == fault && $1.isDifferent }, "\(fault)")
    }
    for app in compared.dropFirst(faults.count) { #expect(app.failure == nil, "\(app.description)") }
  }

  static func app(seed: UInt64, _ shapes: [Shape], models: ClosedRange<Int> = 1...3) -> GeneratedApp {
    var generator = AppGenerator(seed: seed, shapes: shapes)
    return generator.app(models: models, steps: 50)
  }
}

extension ComparedApp {
  fileprivate var isDifferent: Bool {
    if case .differences = failure { true } else { false }
  }
}
