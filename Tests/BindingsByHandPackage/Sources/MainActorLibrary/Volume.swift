import Observation

@Observable package final class Volume {
  package var level = 5
  package var isMuted = false

  package init() {}
}

package final class VolumeView {
  package private(set) var text = ""
  package private(set) var bar: [Character] = []
  private let volume: Volume

  package init(_ volume: Volume) {
    self.volume = volume
  }

  package func bind() {
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
  package func bindMore() {
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

package final class VolumeScreen {
  package private(set) var text = ""
  private let volume: Volume
  private var generation = 0

  package init(_ volume: Volume) {
    self.volume = volume
  }

  package func bind() {
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

  package func pause() { generation += 1 }
  package func resume() { bind() }
}
