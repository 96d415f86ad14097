import Observation
import ObservationTracking

/// A setting. This module belongs to the main actor by default.
@Observable package final class Volume {
  package var level = 5
  package var isMuted = false

  package init() {}
}

/// Shows it.
package final class VolumeView {
  package private(set) var text = ""
  package private(set) var bar: [Character] = []
  private let volume: Volume

  package init(_ volume: Volume) {
    self.volume = volume
  }

  @ObservationTracking
  package func bind() {
    text = volume.isMuted ? "muted" : "\(volume.level)"
    bar = Array(repeating: "|", count: volume.level)
  }
}

extension VolumeView {
  @ObservationTracking
  func bindLoudness() {
    if volume.level > 8 {
      self.text = "loud"
    }
  }

  /// Binds what the extension has, which is not public.
  package func bindMore() {
    bindLoudness()
  }
}

/// Shows it on a screen.
@CancellableObservation
package final class VolumeScreen {
  package private(set) var text = ""
  private let volume: Volume

  package init(_ volume: Volume) {
    self.volume = volume
  }

  @ObservationTracking
  package func bind() {
    text = "\(volume.level)"
  }

  package func pause() { stopObservations() }
  package func resume() { startObservationsIfNeeded() }
}
