/// A source without the bodies of its functions, which takes a fraction of the time to parse.
///
/// What is left out becomes spaces, so that offsets stay. Strings and comments are skipped; what is in doubt, such as
/// brackets that don't match, makes no skeleton.
struct Skeleton {
  private var bytes: [UInt8]
  private var position = 0
  /// Of each open brace where it is, and whether a type's members are in it.
  private var braces: [(start: Int, isOfType: Bool)] = []
  private var parentheses = 0
  /// The declaration that the next brace belongs to is one of a type.
  private var declaresType = false

  /// The source without bodies; nil where it can't be told what they are.
  static func text(of source: String) -> String? {
    var skeleton = Skeleton(bytes: Array(source.utf8))
    guard skeleton.scan() else { return nil }
    return String(decoding: skeleton.bytes, as: UTF8.self)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func scan() -> Bool {
    while let current = byte() {
      switch current {
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"):
        guard skipComment() else { return false }
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        guard skipString() else { return false }
      case UInt8(ascii: "{"):
        // A closure among arguments is a body as well.
        braces.append((position, declaresType && parentheses == 0))
        declaresType = false
        position += 1
      case UInt8(ascii: "}"):
        guard let brace = braces.popLast() else { return false }
        if !brace.isOfType { blank(brace.start + 1..<position) }
        declaresType = false
        position += 1
      case UInt8(ascii: "("), UInt8(ascii: "["):
        parentheses += 1
        position += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        parentheses -= 1
        position += 1
      case UInt8(ascii: "<") where (1..<7).allSatisfy({ byte($0) == UInt8(ascii: "<") }):
        // A merge that has to be resolved.
        return false
      case UInt8(ascii: "`"):
        // A name, even if it's a word of the language.
        position += 1
        while let next = byte(), next != UInt8(ascii: "`") { position += 1 }
        position += 1
      default:
        if current.isPartOfName { noteWord() } else { position += 1 }
      }
    }
    return braces.isEmpty && parentheses == 0
  }

  /// The last word that introduces a declaration tells what the next brace belongs to: `class func f() {`.
  private mutating func noteWord() {
    let start = position
    while let next = byte(), next.isPartOfName { position += 1 }
    guard parentheses == 0, start == 0 || bytes[start - 1] != UInt8(ascii: ".") else { return }
    let word = bytes[start..<position]
    if Self.types.contains(where: word.elementsEqual) {
      declaresType = true
    } else if Self.others.contains(where: word.elementsEqual) {
      declaresType = false
    }
  }

  private static let types = ["class", "struct", "enum", "actor", "protocol", "extension"].map { Array($0.utf8) }
  private static let others = ["func", "var", "let", "init", "subscript", "deinit", "import", "case"].map {
    Array($0.utf8)
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != UInt8(ascii: "\n") && bytes[index] != UInt8(ascii: "\r") {
      bytes[index] = UInt8(ascii: " ")
    }
  }

  private mutating func skipComment() -> Bool {
    if byte(1) == UInt8(ascii: "/") {
      while let next = byte(), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") { position += 1 }
      return true
    }
    var depth = 0
    while let next = byte() {
      if next == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if next == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return true }
      } else {
        position += 1
      }
    }
    return false
  }

  /// Skips `"…"`, `"""…"""` and both with `#` around them; of a lone `#` nothing but itself.
  private mutating func skipString() -> Bool {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    // A regular expression between `#/` and `/#` may have anything in it.
    if pounds > 0, byte(pounds) == UInt8(ascii: "/") { return false }
    guard byte(pounds) == UInt8(ascii: "\"") else {
      position += pounds
      return true
    }
    position += pounds
    let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    let quotes = isMultiline ? 3 : 1
    position += quotes
    while let next = byte() {
      if next == UInt8(ascii: "\\"), (1..<pounds + 1).allSatisfy({ byte($0) == UInt8(ascii: "#") }) {
        position += 1 + pounds
        if byte() == UInt8(ascii: "(") {
          guard skipInterpolation() else { return false }
        } else {
          position += 1
        }
      } else if next == UInt8(ascii: "\""), (0..<quotes).allSatisfy({ byte($0) == UInt8(ascii: "\"") }),
        (0..<pounds).allSatisfy({ byte(quotes + $0) == UInt8(ascii: "#") })
      {
        position += quotes + pounds
        return true
      } else if !isMultiline, next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") {
        return false
      } else {
        position += 1
      }
    }
    return false
  }

  private mutating func skipInterpolation() -> Bool {
    var depth = 0
    while let next = byte() {
      switch next {
      case UInt8(ascii: "("):
        depth += 1
        position += 1
      case UInt8(ascii: ")"):
        depth -= 1
        position += 1
        if depth == 0 { return true }
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        guard skipString() else { return false }
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"):
        guard skipComment() else { return false }
      default: position += 1
      }
    }
    return false
  }
}
