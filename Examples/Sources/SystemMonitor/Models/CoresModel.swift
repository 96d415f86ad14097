import Observation

/// How busy each processor is.
@MainActor @Observable
final class CoresModel {
  private(set) var cores: [CoreModel]
  @ObservationIgnored private var trendWidth = 0

  init(count: Int) {
    cores = (0..<count).map { _ in CoreModel() }
  }

  func apply(_ shares: [Double]) {
    // Cores can be switched on and off.
    if cores.count != shares.count {
      cores = shares.map { _ in CoreModel() }
      fit(trend: trendWidth)
    }
    for (core, share) in zip(cores, shares) { core.apply(share) }
  }

  func fit(trend width: Int) {
    trendWidth = width
    for core in cores { core.trend.fit(width) }
  }
}
