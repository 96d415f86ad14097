/// The latest values of something that is sampled, as shares of the graph's height.
package struct History: Equatable, Sendable {
  /// More than the widest graph that is drawn.
  package static let capacity = 512

  private var shares: [Double] = []

  package mutating func append(_ share: Double) {
    if shares.count == Self.capacity { shares.removeFirst() }
    shares.append(share)
  }

  /// So many of the latest values, the oldest first; nil for the time before the first one.
  package func latest(_ count: Int) -> [Double?] {
    let known = shares.suffix(count)
    return Array(repeating: nil, count: max(0, count - known.count)) + known.map(Optional.some)
  }
}
