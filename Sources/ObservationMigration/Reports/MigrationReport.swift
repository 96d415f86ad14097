/// The findings of a migration, as text for people or as data for other tools.
public struct MigrationReport: Sendable {
  /// The form of a report.
  public enum Format: String, Sendable, CaseIterable {
    /// The number of converting classes, the blockers of the others, and the changes to review.
    case text
    /// A JSON object.
    case json
    /// SARIF 2.1.0, shown beside the code by code hosts and editors.
    case sarif
    /// Workflow commands, shown by GitHub as annotations of a pull request.
    case github
  }

  /// The examined files.
  public let files: [SourceFile]
  /// The places, in the order of the files.
  public private(set) var findings: [Finding]
  /// The files and folders left out.
  public let problems: [FileProblem]
  /// The files written; nil if nothing was to be written.
  public private(set) var written: [String]?
  /// The number of groups of types that could have been written, but were declined.
  public private(set) var declinedGroups = 0
  /// The changes of each group of types, offered as fixes in SARIF.
  public let conversions: [GroupConversion]
  /// The outcome for each class of the files.
  public let classes: [ClassOutcome]
  /// The deployment targets of the files, if known.
  public let deploymentTargets: [DeploymentTarget]
  let edits: (all: Int, files: Int)
  /// The products of this package to add to targets, in alphabetical order: files import them only because of the
  /// changes.
  ///
  /// The tool doesn't add products: it changes neither `Package.swift` nor a project file.
  public private(set) var neededProducts: [NeededProduct]

  /// Creates a report on everything that a migration found or would change.
  ///
  /// - Parameters:
  ///   - results: The results for all files.
  ///   - problems: The problems of the search.
  ///   - conversions: The fixes to offer in SARIF.
  ///   - deploymentTargets: The systems for the files.
  public init(
    of results: [FileResult],
    problems: [FileProblem] = [],
    conversions: [GroupConversion] = [],
    deploymentTargets: [DeploymentTarget] = []
  ) {
    classes = results.flatMap(\.classes)
    edits = (results.map(\.edits.count).reduce(0, +), results.count { !$0.edits.isEmpty })
    self.deploymentTargets = deploymentTargets
    files = results.map(\.file)
    findings = results.flatMap(\.findings)
    self.problems = problems
    self.conversions = conversions
    neededProducts = NeededProduct.all(in: results)
  }

  /// Creates a report on a written migration: the remaining findings, and changes that are visible at run time.
  ///
  /// - Parameters:
  ///   - results: The results for all files.
  ///   - problems: The problems of the search.
  ///   - written: The paths of the files written.
  ///   - declinedGroups: The number of groups of types that could have been written, but were declined.
  ///   - deploymentTargets: The systems for the files.
  public init(
    leftBy results: [FileResult],
    problems: [FileProblem] = [],
    written: [String],
    declinedGroups: Int = 0,
    deploymentTargets: [DeploymentTarget] = []
  ) {
    self.init(of: results, problems: problems, deploymentTargets: deploymentTargets)
    findings.removeAll { $0.state == .changed && !$0.isRisky }
    neededProducts = neededProducts.compactMap { $0.limited(to: Set(written).contains) }
    self.written = written
    self.declinedGroups = declinedGroups
  }

  /// The unchanged places.
  public var left: [Finding] { findings.filter { $0.state != .changed } }

  /// The lines holding types back, beginning with the one of most types.
  public var rootCauses: [RootCause] { RootCause.all(in: findings) }

  /// The number of places in each state. After a migration was written, only the remaining places count.
  public var summary: MigrationSummary { MigrationSummary(of: written == nil ? findings : left) }

  /// Whether work is left. Places excluded on request, or written, don't count.
  public var isWorkLeft: Bool {
    declinedGroups > 0 || findings.contains { $0.isWork && (written == nil || $0.state != .changed) }
  }

