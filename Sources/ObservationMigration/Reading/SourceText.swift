import SwiftSyntax

/// The bytes of a file, by lines.
struct SourceText: Sendable {
  let bytes: [UInt8]
  private let lineStarts: [Int]
  /// How its lines end: as the first one does.
  let newline: String

  init(_ text: String) {
    let bytes = Array(text.utf8)
    // A byte order mark is no part of the first line.
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() {
      // As for the compiler, a carriage return ends a line as well.
      if byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")))
      {
        starts.append(index + 1)
      }
    }
    self.bytes = bytes
    lineStarts = starts
    if starts.count > 1 {
      let end = starts[1]
      newline =
        bytes[end - 1] == UInt8(ascii: "\r")
        ? "\r" : end > 1 && bytes[end - 2] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    } else {
      newline = "\n"
    }
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

  /// Where a line begins, counted from 1; nil if there is none of that number.
  func start(ofLine line: Int) -> Int? {
    lineStarts.indices.contains(line - 1) ? lineStarts[line - 1] : nil
  }

  /// Where the line of an offset begins.
  func lineStart(of offset: Int) -> Int {
    lineStarts[lineIndex(of: offset)]
  }

  /// Where the line after that of an offset begins.
  func nextLineStart(of offset: Int) -> Int {
    let line = lineIndex(of: offset) + 1
    return line < lineStarts.count ? lineStarts[line] : bytes.count
  }

  subscript(range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
  }

  /// The line that ends where another begins, if it's blank.
  func blankLine(endingAt end: Int) -> Range<Int>? {
    guard end > 0 else { return nil }
    let line = lineStart(of: end - 1)..<end
    return isBlank(line) ? line : nil
  }

  /// The line that begins at an offset, if it's blank; nil at the end of the file.
  func blankLine(startingAt start: Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let line = start..<nextLineStart(of: start)
    return isBlank(line) ? line : nil
  }

  /// Whether nothing stands before an offset in its line.
  func isFirstInLine(_ offset: Int) -> Bool {
    isBlank(lineStart(of: offset)..<offset)
  }

  /// The white space at the start of the line of an offset.
  func indentation(at offset: Int) -> String {
    let start = lineStart(of: offset)
    var end = start
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    return self[start..<end]
  }

  /// What goes when something is taken out: its lines if nothing else stands in them, or it and the space after it.
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
  /// Its text without the trivia around it. `trimmedDescription` is the same, but makes a new tree for it.
  var trimmedText: String {
    let start = leadingTriviaLength.utf8Length
    return String(decoding: syntaxTextBytes[start..<start + trimmedLength.utf8Length], as: UTF8.self)
  }

  /// Without the trivia around it.
  var utf8Range: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  var startOffset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }

  /// With the comments in the lines directly above, which speak of it; not with one that marks a section.
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
  var hasComment: Bool {
    contains { $0.isComment }
  }
}
