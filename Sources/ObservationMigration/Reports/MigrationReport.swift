/// What a migration found, as text for people or as data for other tools.
public struct MigrationReport: Sendable {
  /// How a report is written.
  public enum Format: String, Sendable, CaseIterable {
    /// How many classes convert, what blocks the others, and which changes to review.
    case text
    /// One JSON object.
    case json
    /// SARIF 2.1.0, which code hosts and editors show beside the code.
    case sarif
    /// Workflow commands, which GitHub shows as annotations of a pull request.
    case github
  }

  /// The files that were examined.
  public let files: [SourceFile]
  /// The places, in the order of the files.
  public private(set) var findings: [Finding]
  /// Files and folders that were left out.
  public let problems: [FileProblem]
  /// The files that were written; nil if nothing was to be written.
  public private(set) var written: [String]?
  /// How many groups of types could have been written, but were declined.
  public private(set) var declinedGroups = 0
  /// What each group of types changes, for SARIF to offer as fixes.
  public let conversions: [GroupConversion]
  /// What becomes of the classes of the files.
  public let classes: [ClassOutcome]
  /// The deployment targets of the files, as far as they are known.
  public let deploymentTargets: [DeploymentTarget]
  /// How many edits are made in how many files.
  let edits: (all: Int, files: Int)
  /// The products of this package to add to targets, since files import them only because of the changes, in alphabetical order.
  ///
  /// The tool doesn't add them: it changes neither `Package.swift` nor a project file.
  public private(set) var neededProducts: [NeededProduct]

  /// Everything that a migration found or would change.
  ///
  /// - Parameters:
  ///   - results: What the migration made of the files.
  ///   - problems: What the search couldn't read.
  ///   - conversions: What to offer as fixes in SARIF.
  ///   - deploymentTargets: The systems that the files are for.
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

  /// What is left after a migration was written, and the changes that are visible at run time.
  ///
  /// - Parameters:
  ///   - results: What the migration made of the files.
  ///   - problems: What the search couldn't read.
  ///   - written: The paths of the files that were written.
  ///   - declinedGroups: How many groups of types could have been written, but were declined.
  ///   - deploymentTargets: The systems that the files are for.
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

  /// The places that aren't changed.
  public var left: [Finding] { findings.filter { $0.state != .changed } }

  /// The lines that hold types back, beginning with the one that most types wait for.
  public var rootCauses: [RootCause] { RootCause.all(in: findings) }

  /// How many places are in which state. After a migration was written, only the places that are left count.
  public var summary: MigrationSummary { MigrationSummary(of: written == nil ? findings : left) }

  /// Whether there is anything left to do. Places that were left alone on request, or that were written, don't count.
  public var isWorkLeft: Bool {
    declinedGroups > 0 || findings.contains { $0.isWork && (written == nil || $0.state != .changed) }
  }

  /// The report in a format.
  ///
  /// - Parameters:
  ///   - format: How it is written.
  ///   - style: Colours for a terminal, only for text.
  ///   - isVerbose: Whether a text names each place, in lines that editors know, `file:line:column: warning: state: message [rule]`, with
  ///     tables by rule and type.
  /// - Returns: All of it, with a newline at its end.
  /// - Throws: What `JSONEncoder` throws, which isn't expected.
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
  /// The report without the places that are, or would be, changed.
  public func withoutChanges() -> MigrationReport {
    var report = self
    report.show(left)
    return report
  }

  /// The report on some of the places. A finding that speaks of several places, ``Finding/otherPlaces``, stays if one of them does.
  public func limited(to isIncluded: (Finding) -> Bool) -> MigrationReport {
    var report = self
    report.show(
      findings.filter { finding in
        isIncluded(finding) || finding.otherPlaces.contains { isIncluded(finding.moved(to: $0)) }
      }
    )
    return report
  }

  /// The report on what is new since a baseline was written.
  public func limited(toNewSince baseline: Baseline) -> MigrationReport {
    var report = self
    report.show(baseline.new(in: findings, of: files))
    return report
  }

  /// Shows these places only, and the products that they need. What was written needs all of its products.
  private mutating func show(_ findings: [Finding]) {
    self.findings = findings
    guard written == nil else { return }
    let changed = Set(findings.filter { $0.state == .changed }.map(\.file))
    neededProducts = neededProducts.compactMap { $0.limited(to: changed.contains) }
  }
}

/// How many places are in which state: in all, by rule and by type.
public struct MigrationSummary: Sendable, Hashable {
  /// How many places are in which state.
  public struct Counts: Sendable, Hashable {
    /// Places that are rewritten.
    public internal(set) var changed = 0
    /// Places that a person has to decide on.
    public internal(set) var needsDecision = 0
    /// Places that are not migrated.
    public internal(set) var refused = 0

    /// All of them.
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
  /// By the type that they concern; places that concern no type are left out.
  public private(set) var byType: [String: Counts] = [:]

  /// Counts.
  public init(of findings: some Sequence<Finding>) {
    for finding in findings {
      all.add(finding.state)
      byRule[finding.rule, default: Counts()].add(finding.state)
      if let type = finding.type { byType[type, default: Counts()].add(finding.state) }
    }
  }
}

extension Finding {
  /// How much attention a finding needs, in the words that compilers and code hosts use.
  enum Severity: String {
    /// A change without risk, or what was left alone on request.
    case note
    /// A change that shows at run time, or a decision.
    case warning
    /// What can't be migrated.
    case error
  }

  var severity: Severity {
    guard isWork else { return .note }
    return switch state {
    case .changed: isRisky ? .warning : .note
    case .needsDecision: .warning
    case .refused: .error
    }
  }

  /// Whether there is anything to do; false where somebody has asked to leave it alone.
  var isWork: Bool { Rules.rule(rule)?.leavesWork ?? true }
}