  /// The report in a format.
  ///
  /// - Parameters:
  ///   - format: The form of the report.
  ///   - style: Colours for a terminal, only for text.
  ///   - isVerbose: Whether a text names each place, in lines known to editors, `file:line:column: warning: state:
  ///     message [rule]`, with tables by rule and type.
  /// - Returns: The whole report, with a newline at its end.
  /// - Throws: Errors of `JSONEncoder`, which aren't expected.
  public func string(_ format: Format, style: TextStyle = .plain, isVerbose: Bool = false) throws -> String {
    switch format {
    case .text: text(style, isVerbose: isVerbose)
    case .json: try json()
    case .sarif: try sarif()
    case .github: github()
    }
  }
}

// MARK: - Parts of a report

extension MigrationReport {
  /// The report without changed places.
  public func withoutChanges() -> MigrationReport { showing(left) }

  /// The report on some of the places. A finding about several places, ``Finding/otherPlaces``, stays if one of them
  /// does.
  public func limited(to isIncluded: (Finding) -> Bool) -> MigrationReport {
    showing(
      findings.filter { finding in
        isIncluded(finding) || finding.otherPlaces.contains { isIncluded(finding.moved(to: $0)) }
      }
    )
  }

  /// The report on findings newer than a baseline.
  public func limited(toNewSince baseline: Baseline) -> MigrationReport {
    showing(baseline.new(in: findings, of: files))
  }

  /// Shows only these places, and the products needed there. Written files need all of their products.
  private func showing(_ findings: [Finding]) -> MigrationReport {
    var report = self
    report.findings = findings
    guard written == nil else { return report }
    let changed = Set(findings.filter { $0.state == .changed }.map(\.file))
    report.neededProducts = neededProducts.compactMap { $0.limited(to: changed.contains) }
    return report
  }
}

/// The number of places in each state: in all, by rule and by type.
public struct MigrationSummary: Sendable, Hashable {
  /// The number of places in each state.
  public struct Counts: Sendable, Hashable {
    /// Rewritten places.
    public internal(set) var changed = 0
    /// Places for a person to decide.
    public internal(set) var needsDecision = 0
    /// Places left alone.
    public internal(set) var refused = 0

    /// All places.
    public var total: Int { changed + needsDecision + refused }

    mutating func add(_ state: Finding.State) {
      switch state {
      case .changed: changed += 1
      case .needsDecision: needsDecision += 1
      case .refused: refused += 1
      }
    }
  }

  /// All places.
  public private(set) var all = Counts()
  /// By the responsible rule.
  public private(set) var byRule: [RuleID: Counts] = [:]
  /// By the type concerned; places without a type are left out.
  public private(set) var byType: [String: Counts] = [:]

  /// Counts findings.
  public init(of findings: some Sequence<Finding>) {
    for finding in findings {
      all.add(finding.state)
      byRule[finding.rule, default: Counts()].add(finding.state)
      if let type = finding.type { byType[type, default: Counts()].add(finding.state) }
    }
  }
}

extension Finding {
  /// The attention that a finding needs, in the terms of compilers and code hosts.
  enum Severity: String {
    /// A change without risk, or a place excluded on request.
    case note
    /// A change that shows at run time, or a decision.
    case warning
    /// A place that can't be migrated.
    case error
  }

  var severity: Severity {
    guard isWork else { return .note }
    return switch state {
    case .changed: needsReview ? .warning : .note
    case .needsDecision: .warning
    case .refused: .error
    }
  }

  /// Whether a person should review a change of behavior.
  var needsReview: Bool { state == .changed && isRisky && !seldomMatters }

  /// Whether a change of behavior seldom matters. All rules with such findings report values that may be outdated in views.
  var isOfOutdatedValue: Bool { state == .changed && isRisky && seldomMatters }

  private var seldomMatters: Bool { Rules.rule(rule)?.seldomMatters ?? false }

  /// Whether there is anything to do; false for places excluded on request.
  var isWork: Bool { Rules.rule(rule)?.leavesWork ?? true }
}
