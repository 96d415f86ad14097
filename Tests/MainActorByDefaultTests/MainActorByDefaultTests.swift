import Observation
import ObservationBridge
import ObservationModels
import TestSupport
import Testing

/// This module is isolated to the main actor by default, as new applications are.

@Observable
final class Settings {
  var volume = 5
}

final class VolumeController {
  let observations = ObservationScope()
  let settings: Settings
  private(set) var shown: [Int] = []
  private(set) var changes: [Int] = []

  init(_ settings: Settings) {
    self.settings = settings
    observations.observe(settings) { [weak self] _, settings in
      self?.shown.append(settings.volume)
    }
    observations.observe(settings, \.volume) { [weak self] change in
      self?.changes.append(change.new - change.old)
    }
  }
}

@ObservableModel
final class Preset {
  var volume = 5

  func mute() {
    withMutation(keyPath: \.volume) { _volume = 0 }
  }
}

struct MainActorByDefaultTests {
  @Test func modelsNeedNoAnnotation() async {
    let preset = Preset()
    let token = withPortableContinuousObservation { event in
      MainActor.assertIsolated()
      _ = (preset.volume, event.matches(\Preset.volume))
    }
    let volumes = await token.values { preset.volume }
    preset.volume = 7
    #expect(await volumes.waitUntilValue(7))
    preset.mute()
    #expect(await volumes.waitUntilValue(0))
    token.cancel()
  }

  @Test func scopesAndTokensNeedNoAnnotation() async {
    let settings = Settings()
    let controller = VolumeController(settings)
    let token = withPortableContinuousObservation { event in
      MainActor.assertIsolated()
      _ = (settings.volume, event.matches(\Settings.volume))
    }
    let volumes = await token.values { settings.volume }
    settings.volume = 7
    #expect(await volumes.waitUntilValue(7))
    await eventually { controller.shown.count >= 2 && !controller.changes.isEmpty }
    #expect(controller.shown == [5, 7])
    #expect(controller.changes == [2])
    token.cancel()
  }

  @Test func ownerIsNotKept() {
    weak var controller: VolumeController?
    do {
      let strong = VolumeController(Settings())
      controller = strong
    }
    #expect(controller == nil)
  }
}
