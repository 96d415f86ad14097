import Foundation

/// Prints results as they come: for people, or as one JSON object per line.
struct Report {
  let isJSON: Bool

  func title(_ text: String) {
    if !isJSON { write("\n\(text)") }
  }

  func note(_ text: String) {
    if !isJSON { write(text) }
  }

  func add(_ result: some Encodable, line: () -> String) {
    write(isJSON ? json(result) : line())
  }

  private func json(_ result: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    do {
      return String(decoding: try encoder.encode(result), as: UTF8.self)
    } catch {
      return "{\"error\": \"\(error)\"}"
    }
  }

  private func write(_ line: String) {
    print(line)
    // Measuring takes a while; whoever pipes the output sees each line at once.
    fflush(nil)
  }
}
