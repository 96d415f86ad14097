import Foundation

/// What the migration uses of the Static Analysis Results Interchange Format 2.1.0 (OASIS Standard, 2020); properties are
/// named as there.
struct SARIFLog: Encodable {
  struct Message: Encodable {
    let text: String
    var markdown: String?
  }

  struct Text: Encodable {
    let text: String
  }

  struct Rule: Encodable {
    let id: String
    var shortDescription: Text?
    var fullDescription: Message?

    init(id: String) {
      self.id = id
    }

    init(_ rule: RuleGuide) {
      id = rule.id.rawValue
      shortDescription = Text(text: rule.summary)
      fullDescription = Message(text: rule.explanation, markdown: rule.explanation)
    }
  }

  struct Driver: Encodable {
    var name = "observation-migrate"
    var version = MigrationVersion.current
    var semanticVersion = MigrationVersion.current
    var informationUri = "https://github.com/ObservationBridge/ObservationBridge"
    let rules: [Rule]
  }

  struct Tool: Encodable {
    let driver: Driver
  }

  struct ArtifactLocation: Encodable {
    let uri: String

    /// An absolute path becomes a URI of a file, a relative one a relative reference.
    init(path: String) {
      let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      uri = path.hasPrefix("/") ? "file://" + encoded : encoded
    }
  }

  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
    var endLine: Int?
    var endColumn: Int?
  }

  struct Replacement: Encodable {
    let deletedRegion: Region
    let insertedContent: Text
  }

  struct ArtifactChange: Encodable {
    let artifactLocation: ArtifactLocation
    let replacements: [Replacement]

    init(_ result: FileResult) {
      artifactLocation = ArtifactLocation(path: result.file.path)
      let columns = UTF16Columns(of: result.file)
      replacements = result.edits.map { edit in
        let start = columns.location(of: edit.range.lowerBound)
        let end = columns.location(of: edit.range.upperBound)
        return Replacement(
          deletedRegion: Region(
            startLine: start.line,
            startColumn: start.column,
            endLine: end.line,
            endColumn: end.column
          ),
          insertedContent: Text(text: edit.replacement)
        )
      }
    }
  }

  struct Fix: Encodable {
    let description: Text
    let artifactChanges: [ArtifactChange]

    init(_ conversion: GroupConversion) {
      let types = conversion.group.types.map { "`\($0)`" }.joined(separator: ", ")
      description = Text(text: "Convert \(types), with everything that uses them.")
      artifactChanges = conversion.files.map(ArtifactChange.init)
    }
  }

  /// Fingerprints of another make get another name.
  static let fingerprintName = "observationMigrate/v1"

  struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    var region: Region?
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
  }

  struct Properties: Encodable {
    let state: String
    let type: String?
    let isRisky: Bool
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int?
    let level: String
    let message: Text
    let locations: [Location]
    let properties: Properties
    var partialFingerprints: [String: String] = [:]
    var fixes: [Fix]?

    init(_ finding: Finding, ruleIndex: Int?, column: Int) {
      ruleId = finding.rule.rawValue
      self.ruleIndex = ruleIndex
      level = finding.severity.rawValue
      message = Text(text: finding.message)
      locations = [
        Location(
          physicalLocation: PhysicalLocation(
            artifactLocation: ArtifactLocation(path: finding.file),
            region: Region(startLine: finding.line, startColumn: column)
          )
        )
      ]
      properties = Properties(state: finding.state.rawValue, type: finding.type, isRisky: finding.isRisky)
    }
  }

  struct Notification: Encodable {
    let level: String
    let message: Text
    let locations: [Location]

    init(_ problem: FileProblem) {
      level = problem.isError ? "error" : "warning"
      message = Text(text: problem.message)
      locations = [
        Location(physicalLocation: PhysicalLocation(artifactLocation: ArtifactLocation(path: problem.path)))
      ]
    }

    init(_ product: NeededProduct, sentence: String) {
      level = "note"
      message = Text(text: sentence)
      locations = product.files.map {
        Location(physicalLocation: PhysicalLocation(artifactLocation: ArtifactLocation(path: $0)))
      }
    }
  }

  struct Invocation: Encodable {
    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }

  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    var columnKind = "utf16CodeUnits"
    let results: [Result]
  }

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version
    case runs
  }

  var schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  var version = "2.1.0"
  let runs: [Run]
}
