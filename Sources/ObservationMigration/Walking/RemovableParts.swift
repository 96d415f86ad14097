import SwiftSyntax

/// The parts of a file that can be left out, one by one, without affecting how the rest parses: members of types and
/// statements.
struct RemovableParts: Sendable {
  /// The parts with their trivia, in the order of the text, an outer part before its inner parts.
  private var parts: [Range<Int>] = []

  mutating func add(_ node: some SyntaxProtocol) {
    parts.append(node.position.utf8Offset..<node.endPosition.utf8Offset)
  }

  /// The edits that remove the parts that no edit touches. The file without these parts parses if, and only if, the
  /// whole file does, and takes less time.
  func removals(besides edits: [Edit]) -> [Edit] {
    var removals: [Edit] = []
    var end = 0
    var next = 0
    for part in parts where part.lowerBound >= end {
      // The first edit that could touch the part.
      while next < edits.count, edits[next].range.upperBound < part.lowerBound { next += 1 }
      if next < edits.count, edits[next].range.lowerBound <= part.upperBound { continue }
      removals.append(Edit(part, with: ""))
      end = part.upperBound
    }
    return removals
  }
}
