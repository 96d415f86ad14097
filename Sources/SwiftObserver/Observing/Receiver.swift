/// What makes an object an observer: keeps its observations, and ends them when it dies.
///
/// Make it a constant of the observer: `let receiver = Receiver()`. It belongs to one observer only.
public final class Receiver {
  private var connections = ConnectionList()

  /// Creates a receiver that observes nothing.
  public init() {}

  deinit {
    connections.endAll()
  }

  @usableFromInline
  func add(_ connection: Connection) {
    let remains = connections.makeRoom()
    connections.append(connection)
    _ = consume remains
  }

  var connectionCount: Int { connections.count }

  func isConnected(to source: AnyObject) -> Bool {
    connections.contains(from: ObjectIdentifier(source))
  }

  func endConnections() {
    let ended = connections
    connections = ConnectionList()
    ended.endAll()
  }

  func endConnections(with source: AnyObject) {
    let all = connections
    all.end(from: ObjectIdentifier(source))
  }
}
