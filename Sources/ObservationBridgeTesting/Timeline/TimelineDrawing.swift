import ObservationBridge

/// The drawing of a run: written on the run's actor, read by the driver.
final class TimelineDrawing: Sendable {
  fileprivate struct State {
    var steps: [[String]] = [[]]
    var isOver = false
    var isClosed = false
    var bodyError: (any Error)?
  }

  private let state = LockedState(State())

  /// Whether the sequence has ended.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// The error thrown by the closure of the run.
  var bodyError: (any Error)? { state.withLock { $0.bodyError } }

  func beginStep() {
    state.withLock { $0.steps.append([]) }
  }

  func append<Element>(_ element: Element) {
    let symbol = timelineSymbol(for: element)
    state.withLock { $0.append(symbol) }
  }

  func end(_ symbol: String) {
    state.withLock { state in
      state.append(symbol)
      state.isOver = true
    }
  }

  func endWithoutSequence(_ error: any Error) {
    state.withLock { state in
      state.bodyError = error
      state.isOver = true
    }
  }

  /// The following events aren't drawn.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  /// The drawing, without idle steps at its end beyond the first `count`.
  func text(steps count: Int) -> String {
    var steps = state.withLock { $0.steps }
    while steps.count > count, steps.last == [] { steps.removeLast() }
    return steps.map { symbols in
      switch symbols.count {
      case 0: "-"
      case 1: symbols[0]
      default: "[\(symbols.joined())]"
      }
    }.joined()
  }
}

extension TimelineDrawing.State {
  fileprivate mutating func append(_ symbol: String) {
    if !isClosed { steps[steps.count - 1].append(symbol) }
  }
}
