import Foundation
import ObservationBridgeTesting
import ObservationModels
import Testing

@testable import PriceServer

// One after the other: the tests need thousands of sockets.
@Suite(.serialized) struct ServerTests {
  /// Runs a server during a test, and waits for its end.
  private func withServer(
    interval: Duration = .zero,
    limit: Int = 5000,
    _ body: (Server) async throws -> Void
  ) async throws {
    let server = try Server(port: 0, interval: interval, limit: limit)
    let serving = Task { await server.run() }
    do {
      try await body(server)
    } catch {
      serving.cancel()
      throw error
    }
    serving.cancel()
    await serving.value
    #expect(server.clients == 0)
  }

  private func waitUntil(_ server: Server, hasClients count: Int) async {
    for await clients in ObservationBridge(ofSendable: server, { $0.clients }) where clients == count { return }
  }

  @Test func eachRequestHasAnAnswer() async throws {
    try await withServer { server in
      var client = try TestClient(server)
      #expect(await client.ask("LIST") == "0 NAMES")
      #expect(await client.ask("SET tea 3") == "OK")
      #expect(await client.ask("get tea") == "tea 3")
      #expect(await client.ask("LIST") == "1 NAMES tea")
      #expect(await client.ask("GET coffee") == "ERROR There is no price of coffee")
      #expect(await client.ask("WATCH coffee") == "ERROR There is no price of coffee")
      #expect(await client.ask("SET tea dear") == "ERROR I don't understand that")
      #expect(await client.ask("") == "ERROR I don't understand that")
      #expect(await client.ask("REMOVE tea\r") == "OK")
      #expect(await client.ask("QUIT") == nil)
    }
  }

