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

  @Test func connectionThatIsOverIsNoPlaceToStandBehind() {
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
    for receiver in [0, 1, 2] { list.append(connection(receiver)) }
    list.end(to: ObjectIdentifier(receivers[1]))
    #expect(list.connections.map(\.isOver) == [false, true, false])
    #expect(!list.contains(to: ObjectIdentifier(receivers[1])))
    list.end(from: ObjectIdentifier(source))
    #expect(list.connections.map(\.isOver) == [true, true, true])
    #expect(!list.contains(from: ObjectIdentifier(source)))
  }

  @Test func roomIsMadeByDroppingWhatIsOver() {
    var list = ConnectionList()
    for index in 0..<1_000 {
      #expect(list.makeRoom().isEmpty)
      let connection = connection(index % 3)
      list.append(connection)
      if index % 10 != 0 { connection.end() }
    }
    let openCount = list.connections.count { !$0.isOver }
    #expect(openCount == 100)
    #expect(list.count < 220)
  }

  /// What was closed elsewhere still has its handler, which the caller is to free.
  @Test func remainsAreHandedOver() {
    var list = ConnectionList()
    for _ in 0..<8 {
      let connection = connection(0)
      list.append(connection)
      connection.close()
    }
    let remains = list.makeRoom()
    #expect(remains.count == 8)
    #expect(remains.map(\.hasHandler) == Array(repeating: true, count: 8))
    #expect(list.count == 0)
  }
}
