import SwiftSyntax

/// The bytes of a file, by lines.
struct SourceText: Sendable {
  let bytes: [UInt8]
  private let lineStarts: [Int]
  /// The line ending, as in the first line.
  let newline: String

  init(_ text: String) {
    let bytes = Array(text.utf8)
    // A byte order mark isn't part of the first line.
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() {
      // A carriage return ends a line as well, as in the compiler.
      if byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")))
      {
        starts.append(index + 1)
      }
    }
    self.bytes = bytes
    lineStarts = starts
    // "\r\n" is one character.
    let end = starts.count > 1 ? String(decoding: bytes[..<starts[1]].suffix(2), as: UTF8.self).last : nil
    newline = end.map { String($0) } ?? "\n"
  }

  /// Line and column of an offset, from 1.
  func location(of offset: Int) -> (line: Int, column: Int) {
    let line = lineIndex(of: offset)
    return (line + 1, max(0, offset - lineStarts[line]) + 1)
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The start of a line, counted from 1; nil without such a line.
  func start(ofLine line: Int) -> Int? { lineStarts.indices.contains(line - 1) ? lineStarts[line - 1] : nil }

  func lineStart(of offset: Int) -> Int { lineStarts[lineIndex(of: offset)] }

  func nextLineStart(of offset: Int) -> Int {
    let line = lineIndex(of: offset) + 1
    return line < lineStarts.count ? lineStarts[line] : bytes.count
  }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isSpace) }

  func blankLine(endingAt end: Int) -> Range<Int>? {
    guard end > 0 else { return nil }
    let line = lineStart(of: end - 1)..<end
    return isBlank(line) ? line : nil
  }

  func blankLine(startingAt start: Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let line = start..<nextLineStart(of: start)
    return isBlank(line) ? line : nil
  }

  /// Whether only white space precedes an offset in its line.
  func isFirstInLine(_ offset: Int) -> Bool { isBlank(lineStart(of: offset)..<offset) }

  /// The white space at the start of the line of an offset.
  func indentation(at offset: Int) -> String {
    let start = lineStart(of: offset)
    var end = start
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    return self[start..<end]
  }

  /// The range to remove with a range: whole lines if nothing else is in them, or the range and the space behind.
  func removal(of range: Range<Int>) -> Range<Int> {
    let next = nextLineStart(of: max(range.lowerBound, range.upperBound - 1))
    if isFirstInLine(range.lowerBound), isBlank(range.upperBound..<next) {
      return lineStart(of: range.lowerBound)..<next
    }
    var end = range.upperBound
    if end < bytes.count, bytes[end] == UInt8(ascii: ";") { end += 1 }
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    return range.lowerBound..<end
  }
}

extension SyntaxProtocol {
  /// The text without surrounding trivia. `trimmedDescription` is equal, but makes a new tree.
  var trimmedText: String {
    let start = leadingTriviaLength.utf8Length
    return String(decoding: syntaxTextBytes[start..<start + trimmedLength.utf8Length], as: UTF8.self)
  }

  /// The range without surrounding trivia.
  var utf8Range: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  var startOffset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }

  /// The range with the comments directly above, except for the mark of a section.
  var utf8RangeWithComments: Range<Int> {
    var start: Int?
    var offset = position.utf8Offset
    for piece in leadingTrivia {
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count), .carriageReturns(let count):
        if count > 1 { start = nil }
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
        if text.contains("MARK:") {
          start = nil
        } else if start == nil {
          start = offset
        }
      default: break
      }
      offset += piece.sourceLength.utf8Length
    }
    return (start ?? startOffset)..<endPositionBeforeTrailingTrivia.utf8Offset
  }
}

extension Trivia {
  var hasComment: Bool { contains(where: \.isComment) }
}

extension UInt8 {
  var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
  }
}
