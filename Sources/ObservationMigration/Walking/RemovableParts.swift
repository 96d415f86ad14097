import SwiftSyntax

/// The parts of a file that can be left out, one by one, without affecting how the rest parses: members of types and
/// statements.
struct RemovableParts: Sendable {
  /// The parts with their trivia, an outer part before its inner parts.
  private var parts: [Range<Int>] = []

  mutating func add(_ node: some SyntaxProtocol) {
    parts.append(node.position.utf8Offset..<node.endPosition.utf8Offset)
  }

  /// The file with edits made, and without the parts that no edit touches.
  ///
  /// The text parses if, and only if, the whole file with the edits does, and takes less time.
  func reduce(_ source: SourceText, _ edits: [Edit]) -> String {
    var result: [UInt8] = []
    var position = 0
    var next = 0
    func copy(to end: Int) {
      while next < edits.count, edits[next].range.lowerBound <= end, edits[next].range.lowerBound >= position {
        let edit = edits[next]
        guard edit.range.lowerBound < end || edit.range.isEmpty || end == source.bytes.count else { break }
        result += source.bytes[position..<edit.range.lowerBound]
        result += Array(edit.replacement.utf8)
        position = edit.range.upperBound
        next += 1
      }
      if position < end {
        result += source.bytes[position..<end]
        position = end
      }
    }
    for part in parts where part.lowerBound >= position {
      // The first edit that could touch the part.
      var index = next
      while index < edits.count, edits[index].range.upperBound < part.lowerBound { index += 1 }
      if index < edits.count, edits[index].range.lowerBound <= part.upperBound { continue }
      copy(to: part.lowerBound)
      guard position == part.lowerBound else { continue }
      position = part.upperBound
    }
    copy(to: source.bytes.count)
    return String(decoding: result, as: UTF8.self)
  }
}
