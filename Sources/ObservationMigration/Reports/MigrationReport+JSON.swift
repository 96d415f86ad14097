extension MigrationReport {
  /// The version increases when a key is removed or changes its meaning.
  func json() throws -> String {
    let (summary, targets) = (summary, deploymentTargets)
    let report: JSONObject = [
      "version": 1,
      "findings": findings.map(Self.object),
      "rootCauses": rootCauses.map(Self.object),
      "problems": problems.map { ["path": $0.path, "message": $0.message, "isError": $0.isError] as JSONObject },
      "summary": [
        "files": files.count,
        "all": summary.all.object,
        "byRule": Dictionary(uniqueKeysWithValues: summary.byRule.map { ($0.rawValue, $1.object) }),
        "byType": summary.byType.mapValues(\.object),
      ] as JSONObject,
      "classes": classes.map { ["name": $0.name, "isConverted": $0.isConverted] as JSONObject },
      "deploymentTargets": targets.map { target -> JSONObject in
        let versions = target.versions.map { ($0.rawValue, $1) }
        return ["versions": Dictionary(uniqueKeysWithValues: versions), "files": target.files]
      },
      "written": written,
      "neededProducts": neededProducts.map { ["name": $0.name, "files": $0.files] as JSONObject },
    ]
    return try report.json()
  }

  private static func object(_ finding: Finding) -> JSONObject {
    [
      "file": finding.file,
      "line": finding.line,
      "column": finding.column,
      "state": finding.state.rawValue,
      "rule": finding.rule.rawValue,
      "type": finding.type,
      "message": finding.message,
      "isRisky": finding.isRisky,
      "severity": finding.severity.rawValue,
      "group": finding.group,
    ]
  }

  private static func object(_ cause: RootCause) -> JSONObject {
    let (location, waiting) = (cause.location, cause.waiting)
    return [
      "file": location.file,
      "line": location.line,
      "column": location.column,
      "rules": cause.rules.map(\.rawValue),
      "messages": cause.messages,
      "types": waiting.types.count,
      "typesWaitingForItAlone": waiting.typesWaitingForItAlone.count,
      "lines": waiting.lines,
      "ties": waiting.ties.map { tie -> JSONObject in
        let location = tie.location
        return ["file": location.file, "line": location.line, "column": location.column, "types": tie.types]
      },
    ]
  }
}

extension MigrationSummary.Counts {
  fileprivate var object: JSONObject {
    ["changed": changed, "needs a decision": needsDecision, "refused": refused]
  }
}
