/// What a migration found, as text for people or as data for other tools.
public struct MigrationReport: Sendable {
  /// How a report is written.
  public enum Format: String, Sendable, CaseIterable {
    /// A line a place, `file:line:column: state: message [rule]`, and tables by rule and by type.
    case text
    /// One JSON object.
    case json
    /// SARIF 2.1.0, which code hosts and editors show beside the code.
    case sarif
  }

  /// Files that were looked at.
  public let files: [SourceFile]
  /// The places, in the order of the files.
  public let findings: [Finding]
  /// Files and folders that were left out.
  public let problems: [FileProblem]
  /// The files that were written; nil where nothing was to be written.
  public let written: [String]?

  /// All that a migration found or would change.
  ///
  /// - Parameters:
  ///   - results: What the migration made of the files.
  ///   - problems: What the search could not read.
  public init(of results: [FileResult], problems: [FileProblem] = []) {
    files = results.map(\.file)
    findings = results.flatMap(\.findings)
    self.problems = problems
    written = nil
  }

  /// What is left after a migration was written: all but the changed places.
  ///
  /// - Parameters:
  ///   - results: What the migration made of the files.
  ///   - problems: What the search could not read.
  ///   - written: The paths of the files that were written.
  public init(leftBy results: [FileResult], problems: [FileProblem] = [], written: [String]) {
    files = results.map(\.file)
    findings = results.flatMap(\.findings).filter { $0.state != .changed }
    self.problems = problems
    self.written = written
  }

  /// How many places are in which state.
  public var summary: MigrationSummary { MigrationSummary(of: findings) }

  /// Whether there is anything to do: all places but those that a comment leaves alone.
  public var isWorkLeft: Bool { findings.contains { Rules.rule($0.rule)?.leavesWork != false } }

  /// The report in a format.
  ///
  /// - Parameters:
  ///   - format: How it is written.
  ///   - style: Colours for a terminal; in text only.
  /// - Returns: All of it, with a newline at its end.
  /// - Throws: What `JSONEncoder` throws; nothing is known that would make it.
  public func string(_ format: Format, style: TextStyle = .plain) throws -> String {
    switch format {
    case .text: text(style)
    case .json: try json()
    case .sarif: try sarif()
    }
  }
}
