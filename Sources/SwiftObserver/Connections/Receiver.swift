/// Makes an object an observer: keeps its observations, and ends them when it's deallocated.
///
/// Make the receiver a constant of the observer: `let receiver = Receiver()`. A receiver must belong to only one
/// observer.
public final class Receiver {
  private var connections = ConnectionList()

  /// Creates a receiver without observations.
  public init() {}

  deinit {
    connections.endAll()
  }

  @usableFromInline
  func add(_ connection: Connection) {
    if connections.isFull { removeObsolete() }
    connections.append(connection)
  }

  var connectionCount: Int { connections.count }

  func isConnected(to source: Connection.Source) -> Bool {
    let all = connections
    return all.contains(from: source)
  }

  func endConnections() {
    let all = connections
    connections = ConnectionList()
    all.endAll()
  }

  func endConnections(to source: Connection.Source) {
    let all = connections
    all.end(from: source)
  }

  private func removeObsolete() {
    let all = connections
    all.endObsolete()
    let closed = connections.removeClosed()
    _ = consume closed
  }
}
