public import Observation
import ObservationTracking

/// A setting. This module belongs to the main actor by default.
@Observable public final class Volume {
  public var level = 5
  public var isMuted = false

  public init() {}
}

/// Shows it.
public final class VolumeView {
  public private(set) var text = ""
  public private(set) var bar: [Character] = []
  private let volume: Volume

  public init(_ volume: Volume) {
    self.volume = volume
  }

  @ObservationTracking
  public func bind() {
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
  public func bindMore() {
    bindLoudness()
  }
}

/// Shows it on a screen.
@CancellableObservation
public final class VolumeScreen {
  public private(set) var text = ""
  private let volume: Volume

  public init(_ volume: Volume) {
    self.volume = volume
  }

  @ObservationTracking
  public func bind() {
    text = "\(volume.level)"
  }

  public func pause() { stopObservations() }
  public func resume() { startObservationsIfNeeded() }
}
