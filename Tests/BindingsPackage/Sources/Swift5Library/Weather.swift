import Observation
import ObservationTracking

/// State of no isolation, as code in Swift 5 mode has it: here of the main thread.
@Observable public final class Weather {
  public var temperature = 20
  public var place = "Oslo"

  public init() {}
}

/// Shows it, with no isolation of its own.
public final class WeatherView {
  public private(set) var text = ""
  public private(set) var isWarm = false
  public private(set) var atOnce = 0
  let weather: Weather

  public init(_ weather: Weather) {
    self.weather = weather
  }

  @ObservationTracking
  public func bind() {
    text = "\(weather.place): \(weather.temperature)"
    isWarm = weather.temperature > 15
  }

  @ObservationTracking(isolation: .none)
  public func bindAtOnce() {
    atOnce = weather.temperature
  }
}

extension WeatherView {
  @ObservationTracking(isolation: .mainActor)
  public func bindMore() {
    self.isWarm = weather.temperature > 18
  }
}

@CancellableObservation
@MainActor public final class WeatherScreen {
  public private(set) var text = ""
  private let weather: Weather

  public init(_ weather: Weather) {
    self.weather = weather
  }

  @ObservationTracking
  public func bind() {
    text = weather.place
  }

  public func pause() { stopObservations() }
  public func resume() { startObservationsIfNeeded() }
}
