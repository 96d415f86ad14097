import Foundation

/// The identity of a finding when lines have moved: the file, the rule, the type and the text of the line.
struct Fingerprint: Hashable {
  /// The file, relative to the folder in which the tool runs.
  let file: String
  let rule: String
  let type: String?
  /// The line without surrounding white space.
  let text: String

  /// A number in sixteen hexadecimal digits, equal on all machines; `occurrence` counts preceding findings with an equal
  /// fingerprint.
  func hash(occurrence: Int) -> String {
    // FNV-1a
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [file, rule, type ?? "", text, String(occurrence)] {
      for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

struct Fingerprints {
  private let files: [String: SourceFile]
  /// For the file of the last request: findings come in the order of their files.
  private var current: (file: String, path: String, text: SourceText)?

  init(_ files: [SourceFile]) { self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first } }

  /// The file of a finding: its path from the current folder, and its text.
  mutating func source(of finding: Finding) -> (path: String, text: SourceText) {
    if let current, current.file == finding.file { return (current.path, current.text) }
    let source = (CurrentFolder.path(to: finding.file), SourceText(files[finding.file]?.text ?? ""))
    current = (finding.file, source.0, source.1)
    return source
  }

  mutating func fingerprint(of finding: Finding) -> Fingerprint {
    let (path, source) = source(of: finding)
    let line = source.start(ofLine: finding.line).map { source[$0..<source.nextLineStart(of: $0)] }
    return Fingerprint(
      file: path,
      rule: finding.rule.rawValue,
      type: finding.type,
      text: (line ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    )
  }
}
