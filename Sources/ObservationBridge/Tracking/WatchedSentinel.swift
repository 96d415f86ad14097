/// A sentinel that the standard library's tracking has read, and where it has.
struct WatchedSentinel {
  let sentinel: Sentinel
  /// Nil for several places.
  private let place: ChangePlace?
  /// Whether all who have read it have had the value computed, and so have read themselves what that depends on, as far as the exact backend
  /// doesn't see to that.
  let isOfComputation: Bool

  init(_ sentinel: Sentinel, isOfComputation: Bool = false) {
    self.init(sentinel, .current, isOfComputation)
  }

  private init(_ sentinel: Sentinel, _ place: ChangePlace?, _ isOfComputation: Bool) {
    self.sentinel = sentinel
    self.place = place
    self.isOfComputation = isOfComputation
  }

  /// The same, read here as well.
  func readHere(isOfComputation: Bool = false) -> WatchedSentinel {
    WatchedSentinel(sentinel, place == .current ? place : nil, self.isOfComputation && isOfComputation)
  }

  /// Whether it has been read here, and nowhere else.
  var isHere: Bool { place == .current }

  /// Ends the registrations of those who have read it. They may be reading right now where they are elsewhere.
  func tell() {
    if isHere { sentinel.end(after: nil) } else { sentinel.endAlsoLater() }
  }
}
