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
  private static let apps = Stress.rounds(brief: 4, full: 50, exhaustive: 1000)

  @Test func viewsShowTheSameBeforeAndAfterTheMigration() throws {
    var failing: [(seed: Int, app: ComparedApp)] = []
    var (comparisons, converted) = (0, 0)
    for batch in stride(from: 0, to: Self.apps, by: 50) {
      let seeds = batch..<min(batch + 50, Self.apps)
      let apps = try AppComparer.compare(seeds.map { Self.app(seed: UInt64($0), Shape.allCases) })
      failing += zip(seeds, apps).filter { $1.failure != nil }.map { (seed: $0, app: $1) }
      comparisons += apps.reduce(0) { $0 + $1.comparisons }
      converted += apps.count { $0.files.map(\.text) != $0.migrated }
    }
    if let (seed, app) = failing.first {
      let smallest = try AppComparer.smallest(app)
      Issue.record("Seeds \(failing.map(\.seed)); the smallest app of seed \(seed):\n\(smallest.description)")
    }
    // Else all this would say little.
    #expect(comparisons > 500 * Self.apps)
    #expect(converted > Self.apps / 2)
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
