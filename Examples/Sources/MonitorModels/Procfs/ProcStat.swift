/// `/proc/stat`: the ticks of all processors together and of each one.
struct ProcStat: Equatable {
  var total: CPUTicks
  var cores: [CPUTicks]

  init(parsing bytes: ArraySlice<UInt8>) throws(FormatError) {
    var scanner = ByteScanner(bytes)
    var total: CPUTicks?
    cores = []
    // The lines of the processors come first; the long ones that follow are not looked at.
    while let name = scanner.field(), name.starts(with: "cpu".utf8) {
      guard let ticks = Self.ticks(&scanner) else {
        throw FormatError(missing: "a time in the line \"\(TerminalText.string(from: name))\"")
      }
      if name.count == 3 { total = ticks } else { cores.append(ticks) }
      scanner.nextLine()
    }
    guard let total else { throw FormatError(missing: "the line \"cpu\"") }
    self.total = total
  }

  private static func ticks(_ scanner: inout ByteScanner) -> CPUTicks? {
    guard let user = scanner.number(), let nice = scanner.number(), let system = scanner.number(),
      let idle = scanner.number()
    else { return nil }
    // Old kernels end here. The fields for guests that follow `steal` are part of `user` and `nice`.
    let waiting = scanner.number() ?? 0
    let interrupts = scanner.number() ?? 0
    let softInterrupts = scanner.number() ?? 0
    let stolen = scanner.number() ?? 0
    return CPUTicks(busy: user &+ nice &+ system &+ interrupts &+ softInterrupts &+ stolen, idle: idle &+ waiting)
  }
}
