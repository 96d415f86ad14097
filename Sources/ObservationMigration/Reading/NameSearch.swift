/// Finds names in texts without parsing them: those in comments and strings as well.
struct NameSearch: Sendable {
  /// What a text has of them.
  struct Names: Sendable {
    var all: Set<String> = []
    /// Names behind one of those that were looked for and a point: `store.account`.
    var accesses: Set<String> = []
  }

  private let names: Set<ArraySlice<UInt8>>

  init(_ names: some Sequence<String>) {
    self.names = Set(names.map { ArraySlice($0.utf8) })
  }

  /// - Complexity: O(bytes of the text)
  func names(in text: String) -> Names {
    let bytes = ArraySlice(text.utf8)
    var result = Names()
    var position = bytes.startIndex
    // A name that was looked for, if only a point has followed so far.
    var base: String?
    while position < bytes.endIndex {
      guard bytes[position].isPartOfName else {
        if ![UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "!")].contains(bytes[position]) { base = nil }
        position += 1
        continue
      }
      let start = position
      while position < bytes.endIndex, bytes[position].isPartOfName { position += 1 }
      let word = bytes[start..<position]
      let isFound = names.contains(word)
      if isFound || base != nil {
        let name = String(decoding: word, as: UTF8.self)
        if let base { result.accesses.insert("\(base).\(name)") }
        if isFound { result.all.insert(name) }
        base = isFound ? name : nil
      }
    }
    return result
  }
}

extension UInt8 {
  var isPartOfName: Bool {
    self >= 0x80 || self == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}
