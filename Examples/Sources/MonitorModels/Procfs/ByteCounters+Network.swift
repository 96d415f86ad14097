extension ByteCounters {
  /// Adds up the interfaces of `/proc/net/dev`, without the loopback.
  init(parsingNetwork bytes: ArraySlice<UInt8>) throws(FormatError) {
    self.init()
    var scanner = ByteScanner(bytes)
    // Two lines of headings.
    scanner.nextLine()
    scanner.nextLine()
    while !scanner.isAtEnd {
      defer { scanner.nextLine() }
      // A large counter may follow the colon without a space.
      guard let name = scanner.field(endingWith: UInt8(ascii: ":")) else {
        throw FormatError(missing: "the name of an interface")
      }
      guard let received = scanner.number(), scanner.skipFields(7), let sent = scanner.number() else {
        throw FormatError(missing: "a counter of the interface \"\(TerminalText.string(from: name))\"")
      }
      if name.elementsEqual("lo".utf8) { continue }
      incoming &+= received
      outgoing &+= sent
    }
  }
}
