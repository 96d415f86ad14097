/// The difference between two texts in the unified format, which `git apply` and `patch` accept.
///
/// Lines are compared byte for byte: a changed line ending is a changed line, and texts that are only canonically
/// equivalent differ. A last line without a newline is marked as in `git`.
///
/// - Complexity: O((*n* + *m*) · *d*) for *n* and *m* lines and *d* changed ones.
public struct UnifiedDiff: Sendable {
  /// Whether the texts are equal.
  public var isEmpty: Bool { hunks.isEmpty }

  let hunks: [Hunk]

  /// Compares two texts.
  ///
  /// - Parameters:
  ///   - old: The text before.
  ///   - new: The text after.
  ///   - context: How many unchanged lines surround each change.
  public init(from old: String, to new: String, context: Int = 3) {
    hunks = Self.hunks(of: Self.changes(from: Self.lines(of: old), to: Self.lines(of: new)), context: context)
  }

  /// Each line with its terminator, "\n"; the "\r" of a Windows line ending belongs to the line.
  private static func lines(of text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// All lines in the order of the output: at each place, removed lines before inserted ones.
  private static func changes(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [Line] {
    // Comparing numbers instead of lines is cheap.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let known = numbers[line] { return known }
      let next = numbers.count
      numbers[line] = next
      return next
    }
    let difference = new.map(number).difference(from: old.map(number))
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        lines.append(Line(kind: .removed, bytes: old[i]))
        i += 1
      } else if inserted.contains(j) {
        lines.append(Line(kind: .inserted, bytes: new[j]))
        j += 1
      } else {
        lines.append(Line(kind: .unchanged, bytes: old[i]))
        i += 1
        j += 1
      }
    }
    return lines
  }

  private static func hunks(of lines: [Line], context: Int) -> [Hunk] {
    var ranges: [Range<Int>] = []
    for index in lines.indices where lines[index].kind != .unchanged {
      let lower = max(0, index - context)
      let upper = min(lines.count, index + 1 + context)
      if let last = ranges.last, lower <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<upper
      } else {
        ranges.append(lower..<upper)
      }
    }
    var hunks: [Hunk] = []
    var (position, old, new) = (0, 0, 0)
    for range in ranges {
      for line in lines[position..<range.lowerBound] { line.count(&old, &new) }
      hunks.append(Hunk(linesBeforeOld: old, linesBeforeNew: new, lines: Array(lines[range])))
      for line in lines[range] { line.count(&old, &new) }
      position = range.upperBound
    }
    return hunks
  }

  struct Line: Sendable, Equatable {
    enum Kind: Sendable { case unchanged, removed, inserted }

    let kind: Kind
    let bytes: ArraySlice<UInt8>

    fileprivate func count(_ old: inout Int, _ new: inout Int) {
      if kind != .inserted { old += 1 }
      if kind != .removed { new += 1 }
    }
  }

  struct Hunk: Sendable {
    let linesBeforeOld: Int
    let linesBeforeNew: Int
    let lines: [Line]

    var header: String {
      let old = lines.count { $0.kind != .inserted }
      let new = lines.count { $0.kind != .removed }
      // If one side has no line left, the format names the line before.
      return "@@ -\(linesBeforeOld + (old == 0 ? 0 : 1)),\(old) +\(linesBeforeNew + (new == 0 ? 0 : 1)),\(new) @@"
    }
  }

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
