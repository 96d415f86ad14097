extension ProcessReading {
  /// The units of `/proc/[pid]/stat`.
  struct Units: Equatable, Sendable {
    var ticksPerSecond: Double
    var bytesPerPage: UInt64
  }

  /// Reads `/proc/[pid]/stat`.
  init(parsing bytes: ArraySlice<UInt8>, _ units: Units) throws(FormatError) {
    var scanner = ByteScanner(bytes)
    // The name stands in parentheses and may contain some, and spaces, and ends of lines.
    guard let pid = scanner.field().flatMap(ByteScanner.number).flatMap(Int32.init(exactly:)),
      let name = scanner.rest(upToLast: UInt8(ascii: ")")),
      let start = name.firstIndex(of: UInt8(ascii: "("))
    else { throw FormatError(missing: "the name in parentheses") }
    // The fields are numbered as in proc(5): next is 3, the state.
    guard scanner.skipFields(11), let user = scanner.number(), let system = scanner.number(),
      scanner.skipFields(6), let startTime = scanner.number(), scanner.skipFields(1), let pages = scanner.number()
    else { throw FormatError(missing: "a field from 14 to 24") }
    let text = TerminalText.string(from: name[(start + 1)...])
    self.init(
      id: ProcessIdentity(pid: pid, startTime: startTime),
      name: text,
      command: ProcessCommand(kernelThread: text),
      processorTime: Double(user &+ system) / units.ticksPerSecond,
      memory: pages &* units.bytesPerPage
    )
  }
}
