public import Observation

@Observable public final class Volume {
  public var level = 5
  public var isMuted = false

  public init() {}
}

public final class VolumeView {
  public private(set) var text = ""
  public private(set) var bar: [Character] = []
  private let volume: Volume

  public init(_ volume: Volume) {
    self.volume = volume
  }

  public func bind() {
    observeText()
    observeBar()
  }

  private func observeText() {
    text = withObservationTracking {
      volume.isMuted ? "muted" : "\(volume.level)"
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeText() }
    }
  }

  private func observeBar() {
    bar = withObservationTracking {
      Array(repeating: "|", count: volume.level)
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeBar() }
    }
  }
}

extension VolumeView {
  public func bindMore() {
    observeLoudness()
  }

  private func observeLoudness() {
    withObservationTracking {
      if volume.level > 8 {
        text = "loud"
      }
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeLoudness() }
    }
  }
}

public final class VolumeScreen {
  public private(set) var text = ""
  private let volume: Volume
  private var generation = 0

  public init(_ volume: Volume) {
    self.volume = volume
  }

  public func bind() {
    generation += 1
    observeText(generation)
  }

  private func observeText(_ generation: Int) {
    guard generation == self.generation else { return }
    text = withObservationTracking {
      "\(volume.level)"
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeText(generation) }
    }
  }

  public func pause() { generation += 1 }
  public func resume() { bind() }
}
