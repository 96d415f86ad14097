import Foundation

/// What the JSON schema of SARIF 2.1.0 says of the parts of a log that the migration writes: what an object must have and may
/// have, and the limits of its values.
indirect enum SARIFSchema: Sendable {
  case string(matching: String = ".*")
  case integer(from: Int)
  case boolean
  case array(of: SARIFSchema, atLeast: Int = 0, isUnique: Bool = false)
  case object(required: [String: SARIFSchema], optional: [String: SARIFSchema] = [:])
  /// Any names with values of a kind.
  case dictionary(of: SARIFSchema)
  case anything

  /// What is wrong with a value, by its path.
  func errors(in value: Any, at path: String = "$") -> [String] {
    switch self {
    case .anything: return []
    case .boolean: return value is Bool ? [] : ["\(path): no boolean"]
    case .string(let pattern):
      guard let string = value as? String else { return ["\(path): no string"] }
      return string.range(of: "^(\(pattern))$", options: .regularExpression) == nil && pattern != ".*"
        ? ["\(path): \(string)"] : []
    case .integer(let minimum):
      guard let number = value as? Int else { return ["\(path): no integer"] }
      return number < minimum ? ["\(path): \(number)"] : []
    case .array(let element, let minimum, let isUnique):
      guard let array = value as? [Any] else { return ["\(path): no array"] }
      let isRepeated = isUnique && NSOrderedSet(array: array).count < array.count
      return (array.count < minimum ? ["\(path): \(array.count) elements"] : [])
        + (isRepeated ? ["\(path): elements twice"] : [])
        + array.enumerated().flatMap { element.errors(in: $1, at: "\(path)[\($0)]") }
    case .dictionary(let element):
      guard let object = value as? [String: Any] else { return ["\(path): no object"] }
      return object.flatMap { element.errors(in: $1, at: "\(path).\($0)") }
    case .object(let required, let optional):
      guard let object = value as? [String: Any] else { return ["\(path): no object"] }
      return required.keys.filter { object[$0] == nil }.map { "\(path): no \($0)" }
        + object.flatMap { name, value in
          (required[name] ?? optional[name])?.errors(in: value, at: "\(path).\(name)") ?? ["\(path): \(name)"]
        }
    }
  }

  static let log = SARIFSchema.object(
    required: ["version": .string(matching: "2\\.1\\.0"), "runs": .array(of: run)],
    optional: ["$schema": .string(matching: "https://.+")]
  )

  private static let run = SARIFSchema.object(
    required: ["tool": .object(required: ["driver": driver])],
    optional: [
      "invocations": .array(of: invocation), "columnKind": .string(matching: "utf16CodeUnits|unicodeCodePoints"),
      "results": .array(of: result),
    ]
  )

  private static let driver = SARIFSchema.object(
    required: ["name": .string(), "version": .string(matching: "[0-9]+\\.[0-9]+\\.[0-9]+.*")],
    optional: [
      "semanticVersion": .string(matching: "[0-9]+\\.[0-9]+\\.[0-9]+.*"),
      "informationUri": .string(matching: "https://.+"),
      "rules": .array(
        of: .object(
          required: ["id": .string(matching: "[a-z-]+")],
          optional: ["shortDescription": text, "fullDescription": text]
        ),
        isUnique: true
      ),
    ]
  )

  private static let text = SARIFSchema.object(required: ["text": .string()], optional: ["markdown": .string()])
  private static let message = SARIFSchema.object(required: ["text": .string()])
  private static let level = SARIFSchema.string(matching: "none|note|warning|error")

  private static let invocation = SARIFSchema.object(
    required: ["executionSuccessful": .boolean],
    optional: [
      "toolExecutionNotifications": .array(
        of: .object(required: ["message": message], optional: ["level": level, "locations": .array(of: location)])
      )
    ]
  )

  private static let artifact = SARIFSchema.object(required: ["uri": .string(matching: "[!-~]+")])

  private static let region = SARIFSchema.object(
    required: ["startLine": .integer(from: 1)],
    optional: ["startColumn": .integer(from: 1), "endLine": .integer(from: 1), "endColumn": .integer(from: 1)]
  )

  private static let location = SARIFSchema.object(
    required: ["physicalLocation": .object(required: ["artifactLocation": artifact], optional: ["region": region])]
  )

  private static let result = SARIFSchema.object(
    required: ["message": message, "partialFingerprints": .dictionary(of: .string(matching: "[0-9a-f]+"))],
    optional: [
      "ruleId": .string(), "ruleIndex": .integer(from: 0), "level": level,
      "locations": .array(of: location), "properties": .anything,
      "fixes": .array(of: fix, isUnique: true),
    ]
  )

  private static let fix = SARIFSchema.object(
    required: [
      "artifactChanges": .array(
        of: .object(
          required: [
            "artifactLocation": artifact,
            "replacements": .array(
              of: .object(required: ["deletedRegion": region], optional: ["insertedContent": message]),
              atLeast: 1
            ),
          ]
        ),
        atLeast: 1,
        isUnique: true
      )
    ],
    optional: ["description": message]
  )
}
