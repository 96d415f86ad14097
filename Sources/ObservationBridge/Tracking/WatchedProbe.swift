/// A cancellation probe that the standard library's tracking has read, and where it has.
struct WatchedProbe {
  let probe: CancellationProbe
  /// Nil for several places.
  let place: ChangePlace?

  init(_ probe: CancellationProbe) {
    self.init(probe, .current)
  }

  private init(_ probe: CancellationProbe, _ place: ChangePlace?) {
    self.probe = probe
    self.place = place
  }

  /// The probe, whose place is kept if it is the one that this thread is at.
  var readHere: WatchedProbe { WatchedProbe(probe, place == .current ? place : nil) }

  /// Whether it has been read here, and nowhere else.
  var isHere: Bool { place == .current }

  /// Ends the registrations of those who have read it. They may be reading right now where they are elsewhere.
  func notify() {
    if isHere { probe.end(after: nil) } else { probe.endAlsoLater() }
  }
}
