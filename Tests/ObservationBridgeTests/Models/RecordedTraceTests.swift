import Foundation
import TestSupport
import Testing

@testable import ObservationBridge

/// Which passes run, in which order, what matches in them and what they read: the same as before a change of the engine, on each backend.
///
/// The reference of ``RandomGraphTests`` says what must not happen. Recorded traces show every other difference, too, such as one more pass.
/// `OBSERVATION_BRIDGE_UPDATE_TRACES=1` records them anew.
@Suite struct RecordedTraceTests {
  private static let seedCount = 1000
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Traces/RandomEffects.txt").standardizedFileURL

  @Test @MainActor func passesAreTheRecordedOnes() async throws {
    if ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_UPDATE_TRACES"] == "1" {
      var lines: [String] = []
      for seed in 0..<Self.seedCount { lines.append(await Self.digest(seed: seed)) }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
    }
    let recorded = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    #expect(recorded.count == Self.seedCount)
    for seed in 0..<Stress.rounds(brief: 50, full: Self.seedCount, exhaustive: Self.seedCount) {
      let digest = await Self.digest(seed: seed)
      #expect(recorded[seed] == digest, "seed \(seed)")
      if recorded[seed] != digest { return }
    }
  }

  /// How many passes a run has, and a hash of them that is the same in each process (FNV-1a).
  @MainActor private static func digest(seed: Int) async -> String {
    let effects = RandomEffects(seed: UInt64(seed))
    _ = await effects.run(operations: 20)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for line in effects.trace {
      for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 10) &* 0x100_0000_01b3
    }
    return "\(effects.trace.count) \(String(hash, radix: 16))"
  }
}
