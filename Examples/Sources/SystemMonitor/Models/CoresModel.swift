import Observation

/// How busy each processor is.
@MainActor @Observable
final class CoresModel {
  private(set) var cores: [CoreModel]
  @ObservationIgnored private var graph = GraphSize.none

  init(count: Int) {
    cores = (0..<count).map { _ in CoreModel() }
  }

  func apply(_ shares: [Double]) {
    // Cores can be switched on and off.
    if cores.count != shares.count {
      cores = shares.map { _ in CoreModel() }
      fit(graph)
    }
    for (core, share) in zip(cores, shares) { core.apply(share) }
  }

  /// Gives each core so much room for its graph.
  func fit(_ graph: GraphSize) {
    self.graph = graph
    for core in cores { core.trend.fit(graph) }
  }
}