  @Test func aThousandClientsGetTheFinalPrice() async throws {
    let count = 1000
    try #require(PriceServer.descriptorLimit > 2 * count + 100)
    try await withServer(interval: .milliseconds(20)) { server in
      try await server.market.set("tea", to: 0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask {
            var client = try TestClient(server)
            var last = try #require(await client.ask("WATCH tea"))
            while last != "tea 100" {
              let next = try #require(await client.next())
              // A price is never followed by the same or an older one.
              #expect(price(next) > price(last))
              last = next
            }
          }
        }
        await waitUntil(server, hasClients: count)
        for price in 1...100 { try await server.market.set("tea", to: price) }
        try await group.waitForAll()
      }
      await waitUntil(server, hasClients: 0)
    }
  }

  @Test func aSlowClientHoldsUpNoneAndGetsTheNewestPriceInTheEnd() async throws {
    // Long lines, so that few of them fill the buffers of the system.
    let name = String(repeating: "tea", count: 300)
    let changes = 1000
    try await withServer { server in
      try await server.market.set(name, to: 0)
      var slow = try TestClient(server)
      var fast = try TestClient(server)
      #expect(await slow.ask("WATCH \(name)") == "\(name) 0")
      #expect(await fast.ask("WATCH \(name)") == "\(name) 0")
      // While the slow one reads nothing, the fast one gets each price.
      for price in 1...changes {
        try await server.market.set(name, to: price)
        #expect(await fast.next() == "\(name) \(price)")
      }
      var prices = [0]
      while let line = await slow.next() {
        prices.append(price(line))
        if price(line) == changes { break }
      }
      #expect(prices.last == changes && prices == prices.sorted())
      // What is missing was stored nowhere.
      #expect(prices.count < changes / 2)
    }
  }

  @Test func aClientThatDisappearsLeavesNothing() async throws {
    try await withServer { server in
      try await server.market.set("tea", to: 1)
      var clients: [TestClient] = []
      for _ in 0..<20 {
        var client = try TestClient(server)
        #expect(await client.ask("WATCH tea") == "tea 1")
        clients.append(client)
      }
      await waitUntil(server, hasClients: 20)
      clients = []
      await waitUntil(server, hasClients: 0)
      try await server.market.set("tea", to: 2)
      var client = try TestClient(server)
      #expect(await client.ask("GET tea") == "tea 2")
    }
  }

  @Test func aRemovedNameEndsItsPrices() async throws {
    try await withServer { server in
      try await server.market.set("tea", to: 1)
      var client = try TestClient(server)
      #expect(await client.ask("WATCH tea") == "tea 1")
      try await server.market.remove("tea")
      #expect(await client.next() == "tea REMOVED")
      #expect(await client.ask("LIST") == "0 NAMES")
    }
  }

  @Test func theNextRequestEndsTheLastOnesPrices() async throws {
    try await withServer { server in
      try await server.market.set("tea", to: 1)
      try await server.market.set("milk", to: 5)
      var client = try TestClient(server)
      #expect(await client.ask("WATCH tea") == "tea 1")
      #expect(await client.ask("WATCH milk") == "milk 5")
      try await server.market.set("tea", to: 2)
      try await server.market.set("milk", to: 6)
      #expect(await client.next() == "milk 6")
    }
  }

  @Test func aLineWithoutEndAndTooManyClientsAreRejected() async throws {
    try await withServer(limit: 1) { server in
      var first = try TestClient(server)
      #expect(await first.ask("LIST") == "0 NAMES")
      var second = try TestClient(server)
      #expect(await second.next() == "ERROR Too many clients")
      #expect(await second.next() == nil)
      _ = await first.socket.send(String(repeating: "x", count: 5000))
      #expect(await first.next() == nil)
    }
  }

  @Test func namesAreLimited() async throws {
    try await withServer { server in
      for number in 0..<Market.limit { try await server.market.set("tea\(number)", to: number) }
      var client = try TestClient(server)
      #expect(await client.ask("SET coffee 1") == "ERROR There are 1000 names already")
      #expect(await client.ask("SET tea0 1") == "OK")
      #expect(await client.ask("REMOVE tea0") == "OK")
      #expect(await client.ask("SET coffee 1") == "OK")
    }
  }

  @Test func thePriceFollowsAtTheEndOfAnInterval() async throws {
    let (market, clock) = (Market(), ManualClock())
    try await market.set("tea", to: 1)
    let prices = SequenceRecorder(try await market.prices(of: "tea", every: .seconds(1), clock: clock))
    #expect(await prices.waitUntilValue(1, timeout: .seconds(60)))
    try await market.set("tea", to: 2)
    // The stream has read the price, and waits.
    await clock.waitForSleepers()
    #expect(prices.snapshot() == [1])
    clock.advance(by: .seconds(1))
    #expect(await prices.waitUntilValue(2, timeout: .seconds(60)))
    #expect(prices.snapshot() == [1, 2])
  }

  @Test func wrongOptionsAreNamed() {
    #expect(throws: OptionError(message: "There is no option \"-p\".")) { try Options(parsing: ["-p"]) }
    #expect(throws: OptionError(message: "The option --port needs a number from 0 to 65535, not \"http\".")) {
      try Options(parsing: ["--port", "http"])
    }
  }

  @Test func aPortThatIsTakenIsAnError() throws {
    let server = try Server(port: 0, interval: .zero, limit: 1)
    #expect(throws: SocketError("Can't listen on port \(server.port)", EADDRINUSE)) {
      try Server(port: server.port, interval: .zero, limit: 1)
    }
  }
}

/// The other end of a connection.
private struct TestClient {
  let socket: Socket
  private var lines: LineReader

  init(_ server: Server) throws {
    socket = try Socket(port: server.port)
    lines = LineReader(socket)
  }

  mutating func next() async -> String? {
    await lines.next()
  }

  mutating func ask(_ request: String) async -> String? {
    guard await socket.send("\(request)\n") else { return nil }
    return await next()
  }
}

private func price(_ line: String) -> Int {
  line.split(separator: " ").last.flatMap { Int($0) } ?? -1
}
