extension LoadReading {
  /// Reads `/proc/loadavg`.
  init(parsing bytes: ArraySlice<UInt8>) throws(FormatError) {
    var scanner = ByteScanner(bytes)
    guard let one = Self.hundredths(&scanner), let five = Self.hundredths(&scanner),
      let fifteen = Self.hundredths(&scanner)
    else { throw FormatError(missing: "one of three numbers with two decimals") }
    self.init(one: one, five: five, fifteen: fifteen)
  }

  private static func hundredths(_ scanner: inout ByteScanner) -> Hundredths? {
    guard let field = scanner.field() else { return nil }
    let parts = field.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 2, let whole = ByteScanner.number(parts[0]),
      let decimals = ByteScanner.number(parts[1]), whole < 1_000_000_000
    else { return nil }
    return Hundredths(value: Int(whole * 100 + decimals))
  }
}
