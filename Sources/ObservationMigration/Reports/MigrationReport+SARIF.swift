import Foundation

/// The parts of the Static Analysis Results Interchange Format 2.1.0 (OASIS Standard, 2020) used by the migration.
extension MigrationReport {
  /// Another kind of fingerprint needs another name.
  private static let fingerprintName = "observationMigrate/v1"
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  func sarif() throws -> String {
    // Rules named by findings but missing in the guide, such as the refusal of a file that doesn't parse.
    let known = Rules.all.map { $0.id }
    let others = Set(findings.map(\.rule)).subtracting(known).sorted()
    let rules = Rules.all.map(Self.rule) + others.map { ["id": $0.rawValue] }
    let driver: JSONObject = [
      "name": "observation-migrate",
      "version": MigrationVersion.current,
      "semanticVersion": MigrationVersion.current,
      "informationUri": "https://github.com/ObservationBridge/ObservationBridge",
      "rules": rules,
    ]
    let invocation: JSONObject = [
      "executionSuccessful": !problems.contains { $0.isError },
      "toolExecutionNotifications": problems.map { problem in
        Self.notification(problem.isError ? "error" : "warning", problem.message, at: [problem.path])
      } + zip(neededProducts, productSentences).map { Self.notification("note", $1, at: $0.files) },
    ]
    let run: JSONObject = [
      "tool": ["driver": driver] as JSONObject,
      "invocations": [invocation],
      "columnKind": "utf16CodeUnits",
      "results": results(indices: Dictionary(uniqueKeysWithValues: (known + others).enumerated().map { ($1, $0) })),
    ]
    return try (["$schema": Self.schema, "version": "2.1.0", "runs": [run]] as JSONObject).json()
  }

  private func results(indices: [RuleID: Int]) -> [JSONObject] {
    var fingerprints = Fingerprints(files)
    var occurrences: [Fingerprint: Int] = [:]
    var conversions = Dictionary(conversions.map { ($0.group.number, $0) }) { first, _ in first }
    return findings.map { finding in
      let column = fingerprints.source(of: finding).text.utf16Column(finding.column, line: finding.line)
      let fingerprint = fingerprints.fingerprint(of: finding)
      let occurrence = occurrences[fingerprint, default: 0]
      occurrences[fingerprint] = occurrence + 1
      // Half a group would not compile: the group's first place offers the whole conversion.
      let group = finding.state == .changed ? finding.group : nil
      let conversion = group.flatMap { conversions.removeValue(forKey: $0) }
      return [
        "ruleId": finding.rule.rawValue,
        "ruleIndex": indices[finding.rule],
        "level": finding.severity.rawValue,
        "message": Self.text(finding.message),
        "locations": [Self.location(finding.file, ["startLine": finding.line, "startColumn": column])],
        "properties": ["state": finding.state.rawValue, "type": finding.type, "isRisky": finding.isRisky] as JSONObject,
        "partialFingerprints": [Self.fingerprintName: fingerprint.hash(occurrence: occurrence)],
        "fixes": conversion.map { [Self.fix($0)] },
      ]
    }
  }

  // MARK: - Parts of the format, with its names

  private static func text(_ text: String) -> JSONObject { ["text": text] }

  private static func rule(_ guide: RuleGuide) -> JSONObject {
    [
      "id": guide.id.rawValue,
      "shortDescription": text(guide.summary),
      "fullDescription": ["text": guide.explanation, "markdown": guide.explanation] as JSONObject,
    ]
  }

  private static func notification(_ level: String, _ message: String, at files: [String]) -> JSONObject {
    ["level": level, "message": text(message), "locations": files.map { location($0) }]
  }

  private static func location(_ path: String, _ region: JSONObject? = nil) -> JSONObject {
    ["physicalLocation": ["artifactLocation": artifactLocation(path), "region": region] as JSONObject]
  }

  /// An absolute path becomes a file's URI, a relative path a relative reference.
  private static func artifactLocation(_ path: String) -> JSONObject {
    let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return ["uri": path.hasPrefix("/") ? "file://" + encoded : encoded]
  }

  private static func fix(_ conversion: GroupConversion) -> JSONObject {
    let types = conversion.group.types.map { "`\($0)`" }.joined(separator: ", ")
    return [
      "description": text("Convert \(types), with everything that uses them."),
      "artifactChanges": conversion.files.map(artifactChange),
    ]
  }

  private static func artifactChange(_ result: FileResult) -> JSONObject {
    let source = SourceText(result.file.text)
    let replacements = result.edits.map { edit -> JSONObject in
      let start = source.utf16Location(of: edit.range.lowerBound)
      let end = source.utf16Location(of: edit.range.upperBound)
      let region: JSONObject = [
        "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
      ]
      return ["deletedRegion": region, "insertedContent": text(edit.replacement)]
    }
    return ["artifactLocation": artifactLocation(result.file.path), "replacements": replacements]
  }
}

extension SourceText {
  /// A column in UTF-16 code units, as counted by readers of SARIF, for one in UTF-8 code units; unchanged if there is no
  /// such place. Both are from 1.
  fileprivate func utf16Column(_ column: Int, line: Int) -> Int {
    guard let start = start(ofLine: line), column > 0, start + column - 1 <= bytes.count else { return column }
    return self[start..<start + column - 1].utf16.count + 1
  }

  /// The place of an offset in UTF-8 code units; the column is in UTF-16 code units.
  fileprivate func utf16Location(of offset: Int) -> (line: Int, column: Int) {
    let location = location(of: offset)
    return (location.line, utf16Column(location.column, line: location.line))
  }
}
