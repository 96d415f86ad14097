/// Bytes that came in (received, read) and went out (sent, written) since the machine started.
struct ByteCounters: Equatable, Sendable {
  var incoming: UInt64 = 0
  var outgoing: UInt64 = 0
}
