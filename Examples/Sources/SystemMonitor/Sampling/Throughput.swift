/// Bytes per second in both directions.
struct Throughput: Equatable, Sendable {
  var incoming: Double
  var outgoing: Double
}
