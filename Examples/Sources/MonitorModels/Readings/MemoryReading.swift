/// Memory and swap, in bytes.
package struct MemoryReading: Equatable, Sendable {
  package var total: UInt64
  package var used: UInt64
  package var swapTotal: UInt64
  package var swapUsed: UInt64
}
