/// A cancellation probe that a tracking of the standard library has read, and the origin of that read.
struct WatchedProbe {
  let probe: CancellationProbe
  /// Nil for several origins.
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

  /// Whether the probe was read with the current origin only.
  var isHere: Bool { place == .current }

  /// Ends the registrations of all trackings that have read the probe. A tracking with another origin may still be
  /// running.
  func notify() {
    if isHere { probe.end(after: nil) } else { probe.endAlsoLater() }
  }
}
