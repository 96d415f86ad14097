import Foundation

/// The lines of files that were added or changed, according to diffs without context.
public struct TouchedLines: Sendable {
  /// By absolute path, without symbolic links.
  private var ranges: [String: [ClosedRange<Int>]] = [:]
  private var wholeFiles: Set<String> = []

  /// Creates an empty set of lines.
  public init() {}

  /// Adds the lines that a diff adds.
  ///
  /// - Parameters:
  ///   - diff: A patch in the unified format, with `a/` and `b/` before the paths.
  ///   - root: The folder to which the paths are relative.
  public mutating func add(diff: some Collection<UInt8>, root: String) {
    var file: String?
    var (removed, added) = (0, 0)
    for bytes in diff.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // The contents of a hunk are text, whatever they look like.
      switch bytes.first {
      case UInt8(ascii: "-") where removed > 0: removed -= 1
      case UInt8(ascii: "+") where added > 0: added -= 1
      case UInt8(ascii: " ") where removed > 0 && added > 0: (removed, added) = (removed - 1, added - 1)
      case UInt8(ascii: "+"):
        let line = String(decoding: bytes, as: UTF8.self)
        guard line.hasPrefix("+++ ") else { continue }
        file = Self.path(ofHeader: String(line.dropFirst(4))).map { Self.resolved(root + "/" + $0) }
      case UInt8(ascii: "@"):
        let line = String(decoding: bytes, as: UTF8.self)
        guard let hunk = line.prefixMatch(of: /@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/),
          let start = Int(hunk.2)
        else { continue }
        removed = hunk.1.flatMap { Int($0) } ?? 1
        added = hunk.3.flatMap { Int($0) } ?? 1
        if let file, added > 0 { ranges[file, default: []].append(start...(start + added - 1)) }
      default: continue
      }
    }
  }

  /// Adds all lines of a file.
  public mutating func add(file: String) { wholeFiles.insert(Self.resolved(file)) }

  /// Whether a finding is in one of the lines.
  public func contains(_ finding: Finding) -> Bool {
    let file = Self.resolved(finding.file)
    return wholeFiles.contains(file) || ranges[file]?.contains { $0.contains(finding.line) } == true
  }

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
  }

  /// The path in a header line behind `+++ `, without `b/`; nil for a deleted file.
  private static func path(ofHeader text: String) -> String? {
    var bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "\"") {
      bytes = unquoted(bytes)
    } else if bytes.last == UInt8(ascii: "\t") {
      // A tab ends a name with spaces.
      bytes.removeLast()
    }
    let path = String(decoding: bytes, as: UTF8.self)
    return path.hasPrefix("b/") ? String(path.dropFirst(2)) : nil
  }

  /// A name quoted as in C, up to the closing quotation mark.
  private static func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11,
      UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
    ]
    var result: [UInt8] = []
    var rest = bytes.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.first else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(3)
      if let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8), digits.count == 3 {
        result.append(code)
        rest = rest.dropFirst(3)
      } else {
        result.append(escapes[escaped] ?? escaped)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
