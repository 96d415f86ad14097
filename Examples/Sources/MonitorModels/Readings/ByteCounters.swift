/// Bytes that came in (received, read) and went out (sent, written) since the machine started.
package struct ByteCounters: Equatable, Sendable {
  package var incoming: UInt64 = 0
  package var outgoing: UInt64 = 0
}
