/// Edits of one file, in order and without overlaps.
struct EditList {
  private(set) var edits: [Edit] = []
  /// Two edits reach into each other, which can't be made both.
  private(set) var conflict: Edit?

  init(_ proposed: [Edit]) {
    // An insertion comes before what is replaced at the same place; of those that begin together the longest first.
    let sorted = proposed.enumerated().sorted { left, right in
      let (a, b) = (left.element.range, right.element.range)
      if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
      if a.isEmpty != b.isEmpty { return a.isEmpty }
      if a.upperBound != b.upperBound { return a.upperBound > b.upperBound }
      return left.offset < right.offset
    }.map(\.element)
    var end = 0
    for edit in sorted {
      if edit.range.lowerBound >= end {
        if edits.last == edit { continue }
        edits.append(edit)
        end = max(end, edit.range.upperBound)
      } else if edit.range.upperBound > end {
        conflict = edit
      }
      // Else it lies within a larger one, which takes it along.
    }
  }

  /// Whether an edit is among them, and not taken along by another one.
  func contains(_ edit: Edit) -> Bool {
    edits.contains(edit)
  }
}

extension SourceText {
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
