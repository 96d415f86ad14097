/// The connections of a messenger or of a receiver, in order.
///
/// Ended connections stay in the list until they are removed together, so that ending a connection needs no search.
///
/// Not generic, so that the common code is compiled only once.
@usableFromInline
struct ConnectionList {
  @usableFromInline private(set) var connections: ContiguousArray<Connection> = []
  /// With so many connections, the list drops ended ones.
  private var limit = 8

  init() {}

  var count: Int { connections.count }

  var isFull: Bool { connections.count >= limit }

  /// Removes closed connections.
  ///
  /// - Returns: The connections for the caller to release in the end: releasing them may lead back to this list.
  mutating func removeClosed() -> ContiguousArray<Connection> {
    var (open, closed) = (ContiguousArray<Connection>(), ContiguousArray<Connection>())
    // Each connection is asked once, because another thread may close it meanwhile.
    for connection in connections {
      if connection.isOpen { open.append(connection) } else { closed.append(connection) }
    }
    connections = open
    limit = max(8, 2 * open.count)
    return closed
  }

  mutating func append(_ connection: Connection) {
    connections.append(connection)
  }

  /// Adds a connection behind those of the same receiver, or else behind all.
  mutating func insert(_ connection: Connection, behind receiver: ObjectIdentifier) {
    if let last = connections.lastIndex(where: { $0.receiver == receiver && $0.isOpen }) {
      connections.insert(connection, at: last + 1)
    } else {
      connections.append(connection)
    }
  }

  // The following call may change the list: use the connections on a copy.

  func contains(from source: Connection.Source) -> Bool {
    connections.contains { $0.source == source && !$0.isObsolete }
  }

  func contains(to receiver: ObjectIdentifier) -> Bool {
    connections.contains { $0.receiver == receiver && !$0.isObsolete }
  }

  func endAll() {
    for connection in connections { connection.end() }
  }

  func endObsolete() {
    for connection in connections where connection.isObsolete { connection.end() }
  }

  func end(from source: Connection.Source) {
    for connection in connections where connection.source == source { connection.end() }
  }

  func end(to receiver: ObjectIdentifier) {
    for connection in connections where connection.receiver == receiver { connection.end() }
  }
}
