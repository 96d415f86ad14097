/// What a migration found, as text for people or as data for other tools.
public struct MigrationReport: Sendable {
  /// How a report is written.
  public enum Format: String, Sendable, CaseIterable {
    /// What holds types back, a line a place, `file:line:column: warning: state: message [rule]`, and tables by rule and type.
    case text
    /// One JSON object.
    case json
    /// SARIF 2.1.0, which code hosts and editors show beside the code.
    case sarif
    /// Workflow commands, which GitHub shows as annotations of a pull request.
    case github
  }

  /// Files that were looked at.
  public let files: [SourceFile]
  /// The places, in the order of the files.
  public private(set) var findings: [Finding]
  /// Files and folders that were left out.
  public let problems: [FileProblem]
  /// The files that were written; nil where nothing was to be written.
  public let written: [String]?
  /// How many groups of types could have been written, and somebody didn't want it.
  public let declinedGroups: Int
  /// What each group of types changes, for SARIF to offer as fixes.
  public let conversions: [GroupConversion]

  /// All that a migration found or would change.
  ///
  /// - Parameters:
  ///   - results: What the migration made of the files.
  ///   - problems: What the search could not read.
  ///   - conversions: What to offer as fixes in SARIF.
  public init(of results: [FileResult], problems: [FileProblem] = [], conversions: [GroupConversion] = []) {
    files = results.map(\.file)
    findings = results.flatMap(\.findings)
    self.problems = problems
    self.conversions = conversions
    written = nil
    declinedGroups = 0
  }

  /// What is left after a migration was written, and those of its changes that show at run time.
  ///
  /// - Parameters:
  ///   - results: What the migration made of the files.
  ///   - problems: What the search could not read.
  ///   - written: The paths of the files that were written.
  ///   - declinedGroups: How many groups of types could have been written, and somebody didn't want it.
  public init(
    leftBy results: [FileResult],
    problems: [FileProblem] = [],
    written: [String],
    declinedGroups: Int = 0
  ) {
    files = results.map(\.file)
    findings = results.flatMap(\.findings).filter { $0.state != .changed || $0.isRisky }
    self.problems = problems
    self.written = written
    self.declinedGroups = declinedGroups
    conversions = []
  }

  /// The places that are not changed.
  public var left: [Finding] { findings.filter { $0.state != .changed } }

  /// The lines that hold types back, the one that most types wait for first.
  public var rootCauses: [RootCause] { RootCause.all(in: findings) }

  /// How many places are in which state; after a migration was written, of those that are left.
  public var summary: MigrationSummary { MigrationSummary(of: written == nil ? findings : left) }

  /// Whether there is anything to do: all places but those that were left alone on request, and those that were written.
  public var isWorkLeft: Bool {
    declinedGroups > 0 || findings.contains { $0.isWork && (written == nil || $0.state != .changed) }
  }

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
    case .github: github()
    }
  }
}

// MARK: - Parts of a report

extension MigrationReport {
  /// The report without the places that are, or would be, changed.
  public func withoutChanges() -> MigrationReport {
    var report = self
    report.findings = left
    return report
  }

  /// The report on some of the places.
  public func limited(to isIncluded: (Finding) -> Bool) -> MigrationReport {
    var report = self
    report.findings = findings.filter(isIncluded)
    return report
  }

  /// The report on what is new since a baseline was written.
  public func limited(toNewSince baseline: Baseline) -> MigrationReport {
    var report = self
    report.findings = baseline.new(in: findings, of: files)
    return report
  }
}
