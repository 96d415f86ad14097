import ObservationModels

/// The prices, for any number of clients. Its models aren't `Sendable`: they stay on the actor.
actor Market {
  /// How many names there can be, so that clients can't fill the memory.
  static let limit = 1000

  private var quotes: [String: Quote] = [:]

  /// A stream of the prices of one name: the current one, then the newest one after changes, at most one in each interval. It ends when the
  /// name is removed.
  ///
  /// The market stores nothing for a client. A stream buffers nothing either: a client that is slow gets the newest price when it's ready.
  func prices(
    of name: String,
    every interval: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(MarketError) -> ObservationBridge<Int> {
    let quote = try quote(name)
    return ObservationBridge(of: quote, options: .throttle(interval), clock: clock) { $0.price }
  }

  func price(of name: String) throws(MarketError) -> Int {
    try quote(name).price
  }

  func set(_ name: String, to price: Int) throws(MarketError) {
    if let quote = quotes[name] {
      quote.price = price
    } else {
      guard quotes.count < Self.limit else { throw .full }
      quotes[name] = Quote(price)
    }
  }

  func remove(_ name: String) throws(MarketError) {
    _ = try quote(name)
    quotes[name] = nil
  }

  var names: [String] {
    quotes.keys.sorted()
  }

  private func quote(_ name: String) throws(MarketError) -> Quote {
    guard let quote = quotes[name] else { throw .unknown(name) }
    return quote
  }
}

/// The price of one thing.
@ObservableModel
private final class Quote {
  var price: Int

  init(_ price: Int) {
    self.price = price
  }
}

enum MarketError: Error, Equatable {
  case unknown(String)
  /// There are as many names as there can be.
  case full
}
