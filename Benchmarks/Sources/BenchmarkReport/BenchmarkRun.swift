package import Foundation

/// All that one run measured, and its conditions. This is what is written as JSON.
package struct BenchmarkRun: Codable, Equatable, Sendable {
  package var conditions: Conditions
  package var measurements: [MeasuredRow]

  package init(conditions: Conditions, measurements: [MeasuredRow]) {
    self.conditions = conditions
    self.measurements = measurements
  }

  /// Reads what ``json()`` has written.
  package init(json: Data) throws {
    self = try Self.decoder().decode(BenchmarkRun.self, from: json)
  }

  /// The run as JSON, the same for the same run.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// The measurements among the lines that the benchmarks print with `--json`.
  package static func measurements(in lines: some StringProtocol) -> [MeasuredRow] {
    lines.split(separator: "\n").compactMap { line in
      try? decoder().decode(MeasuredRow.self, from: Data(line.utf8))
    }
  }

  private static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return decoder
  }
}
