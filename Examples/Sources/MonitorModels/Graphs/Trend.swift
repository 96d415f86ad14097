public import Observation

/// The graph of a panel: the part of a history that is shown.
///
/// Only that part is observable, and `@Observable` drops the assignment of an equal value. Samples that leave the picture
/// as it is lead to no pass.
@MainActor @Observable
public final class Trend {
  /// A level per column; nil for the time before the first sample.
  public private(set) var levels: [Level?] = []
  @ObservationIgnored private var history = History()
  @ObservationIgnored package private(set) var size = GraphSize.none

  package func append(_ share: Double) {
    history.append(share)
    show()
  }

  /// Shows as much as there is room for.
  public func fit(_ size: GraphSize) {
    self.size = size
    show()
  }

  private func show() {
    levels = history.latest(min(size.columns, History.capacity)).map { share in
      share.map { Level(share: $0, rows: size.rows) }
    }
  }
}
