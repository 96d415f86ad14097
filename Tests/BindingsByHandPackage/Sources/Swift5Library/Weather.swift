import Observation

@Observable package final class Weather {
  package var temperature = 20
  package var place = "Oslo"

  package init() {}
}

package final class WeatherView {
  package private(set) var text = "" {
    didSet { runCount += 1 }
  }
  package private(set) var runCount = 0
  package private(set) var isWarm = false
  package private(set) var atOnce = 0
  package private(set) var note = ""
  package private(set) var changeCount = 0
  let weather: Weather

  package init(_ weather: Weather) {
    self.weather = weather
  }

  package func bind() {
    observeText()
    observeIsWarm()
  }

  package func bindAtOnce() {
    observeAtOnce()
  }

  package func bindNote() {
    observeNote()
    observeShow()
    observeRecord()
  }

  private func observeNote() {
    withObservationTracking {
      do {
        note = try describe(weather.temperature)
      } catch {
        note = "cold"
      }
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeNote() }
    }
  }

  private func observeShow() {
    withObservationTracking {
      if weather.temperature < 0 { show(true) }
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeShow() }
    }
  }

  private func observeRecord() {
    withObservationTracking {
      try? record(weather.place)
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeRecord() }
    }
  }

  private struct Cold: Error {}

  private func describe(_ temperature: Int) throws -> String {
    if temperature < 0 { throw Cold() }
    return "mild"
  }

  private func show(_ isCold: Bool) { changeCount += 1 }
  private func record(_ place: String) throws { changeCount += 10 }

  private func observeText() {
    text = withObservationTracking {
      "\(weather.place): \(weather.temperature)"
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeText() }
    }
  }

  private func observeIsWarm() {
    isWarm = withObservationTracking {
      weather.temperature > 15
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeIsWarm() }
    }
  }

  private func observeAtOnce() {
    atOnce = withObservationTracking {
      weather.temperature
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeAtOnce() }
    }
  }
}

extension WeatherView {
  package func bindMore() {
    observeSelfIsWarm()
  }

  private func observeSelfIsWarm() {
    self.isWarm = withObservationTracking {
      weather.temperature > 18
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeSelfIsWarm() }
    }
  }
}

@MainActor package final class WeatherScreen {
  package private(set) var text = ""
  private let weather: Weather
  private var generation = 0

  package init(_ weather: Weather) {
    self.weather = weather
  }

  package func bind() {
    generation += 1
    observeText(generation)
  }

  private func observeText(_ generation: Int) {
    guard generation == self.generation else { return }
    text = withObservationTracking {
      weather.place
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeText(generation) }
    }
  }

  package func pause() { generation += 1 }
  package func resume() { bind() }
}
