/// Finds out whether a text contains any of some words, without parsing.
struct WordSearch: Sendable {
  private let words: [[UInt8]]
  /// For each byte, whether a word begins with this byte.
  private var starts = Array(repeating: false, count: 256)

  init(_ words: some Sequence<String>) {
    self.words = Set(words).sorted().map { Array($0.utf8) }
    for case let first? in self.words.map(\.first) { starts[Int(first)] = true }
  }

  func isSuccessful(in text: String) -> Bool { isSuccessful(in: Array(text.utf8)) }

  func isSuccessful(in bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      starts[Int(bytes[index])] && words.contains { bytes[index...].starts(with: $0) }
    }
  }
}
