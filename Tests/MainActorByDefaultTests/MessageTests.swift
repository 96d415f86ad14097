import Observation
import SwiftObserver
import TestSupport
import Testing

final class Sky: ObservableObject {
  let messenger = Messenger<String>()
}

final class SkyWatcher: Observer {
  let receiver = Receiver()
  var seen: [String] = []

  init(_ sky: Sky, _ settings: Settings) {
    observe(sky).map({ "sky " + $0 }) { [weak self] in self?.seen.append($0) }
    observe(settings, \.volume).new { [weak self] in self?.seen.append("volume \($0)") }
  }
}

final class Weather: Messenger<String> {
  var forecast = "sun" {
    didSet { send(forecast) }
  }
}

/// Messages and variables in a module that is isolated to the main actor by default.
struct MessageTests {
  @Test func classesConformWithoutAnnotation() async {
    let (sky, settings) = (Sky(), Settings())
    let watcher = SkyWatcher(sky, settings)
    sky.send("blue")
    settings.volume = 7
    await eventually { watcher.seen.count >= 2 }
    #expect(watcher.seen == ["sky blue", "volume 7"])
  }

  @Test func messengerIsSubclassed() {
    let (weather, watcher) = (Weather(), SkyWatcher(Sky(), Settings()))
    watcher.observe(weather) { watcher.seen.append($0) }
    weather.forecast = "rain"
    #expect(watcher.seen == ["rain"])
    watcher.stopObserving()
  }

  @Test func variablesAndTransformsNeedNoAnnotation() {
    let number = Var(1)
    let text = number.new().map { "\($0)" }
    let watcher = SkyWatcher(Sky(), Settings())
    watcher.observe(text) { watcher.seen.append($0) }
    number <- 2
    #expect(watcher.seen == ["2"])
    watcher.stopObserving()
  }
}
