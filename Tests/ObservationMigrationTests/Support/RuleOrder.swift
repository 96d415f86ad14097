import TestSupport
import Testing

@testable import ObservationMigration

/// Other orders of the list of rules, in which everything has to come out as in the usual one.
enum RuleOrder {
  /// Migrates the files with the reverse of the list and with permutations of it, which `seed` and the files choose, and compares the
  /// results.
  static func compare(
    _ results: [FileResult],
    _ options: MigrationOptions,
    permutations: Int = 1,
    seed: UInt64 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let files = results.map(\.file)
    var random = SeededGenerator(seed: seed ^ files.digest)
    let orders = [Rules.list.reversed()] + (0..<permutations).map { _ in Rules.list.shuffled(using: &random) }
    guard let order = orders.first(where: { Migration(options: options, rules: $0).run(files) != results }) else {
      return
    }
    Issue.record(
      "The order of these rules changes the result:\n\(reasons(order, results, options).joined(separator: "\n"))",
      sourceLocation: sourceLocation
    )
  }

  /// Which neighbours can't change places on the way from an order to the usual one, and the first line that differs.
  private static func reasons(
    _ order: [any Rule.Type],
    _ results: [FileResult],
    _ options: MigrationOptions
  ) -> [String] {
    let files = results.map(\.file)
    let usual = Dictionary(uniqueKeysWithValues: Rules.list.enumerated().map { (ObjectIdentifier($1), $0) })
    func position(_ rule: any Rule.Type) -> Int { usual[ObjectIdentifier(rule)] ?? 0 }
    var order = order
    var current = text(of: Migration(options: options, rules: order).run(files))
    var reasons: [String] = []
    while let index = order.indices.dropLast().first(where: { position(order[$0]) > position(order[$0 + 1]) }) {
      order.swapAt(index, index + 1)
      let next = text(of: Migration(options: options, rules: order).run(files))
      if next != current {
        let lines = zip(current + [""], next + [""]).first { $0 != $1 }
        reasons.append(
          "\(order[index]), \(order[index + 1]):\n  usual: \(lines?.1 ?? "")\n  other: \(lines?.0 ?? "")"
        )
      }
      current = next
    }
    return reasons
  }

  private static func text(of results: [FileResult]) -> [String] {
    var lines: [String] = []
    for result in results {
      lines += result.migrated.split(separator: "\n").map(String.init)
      for finding in result.findings { lines.append("\(finding)") }
      for edit in result.edits { lines.append("\(edit)") }
      lines.append("\(result.waiting) \(result.classes) \(result.neededProducts)")
    }
    return lines
  }
}

extension [SourceFile] {
  /// A number that differs from one list of files to another.
  var digest: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for file in self {
      for byte in (file.path + file.text).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return hash
  }
}
