import Foundation

extension MigrationReport {
  func sarif() throws -> String {
    // Rules that findings name and that are not in the guide, such as the refusal of a file that does not parse.
    let known = Rules.all.map { $0.id }
    let others = Set(findings.map(\.rule)).subtracting(known).sorted()
    let rules = Rules.all.map(SARIFLog.Rule.init) + others.map { SARIFLog.Rule(id: $0.rawValue) }
    let indices = Dictionary(uniqueKeysWithValues: (known + others).enumerated().map { ($1, $0) })
    let files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }

    var results: [SARIFLog.Result] = []
    // Findings come in the order of their files.
    var columns: UTF16Columns?
    var fingerprints = Fingerprints(self.files)
    var occurrences: [Fingerprint: Int] = [:]
    var conversions = Dictionary(conversions.map { ($0.group.number, $0) }) { first, _ in first }
    for finding in findings {
      if columns?.path != finding.file { columns = files[finding.file].map(UTF16Columns.init) }
      let column = columns?.column(finding.column, line: finding.line) ?? finding.column
      var result = SARIFLog.Result(finding, ruleIndex: indices[finding.rule], column: column)
      let fingerprint = fingerprints.fingerprint(of: finding)
      let occurrence = occurrences[fingerprint, default: 0]
      occurrences[fingerprint] = occurrence + 1
      result.partialFingerprints = [SARIFLog.fingerprintName: fingerprint.hash(occurrence: occurrence)]
      // Half a group would not compile: its first place offers the whole of it.
      if finding.state == .changed, let group = finding.group, let conversion = conversions.removeValue(forKey: group) {
        result.fixes = [SARIFLog.Fix(conversion)]
      }
      results.append(result)
    }
    return try Self.encode(
      SARIFLog(
        runs: [
          SARIFLog.Run(
            tool: SARIFLog.Tool(driver: SARIFLog.Driver(rules: rules)),
            invocations: [
              SARIFLog.Invocation(
                executionSuccessful: !problems.contains { $0.isError },
                toolExecutionNotifications: problems.map(SARIFLog.Notification.init)
                  + zip(neededProducts, productSentences).map(SARIFLog.Notification.init)
              )
            ],
            results: results
          )
        ]
      )
    )
  }
}

/// Columns as SARIF's readers count them, for one file.
struct UTF16Columns {
  let path: String
  private let source: SourceText

  init(of file: SourceFile) {
    path = file.path
    source = SourceText(file.text)
  }

  /// - Parameters:
  ///   - column: In UTF-8 code units, from 1.
  ///   - line: From 1.
  /// - Returns: The column in UTF-16 code units, from 1; as it was where there is no such place.
  func column(_ column: Int, line: Int) -> Int {
    guard let start = source.start(ofLine: line), column > 0, start + column - 1 <= source.bytes.count else {
      return column
    }
    return source[start..<start + column - 1].utf16.count + 1
  }

  /// The place of an offset in UTF-8 code units; the column is in UTF-16 code units.
  func location(of offset: Int) -> (line: Int, column: Int) {
    let location = source.location(of: offset)
    return (location.line, column(location.column, line: location.line))
  }
}
