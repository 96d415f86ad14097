import Testing

@testable import SwiftObserver

@Suite struct ConnectionListTests {
  private let source = Messenger<Int>()
  private let receivers = (0..<3).map { _ in Receiver() }

  private func connection(_ receiver: Int) -> Connection {
    MessageConnection<Int>(.message { _ in }, from: source, to: receivers[receiver])
  }

  private func order(_ list: ConnectionList) -> [Int] {
    list.connections.map { connection in
      receivers.firstIndex { ObjectIdentifier($0) == connection.receiver }!
    }
  }

  @Test func connectionsOfOneReceiverStandTogether() {
    var list = ConnectionList()
    for receiver in [0, 1, 2, 1, 0, 2] {
      list.insert(connection(receiver), behind: ObjectIdentifier(receivers[receiver]))
    }
    #expect(order(list) == [0, 0, 1, 1, 2, 2])
  }

  @Test func newConnectionStandsBehindOpenOnesOnly() {
    var list = ConnectionList()
    let first = connection(0)
    list.append(first)
    list.append(connection(1))
    first.end()
    list.insert(connection(0), behind: ObjectIdentifier(receivers[0]))
    #expect(order(list) == [0, 1, 0])
    #expect(list.contains(to: ObjectIdentifier(receivers[0])))
  }

  @Test func endingFindsEither() {
    var list = ConnectionList()
    let source = Connection.Source.messenger(ObjectIdentifier(source))
    for receiver in [0, 1, 2] { list.append(connection(receiver)) }
    list.end(to: ObjectIdentifier(receivers[1]))
    #expect(list.connections.map(\.isObsolete) == [false, true, false])
    #expect(!list.contains(to: ObjectIdentifier(receivers[1])))
    #expect(list.contains(from: source))
    list.end(from: source)
    #expect(list.connections.map(\.isObsolete) == [true, true, true])
    #expect(!list.contains(from: source))
  }

  @Test func closedConnectionsAreHandedOver() {
    var list = ConnectionList()
    let connections = (0..<20).map { connection($0 % 3) }
    for connection in connections { list.append(connection) }
    for index in [1, 5, 19] { connections[index].end() }
    let closed = list.removeClosed()
    #expect(closed.count == 3)
    #expect(list.connections.map(\.isOpen) == Array(repeating: true, count: 17))
    #expect(!list.isFull)
  }

  @Test func listIsFullFromEightOnAndThenAtTwiceWhatIsOpen() {
    var list = ConnectionList()
    for count in 0..<8 {
      #expect(!list.isFull)
      #expect(list.count == count)
      list.append(connection(0))
    }
    #expect(list.isFull)
    _ = list.removeClosed()
    #expect(!list.isFull)
    for _ in 0..<8 { list.append(connection(0)) }
    #expect(list.isFull)
  }
}
