extension MemoryReading {
  /// Reads `/proc/meminfo`.
  init(parsing bytes: ArraySlice<UInt8>) throws(FormatError) {
    var scanner = ByteScanner(bytes)
    var values: [UInt64?] = Array(repeating: nil, count: Self.keys.count)
    while !scanner.isAtEnd, values.contains(nil) {
      if let name = scanner.field(), let index = Self.keys.firstIndex(where: { name.elementsEqual($0.utf8) }) {
        values[index] = scanner.number()
      }
      scanner.nextLine()
    }
    if let index = values.firstIndex(of: nil) {
      throw FormatError(missing: "the value of \"\(Self.keys[index])\"")
    }
    // The unit is 1024 bytes, though the file calls it kB.
    let amounts = values.compactMap { $0?.multipliedReportingOverflow(by: 1024).partialValue }
    total = amounts[0]
    used = amounts[0].increase(since: amounts[1])
    swapTotal = amounts[2]
    swapUsed = amounts[2].increase(since: amounts[3])
  }

  private static let keys = ["MemTotal:", "MemAvailable:", "SwapTotal:", "SwapFree:"]
}
