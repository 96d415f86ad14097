/// Walks through the bytes of a file from `/proc`: fields with spaces between them, in lines.
///
/// It works on bytes because the files are read many times a second; a `String` per field would cost more than all the
/// rest of the work.
struct ByteScanner {
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
  private static let newline = UInt8(ascii: "\n")

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool {
    position == bytes.endIndex
  }

  /// The next field of the line, without the spaces around it. Nil at the end of the line.
  mutating func field() -> ArraySlice<UInt8>? {
    skipSpaces()
    let start = position
    while position < bytes.endIndex, !Self.endsField(bytes[position]) { position += 1 }
    return start == position ? nil : bytes[start..<position]
  }

  /// The next field of the line as a number. Nil if it is none, or too large.
  mutating func number() -> UInt64? {
    field().flatMap(Self.number)
  }

  /// Passes over fields of the line. Returns whether there were so many.
  mutating func skipFields(_ count: Int) -> Bool {
    for _ in 0..<count where field() == nil { return false }
    return true
  }

  /// The bytes up to the next one that equals `byte`, which is passed over. Nil if there is none in the line.
  mutating func field(endingWith byte: UInt8) -> ArraySlice<UInt8>? {
    skipSpaces()
    var end = position
    while end < bytes.endIndex, bytes[end] != byte {
      if bytes[end] == Self.newline { return nil }
      end += 1
    }
    guard end < bytes.endIndex else { return nil }
    defer { position = end + 1 }
    return bytes[position..<end]
  }

  /// The bytes up to the last one of all that equals `byte`, which is passed over. Nil if there is none.
  mutating func rest(upToLast byte: UInt8) -> ArraySlice<UInt8>? {
    guard let end = bytes[position...].lastIndex(of: byte) else { return nil }
    defer { position = end + 1 }
    return bytes[position..<end]
  }

  /// Goes to the beginning of the next line.
  mutating func nextLine() {
    while position < bytes.endIndex {
      position += 1
      if bytes[position - 1] == Self.newline { return }
    }
  }

  static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      if productOverflows || sumOverflows { return nil }
      value = sum
    }
    return digits.isEmpty ? nil : value
  }

  private mutating func skipSpaces() {
    while position < bytes.endIndex, bytes[position] == Self.space || bytes[position] == Self.tab { position += 1 }
  }

  private static func endsField(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == newline
  }
}
