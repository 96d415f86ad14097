extension UnifiedDiff {
  /// The patch of one file; empty if the texts are equal.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the folder in which the patch will be applied.
  ///   - style: Colours for a terminal.
  /// - Returns: The header and the hunks, each line with its newline.
  public func text(path: String, style: TextStyle = .plain) -> String {
    guard !isEmpty else { return "" }
    let old = Self.quoted("a/\(path)")
    let new = Self.quoted("b/\(path)")
    var text = style.bold("diff --git \(old) \(new)") + "\n"
    // A tab ends a name with spaces.
    let end = path.contains(" ") ? "\t" : ""
    text += style.bold("--- \(old)\(end)") + "\n" + style.bold("+++ \(new)\(end)") + "\n"
    for hunk in hunks {
      text += style.cyan(hunk.header) + "\n"
      for line in hunk.lines { text += line.text(style) }
    }
    return text
  }

  /// Quotes, as in C, names with characters that would end or break the line.
  private static func quoted(_ path: String) -> String {
    guard path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    else { return path }
    var quoted = "\""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let octal = String(scalar.value, radix: 8)
        quoted += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension UnifiedDiff.Line {
  fileprivate func text(_ style: TextStyle) -> String {
    let hasNewline = bytes.last == UInt8(ascii: "\n")
    let content = String(decoding: hasNewline ? bytes.dropLast() : bytes, as: UTF8.self)
    let line =
      switch kind {
      case .unchanged: " \(content)"
      case .removed: style.red("-\(content)")
      case .inserted: style.green("+\(content)")
      }
    return line + "\n" + (hasNewline ? "" : "\\ No newline at end of file\n")
  }
}
