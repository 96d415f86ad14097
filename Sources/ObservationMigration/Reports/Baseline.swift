import Foundation

/// Known findings, so that only new ones count.
///
/// A finding is identified by its file, rule and type and by the text of its line, wherever the line is. Changes
/// waiting for a decision are known as well: once the decision is made, they aren't new.
public struct Baseline: Sendable, Equatable {
  /// An error for a baseline that can't be read.
  public struct UnreadableError: Error, Sendable, CustomStringConvertible {
    /// The reason and the remedy.
    public let description: String
  }

  private var counts: [Fingerprint: Int] = [:]

  /// The number of known findings.
  public var count: Int { counts.values.reduce(0, +) }

  /// Creates a baseline with all findings of a migration.
  ///
  /// - Parameter results: The results for all files.
  public init(of results: [FileResult]) {
    var fingerprints = Fingerprints(results.map(\.file))
    for result in results {
      for finding in result.findings + result.waiting where finding.isWork {
        counts[fingerprints.fingerprint(of: finding), default: 0] += 1
      }
    }
  }

  /// Reads a baseline written by ``json()``.
  ///
  /// - Parameter json: The contents of the file.
  /// - Throws: ``UnreadableError``.
  public init(json: some Sequence<UInt8>) throws(UnreadableError) {
    guard let layout = try? JSONDecoder().decode(Layout.self, from: Data(json)) else {
      throw UnreadableError(description: "it isn't a baseline; write one with check --write-baseline")
    }
    guard layout.version == Layout.currentVersion else {
      throw UnreadableError(
        description:
          "it's a baseline of version \(layout.version), and \(Layout.currentVersion) is needed; write it again"
      )
    }
    for entry in layout.findings {
      let fingerprint = Fingerprint(file: entry.file, rule: entry.rule, type: entry.type, text: entry.text)
      counts[fingerprint, default: 0] += entry.count
    }
  }

  /// The findings as JSON, sorted and with a line for each key, so that two versions can be compared.
  ///
  /// - Returns: The contents of a file, with a newline at its end.
  /// - Throws: Errors of `JSONEncoder`, which aren't expected.
  public func json() throws -> String {
    let entries = counts.sorted { one, other in
      let (a, b) = (one.key, other.key)
      return (a.file, a.text, a.rule, a.type ?? "") < (b.file, b.text, b.rule, b.type ?? "")
    }
    .map { Layout.Entry(file: $0.file, rule: $0.rule, type: $0.type, text: $0.text, count: $1) }
    return try Layout(findings: entries).json()
  }

  /// Returns the new findings, in their order.
  ///
  /// Of equal findings the first ones are known. A change without a type, such as an import, is new only along with
  /// another change in its file.
  func new(in findings: [Finding], of files: [SourceFile]) -> [Finding] {
    var counts = counts
    var fingerprints = Fingerprints(files)
    let unknown = findings.filter { finding in
      let fingerprint = fingerprints.fingerprint(of: finding)
      guard let count = counts[fingerprint], count > 0 else { return finding.isWork }
      counts[fingerprint] = count - 1
      return false
    }
    let files = Set(unknown.filter { !$0.isConsequence }.map(\.file))
    return unknown.filter { !$0.isConsequence || files.contains($0.file) }
  }

  private struct Layout: Codable {
    struct Entry: Codable {
      let file: String
      let rule: String
      let type: String?
      let text: String
      let count: Int
    }

    /// Increases when a key is removed or changes its meaning.
    static let currentVersion = 1

    var version = currentVersion
    let findings: [Entry]
  }
}

extension Finding {
  /// Whether the change only follows from other changes in the file.
  fileprivate var isConsequence: Bool { state == .changed && type == nil && group == nil }
}
