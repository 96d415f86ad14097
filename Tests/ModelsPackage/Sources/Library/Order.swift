import ObservationModels

/// An order, which other modules extend, and which is stored.
@ObservableModel open class Order: Codable {
  /// What is ordered.
  public var lines: [Line] = []
  /// What the order is found by.
  public internal(set) var number = 0
  /// What the customer wishes.
  open var note: String? {
    didSet { noteCount += 1 }
  }
  /// How often the note has been set.
  @ObservationIgnored public private(set) var noteCount = 0

  /// A part of an order.
  public struct Line: Codable, Equatable, Sendable {
    /// In cents.
    public var price: Int

    /// A part that costs something.
    public init(price: Int) {
      self.price = price
    }
  }

  /// An order of nothing.
  public init() {}

  /// What it takes to send it.
  open var postage: Int {
    derived(\.postage) { 5 * lines.count }
  }

  /// What all parts cost.
  public var total: Int {
    lines.reduce(0) { $0 + $1.price }
  }
}
