import MonitorModels

/// Turns what a terminal sends into keys.
///
/// A terminal sends the escape key as the byte that also begins the sequences of other keys. It is taken for the key where
/// nothing follows it in the same piece of input.
struct KeyParser: Equatable, Sendable {
  private static let escape = UInt8(0x1B)

  /// The beginning of a sequence or a character whose rest is still to come.
  private var rest: [UInt8] = []

  /// The keys that a piece of input completes.
  mutating func keys(in input: some Sequence<UInt8>) -> [Key] {
    var bytes = (rest + input)[...]
    rest = []
    var keys: [Key] = []
    while let first = bytes.first {
      if first == Self.escape, bytes.count > 1 {
        guard let sequence = Self.sequence(&bytes) else {
          rest = Array(bytes)
          break
        }
        if let key = Self.key(sequence) { keys.append(key) }
      } else if first >= 0x80 {
        let length = Self.length(first)
        guard bytes.count >= length else {
          rest = Array(bytes)
          break
        }
        if let character = String(decoding: bytes.prefix(length), as: UTF8.self).first {
          keys.append(.character(character))
        }
        bytes.removeFirst(length)
      } else {
        if let key = Self.key(first) { keys.append(key) }
        bytes.removeFirst()
      }
    }
    return keys
  }

  /// Removes an escape sequence, and returns it without what all have in common: `A` for both `ESC [ A` and `ESC O A`.
  /// Nil where its end is missing.
  private static func sequence(_ bytes: inout ArraySlice<UInt8>) -> String? {
    let introducer = bytes[bytes.startIndex + 1]
    guard introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else {
      // The escape key, and another one after it.
      bytes.removeFirst()
      return ""
    }
    guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    defer { bytes = bytes[(end + 1)...] }
    return String(decoding: bytes[(bytes.startIndex + 2)...end], as: UTF8.self)
  }

  private static func key(_ sequence: String) -> Key? {
    switch sequence {
    case "": .escape
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "5~": .pageUp
    case "6~": .pageDown
    case "H", "1~", "7~": .home
    case "F", "4~", "8~": .end
    default: nil
    }
  }

  private static func key(_ byte: UInt8) -> Key? {
    switch byte {
    case escape: .escape
    case 0x0A, 0x0D: .enter
    case 0x08, 0x7F: .backspace
    case 0x0C: .redraw
    case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
    default: nil
    }
  }

  /// How many bytes a character of UTF-8 has, by its first one.
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
