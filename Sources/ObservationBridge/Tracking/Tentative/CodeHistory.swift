/// The experience with a closure of observers.
///
/// The first reading of an observer is registered with a cancellation probe, unless it reads registrar models alone.
/// The registration takes 2 µs, and 0.9 kB until the next reading. Rows of a list, or effects of one kind, run the same
/// closure, and mostly read the same kinds of models: what the first of them has read is expected of the others.
enum CodeHistory {
  case unknown
  /// A first reading has read registrar models, and no reading is known to have read a standard model.
  case registrarModels
  /// A reading without a probe has read a standard model, or a reading contained foreign trackers. Such code keeps its
  /// probes: otherwise, each of its observers could leave a registration that can't be ended.
  case needsProbes

  /// The histories by ``ObserverNode/code``. There are as many as the program has closures of observations, derived
  /// values, types of models that observations end with, and types of stream values.
  final class Table: Sendable {
    fileprivate let known = LockedState<[UInt: CodeHistory]>([:])
  }

  private static let ofProcess = Table()

  /// An explored run begins without histories. Else, what other code has read meanwhile would change its schedules.
  private static var table: Table { ExploredRun.current?.histories ?? ofProcess }

  static func of(_ code: UInt) -> CodeHistory {
    code == 0 ? .unknown : table.known.withLock { $0[code] } ?? .unknown
  }

  /// Notes the kind of a reading that was registered with this probe.
  static func noteReading(by observer: ObserverNode, _ probe: CancellationProbe?, isFirst: Bool) {
    if probe?.containsForeignTrackers == true {
      note(.needsProbes, of: observer.code)
    } else if isFirst, GraphReading.current?.value.hasRead == true {
      note(.registrarModels, of: observer.code)
    }
  }

  static func note(_ history: CodeHistory, of code: UInt) {
    if code == 0 { return }
    table.known.withLock { known in
      if known[code] != .needsProbes { known[code] = history }
    }
  }
}
