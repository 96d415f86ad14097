/// The edits of one file, in order and without overlaps.
struct EditList {
  private(set) var edits: [Edit] = []
  /// An edit that partly overlaps another one, so that both can't be made.
  private(set) var conflict: Edit?

  init(_ proposed: [Edit]) {
    // At one place, an insertion comes before replacements, and a longer replacement before a shorter one.
    let sorted = proposed.sorted { left, right in
      let (a, b) = (left.range, right.range)
      if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
      if a.isEmpty != b.isEmpty { return a.isEmpty }
      return a.upperBound > b.upperBound
    }
    var end = 0
    for edit in sorted {
      if edit.range.lowerBound >= end {
        if edits.last == edit { continue }
        edits.append(edit)
        end = max(end, edit.range.upperBound)
      } else if edit.range.upperBound > end {
        conflict = edit
      }
      // Otherwise the edit lies within a larger one, which replaces it.
    }
  }

  /// Includes a blank line in a removal of lines between two blank lines, or between a blank line and a brace of the
  /// block.
  func closingGaps(in source: SourceText) -> EditList {
    var list = self
    var next = 0
    while next < edits.count {
      let first = next
      next += 1
      guard source.areLines(edits[first]) else { continue }
      // Together with adjacent removals.
      while next < edits.count, source.areLines(edits[next]),
        source.isBlank(edits[next - 1].range.upperBound..<edits[next].range.lowerBound)
      {
        list.edits[next - 1].range = edits[next - 1].range.lowerBound..<edits[next].range.lowerBound
        next += 1
      }
      let (start, end) = (edits[first].range.lowerBound, edits[next - 1].range.upperBound)
      let before = source.blankLine(endingAt: start)
      let after = source.blankLine(startingAt: end)
      let opensBlock = source.bytes[..<start].last { !$0.isSpace } == UInt8(ascii: "{")
      let closesBlock = source.bytes[end...].first { !$0.isSpace } == UInt8(ascii: "}")
      let isFree = first == 0 || edits[first - 1].range.upperBound < before?.lowerBound ?? start
      if let after, before != nil && isFree || opensBlock,
        next == edits.count || edits[next].range.lowerBound >= after.upperBound
      {
        list.edits[next - 1].range = list.edits[next - 1].range.lowerBound..<after.upperBound
      } else if let before, isFree, closesBlock {
        list.edits[first].range = before.lowerBound..<list.edits[first].range.upperBound
      }
    }
    return list
  }
}

extension SourceText {
  fileprivate func areLines(_ edit: Edit) -> Bool {
    edit.replacement.isEmpty && !edit.range.isEmpty && edit.range.lowerBound == lineStart(of: edit.range.lowerBound)
      && (edit.range.upperBound == bytes.count || edit.range.upperBound == lineStart(of: edit.range.upperBound))
  }

  /// The text with replacements made, which are in order and don't overlap.
  func applying(_ edits: [Edit]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64 * edits.count)
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += Array(edit.replacement.utf8)
      position = edit.range.upperBound
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }
}
