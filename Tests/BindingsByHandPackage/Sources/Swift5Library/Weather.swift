import Observation

@Observable public final class Weather {
  public var temperature = 20
  public var place = "Oslo"

  public init() {}
}

public final class WeatherView {
  public private(set) var text = ""
  public private(set) var isWarm = false
  public private(set) var atOnce = 0
  let weather: Weather

  public init(_ weather: Weather) {
    self.weather = weather
  }

  public func bind() {
    observeText()
    observeIsWarm()
  }

  public func bindAtOnce() {
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
  public func bindMore() {
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

@MainActor public final class WeatherScreen {
  public private(set) var text = ""
  private let weather: Weather
  private var generation = 0

  public init(_ weather: Weather) {
    self.weather = weather
  }

  public func bind() {
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

  public func pause() { generation += 1 }
  public func resume() { bind() }
}
