/// The connections of a messenger or of a receiver, in order.
///
/// Those that are over stay until room is needed: whoever ends one need not look for it.
///
/// Not generic: what runs through it is compiled once, for what it is.
@usableFromInline
struct ConnectionList {
  @usableFromInline private(set) var connections: ContiguousArray<Connection> = []
  /// As soon as there are so many connections, those that are over are dropped.
  private var limit = 8

  init() {}

  var count: Int { connections.count }

  /// Takes out what is over, if it is time for that.
  ///
  /// - Returns: What the caller has to release, when it is done: it may lead back to this list.
  mutating func makeRoom() -> [Connection] {
    guard connections.count >= limit else { return [] }
    let remains = connections.filter { $0.isOver && $0.hasHandler }
    connections.removeAll { $0.isOver }
    limit = max(8, 2 * connections.count)
    return remains
  }

  mutating func append(_ connection: Connection) {
    connections.append(connection)
  }

  /// Adds a connection behind those of the same receiver, or else behind all.
  mutating func insert(_ connection: Connection, behind receiver: ObjectIdentifier) {
    if let last = connections.lastIndex(where: { $0.receiver == receiver && !$0.isOver }) {
      connections.insert(connection, at: last + 1)
    } else {
      connections.append(connection)
    }
  }

  func contains(from source: ObjectIdentifier) -> Bool {
    connections.contains { $0.source == source && !$0.isOver }
  }

  func contains(to receiver: ObjectIdentifier) -> Bool {
    connections.contains { $0.receiver == receiver && !$0.isOver }
  }

  // What the following end may be changed meanwhile: call them on a copy.

  func endAll() {
    for connection in connections { connection.end() }
  }

  func end(from source: ObjectIdentifier) {
    for connection in connections where connection.source == source { connection.end() }
  }

  func end(to receiver: ObjectIdentifier) {
    for connection in connections where connection.receiver == receiver { connection.end() }
  }
}
