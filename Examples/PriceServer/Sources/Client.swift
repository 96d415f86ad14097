import ObservationModels

/// A conversation with one client, a line for each request and each answer.
struct Client: Sendable {
  let socket: Socket
  let market: Market
  /// How often a client gets a price at most.
  let interval: Duration

  /// Serves the client until it leaves, says `QUIT` or can't be understood, or the task is cancelled.
  func run() async {
    await withTaskCancellationHandler {
      var watching: Task<Void, Never>?
      var lines = LineReader(socket)
      while let line = await lines.next() {
        // Any request ends the prices of the one before, after a whole line. So only one task writes at any time.
        watching?.cancel()
        await watching?.value
        watching = nil
        guard let request = Request(line) else {
          if await socket.send("ERROR I don't understand that\n") { continue } else { break }
        }
        if case .watch(let name) = request, let prices = try? await market.prices(of: name, every: interval) {
          watching = Task { await send(prices, of: name) }
        } else {
          guard let answer = await answer(request), await socket.send(answer) else { break }
        }
      }
      // It may be waiting for a client that takes nothing more.
      socket.shutDown()
      watching?.cancel()
      await watching?.value
    } onCancel: {
      socket.shutDown()
    }
  }

  /// Waits for the client after each line. What changes meanwhile becomes one price.
  private func send(_ prices: ObservationBridge<Int>, of name: String) async {
    for await price in prices {
      guard await socket.send("\(name) \(price)\n") else { return }
    }
    if !Task.isCancelled { _ = await socket.send("\(name) REMOVED\n") }
  }

  /// Returns nil if there is nothing left to say.
  private func answer(_ request: Request) async -> String? {
    do throws(MarketError) {
      switch request {
      case .list:
        let names = await market.names
        return "\(names.count) NAMES\(names.map { " \($0)" }.joined())\n"
      case .get(let name): return "\(name) \(try await market.price(of: name))\n"
      case .set(let name, let price):
        try await market.set(name, to: price)
        return "OK\n"
      case .remove(let name):
        try await market.remove(name)
        return "OK\n"
      case .watch(let name): throw .unknown(name)
      case .quit: return nil
      }
    } catch {
      switch error {
      case .unknown(let name): return "ERROR There is no price of \(name)\n"
      case .full: return "ERROR There are \(Market.limit) names already\n"
      }
    }
  }
}

/// What a client can ask for.
enum Request: Equatable {
  case list
  case get(String)
  case set(String, Int)
  case remove(String)
  case watch(String)
  case quit

  /// Nil for a line that means nothing.
  init?(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    // A name goes back to clients.
    guard words.dropFirst().joined().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
    else { return nil }
    switch (words.first?.uppercased(), words.count) {
    case ("LIST", 1): self = .list
    case ("GET", 2): self = .get(words[1])
    case ("SET", 3):
      guard let price = Int(words[2]) else { return nil }
      self = .set(words[1], price)
    case ("REMOVE", 2): self = .remove(words[1])
    case ("WATCH", 2): self = .watch(words[1])
    case ("QUIT", 1): self = .quit
    default: return nil
    }
  }
}
