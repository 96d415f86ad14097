/// Text that a terminal shows as it is, each character in one column.
package enum TerminalText {
  /// Replaces each character by `?` that is none of the Latin, Greek and Cyrillic alphabets or ASCII's signs.
  ///
  /// The name of a process is whatever it chose, escape sequences included.
  package static func string(from bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    let decoded = String(decoding: bytes, as: UTF8.self)
    // Nearly all names and command lines are plain ASCII.
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) { return decoded }
    var text = String.UnicodeScalarView()
    for scalar in decoded.unicodeScalars {
      text.append(isOneColumnWide(scalar) ? scalar : "?")
    }
    return String(text)
  }

  private static func isOneColumnWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Without the soft hyphen, and without the marks that combine with the character before them.
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x377, 0x37A...0x37F, 0x384...0x482, 0x48A...0x52F: true
    default: false
    }
  }
}
