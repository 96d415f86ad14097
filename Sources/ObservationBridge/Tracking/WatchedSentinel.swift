/// A sentinel that the standard library's tracking has read, and where it has.
struct WatchedSentinel {
  let sentinel: Sentinel
  /// Nil for several places.
  let place: ChangePlace?

  init(_ sentinel: Sentinel) {
    self.init(sentinel, .current)
  }

  private init(_ sentinel: Sentinel, _ place: ChangePlace?) {
    self.sentinel = sentinel
    self.place = place
  }

  /// The same, read here as well.
  var readHere: WatchedSentinel { WatchedSentinel(sentinel, place == .current ? place : nil) }

  /// Whether it has been read here, and nowhere else.
  var isHere: Bool { place == .current }

  /// Ends the registrations of those who have read it. They may be reading right now where they are elsewhere.
  func tell() {
    if isHere { sentinel.end(after: nil) } else { sentinel.endAlsoLater() }
  }
}
