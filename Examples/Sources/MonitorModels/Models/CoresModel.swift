public import Observation

/// How busy each processor is.
@MainActor @Observable
public final class CoresModel {
  /// One model for each.
  public private(set) var cores: [CoreModel]
  @ObservationIgnored private var graph = GraphSize.none

  package init(count: Int) {
    cores = (0..<count).map { _ in CoreModel() }
  }

  package func apply(_ shares: [Double]) {
    // Cores can be switched on and off.
    if cores.count != shares.count {
      cores = shares.map { _ in CoreModel() }
      fit(graph)
    }
    for (core, share) in zip(cores, shares) { core.apply(share) }
  }

  /// Gives each core so much room for its graph.
  public func fit(_ graph: GraphSize) {
    self.graph = graph
    for core in cores { core.trend.fit(graph) }
  }
}
