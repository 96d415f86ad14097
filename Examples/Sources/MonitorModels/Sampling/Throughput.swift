/// Bytes per second in both directions.
package struct Throughput: Equatable, Sendable {
  package var incoming: Double
  package var outgoing: Double
}
