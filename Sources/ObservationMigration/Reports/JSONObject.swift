import Foundation

/// A JSON object in a report. Keys without a value are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let values: [String: any Encodable]

  init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    values = elements.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (key, value) in values { try container.encode(value, forKey: Name(stringValue: key)) }
  }
}

extension Encodable {
  /// The value as JSON. Keys are sorted, and have a line each, so that two files can be compared.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
