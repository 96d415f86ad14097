/// Observations that lend their state to their nodes, or have nothing else: see ``LentPasses``.
// Unchecked: it has no state of its own that changes; the subclasses say why that is safe which they add.
class PassLender: ObserverNode, @unchecked Sendable {
  /// Where passes may run inside changes, as ``ExecutorIdentity/mark`` tells; 0 for everywhere.
  final let executorMark: UInt

  init(on executorMark: UInt) {
    self.executorMark = executorMark
    super.init()
  }

  /// Runs a lent pass.
  ///
  /// - Parameters:
  ///   - node: The node of the observation.
  ///   - kind: What the pass is.
  ///   - reading: The number of its reading.
  ///   - passes: Those that the change leads to.
  /// - Returns: Whether there is nothing more to do.
  func runLentPass(_ node: GraphNode, _ kind: PassKind, _ reading: UInt, _ passes: LentPasses) -> Bool { true }

  /// Takes the state back, unless somebody has. Not called for bare observations.
  func takeBack() {}

  /// A lent pass is over, and has left something to do. The state has been taken back.
  func finishLentPass() {}
}
