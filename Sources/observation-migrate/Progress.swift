/// One line on a terminal that says how far a long run is.
final class Progress {
  private static let erase = "\r\u{1B}[2K"

  private let clock = ContinuousClock()
  private var nextUpdate: ContinuousClock.Instant
  private var isShown = false

  init() {
    // Short runs need none.
    nextUpdate = clock.now + .seconds(1)
  }

  func show(_ done: Int, of all: Int) {
    guard Terminal.showsProgress, clock.now >= nextUpdate else { return }
    nextUpdate = clock.now + .milliseconds(100)
    isShown = true
    Terminal.writeError("\(Self.erase)\(done) of \(all) files")
  }

  func clear() {
    if isShown { Terminal.writeError(Self.erase) }
  }
}
