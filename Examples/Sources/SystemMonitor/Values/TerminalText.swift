/// Text that a terminal shows as it is, each character in one column.
enum TerminalText {
  /// Replaces each byte that is not printable ASCII by `?`.
  ///
  /// The name of a process is whatever it chose, escape sequences included.
  static func string(from bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.lazy.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
