import Foundation

extension MigrationReport {
  func json() throws -> String {
    let summary = summary
    return try Self.encode(
      JSONReport(
        findings: findings.map(JSONReport.Place.init),
        rootCauses: rootCauses.map(JSONReport.Cause.init),
        problems: problems.map { JSONReport.Problem(path: $0.path, message: $0.message, isError: $0.isError) },
        summary: JSONReport.Summary(
          files: files.count,
          all: JSONReport.Counts(summary.all),
          byRule: Dictionary(uniqueKeysWithValues: summary.byRule.map { ($0.rawValue, JSONReport.Counts($1)) }),
          byType: summary.byType.mapValues(JSONReport.Counts.init)
        ),
        classes: classes.map { JSONReport.Class(name: $0.name, isConverted: $0.isConverted) },
        deploymentTargets: deploymentTargets.map { target in
          JSONReport.Target(
            versions: Dictionary(uniqueKeysWithValues: target.versions.map { ($0.rawValue, $1) }),
            files: target.files
          )
        },
        written: written,
        neededProducts: neededProducts.map { JSONReport.Product(name: $0.name, files: $0.files) }
      )
    )
  }

  /// Keys are sorted, so that two reports can be compared.
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// The layout of the JSON report.
private struct JSONReport: Encodable {
  struct Place: Encodable {
    let file: String
    let line: Int
    let column: Int
    let state: String
    let rule: String
    let type: String?
    let message: String
    let isRisky: Bool
    let group: Int?

    init(_ finding: Finding) {
      file = finding.file
      line = finding.line
      column = finding.column
      state = finding.state.rawValue
      rule = finding.rule.rawValue
      type = finding.type
      message = finding.message
      isRisky = finding.isRisky
      group = finding.group
    }
  }

  struct Cause: Encodable {
    struct Tie: Encodable {
      let file: String
      let line: Int
      let column: Int
      let types: Int
    }

    let file: String
    let line: Int
    let column: Int
    let rules: [String]
    let messages: [String]
    let types: Int
    let typesWaitingForItAlone: Int
    let lines: Int
    let ties: [Tie]

    init(_ cause: RootCause) {
      file = cause.location.file
      line = cause.location.line
      column = cause.location.column
      rules = cause.rules.map(\.rawValue)
      messages = cause.messages
      types = cause.waiting.types.count
      typesWaitingForItAlone = cause.waiting.typesWaitingForItAlone.count
      lines = cause.waiting.lines
      ties = cause.waiting.ties.map { tie in
        Tie(file: tie.location.file, line: tie.location.line, column: tie.location.column, types: tie.types)
      }
    }
  }

  struct Problem: Encodable {
    let path: String
    let message: String
    let isError: Bool
  }

  struct Class: Encodable {
    let name: String
    let isConverted: Bool
  }

  struct Target: Encodable {
    let versions: [String: Int]
    let files: [String]
  }

  struct Product: Encodable {
    let name: String
    let files: [String]
  }

  struct Counts: Encodable {
    let changed: Int
    let needsDecision: Int
    let refused: Int

    init(_ counts: MigrationSummary.Counts) {
      changed = counts.changed
      needsDecision = counts.needsDecision
      refused = counts.refused
    }

    /// As in ``Finding/State``.
    enum CodingKeys: String, CodingKey {
      case changed
      case needsDecision = "needs a decision"
      case refused
    }
  }

  struct Summary: Encodable {
    let files: Int
    let all: Counts
    let byRule: [String: Counts]
    let byType: [String: Counts]
  }

  /// Goes up when a key goes or means something else.
  var version = 1
  let findings: [Place]
  let rootCauses: [Cause]
  let problems: [Problem]
  let summary: Summary
  let classes: [Class]
  let deploymentTargets: [Target]
  let written: [String]?
  let neededProducts: [Product]
}
