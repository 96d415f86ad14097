/// An observation that lends its state to its node: see ``LentPasses``.
// Unchecked: it has no state of its own; the subclass says why that is safe which it adds.
class PassLender: ObserverNode, @unchecked Sendable {
  /// Runs a lent pass.
  ///
  /// - Parameters:
  ///   - reading: The number of its reading.
  ///   - passes: Those that the change leads to.
  /// - Returns: Whether there is nothing more to do.
  func runLentPass(_ reading: UInt, _ passes: LentPasses) -> Bool { true }

  /// Whether derived values have come out differently, so that a lent pass has to run.
  func checkForLentPass(_ node: GraphNode, _ passes: LentPasses) -> Bool { true }

  /// Takes the state back, unless somebody has.
  func takeBack() {}

  /// A lent pass is over, and has left something to do. The state has been taken back.
  func finishLentPass() {}
}
