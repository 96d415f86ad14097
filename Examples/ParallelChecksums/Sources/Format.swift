import Foundation

/// How results are written.
enum Format: Sendable {
  /// Like `sha256sum`, which can check it.
  case text
  /// Objects of JSON, each in a line.
  case json

  /// The lines for the output, and the complaints for the user.
  func lines(_ results: some Sequence<ChecksumResult>) -> (output: [String], complaints: [String]) {
    var lines: (output: [String], complaints: [String]) = ([], [])
    for result in results {
      switch (self, result.outcome) {
      case (.text, .checksum(let digest, _)): lines.output.append(Self.line(digest, result.path))
      case (.text, .failure(let reason)): lines.complaints.append("\(Printable.text(result.path)): \(reason)")
      case (.json, .checksum(let digest, let bytes)):
        lines.output.append(Self.json(FileObject(path: result.path, sha256: digest.description, bytes: bytes)))
      case (.json, .failure(let reason)):
        lines.output.append(Self.json(FileObject(path: result.path, error: reason)))
      }
    }
    return lines
  }

  func totals(_ totals: Totals, of files: Int, seconds: Double) -> String {
    switch self {
    case .text:
      let failures = totals.failures == 0 ? "" : ", \(totals.failures) failed"
      let number = totals.files == files ? "\(files)" : "\(totals.files) of \(files)"
      return "\(number) \(files == 1 ? "file" : "files")\(failures), \(ByteCount(Double(totals.bytes)))"
    case .json:
      return Self.json(
        TotalsObject(files: files, done: totals.files, failed: totals.failures, bytes: totals.bytes, seconds: seconds)
      )
    }
  }

  /// A name with a newline or a backslash is escaped, and the line then begins with a backslash.
  private static func line(_ digest: SHA256.Digest, _ path: String) -> String {
    let escaped = path.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
    return "\(escaped == path ? "" : "\\")\(digest)  \(escaped)"
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers can always be encoded.
    return String(decoding: try! encoder.encode(value), as: UTF8.self)
  }

  private struct FileObject: Encodable {
    var path: String
    var sha256: String?
    var bytes: Int?
    var error: String?
  }

  private struct TotalsObject: Encodable {
    var files: Int
    var done: Int
    var failed: Int
    var bytes: Int
    var seconds: Double
  }
}
