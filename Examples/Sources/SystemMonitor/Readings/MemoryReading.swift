/// Memory and swap, in bytes.
struct MemoryReading: Equatable, Sendable {
  var total: UInt64
  var used: UInt64
  var swapTotal: UInt64
  var swapUsed: UInt64
}
