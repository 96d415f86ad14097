import Observation

@Observable package final class Weather {
  package var temperature = 20
  package var place = "Oslo"

  package init() {}
}

package final class WeatherView {
  package private(set) var text = ""
  package private(set) var isWarm = false
  package private(set) var atOnce = 0
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
