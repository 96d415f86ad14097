/// An observation that lends its state to its node, or has no other state: see ``LentPasses``.
// Unchecked: its only field is constant; the subclasses justify their own fields.
class PassLender: ObserverNode, @unchecked Sendable {
  /// The executor on which passes may run inside changes, from ``ExecutorIdentity/mark``; 0 for any.
  final let executorMark: UInt

  init(on executorMark: UInt) {
    self.executorMark = executorMark
    super.init()
  }

  /// Runs a lent pass.
  ///
  /// - Parameters:
  ///   - node: The node of the observation.
  ///   - kind: The kind of the pass.
  ///   - reading: The number of the pass's reading.
  ///   - passes: The passes that the change starts.
  /// - Returns: Whether no more is to be done.
  func runLentPass(_ node: GraphNode, _ kind: PassKind, _ reading: UInt, _ passes: LentPasses) -> Bool { true }

  /// Takes the state back from the node, unless it has been taken back. Not called for bare observations.
  func takeBack() {}

  /// Finishes a lent pass that has left more to do. The state has been taken back.
  func finishLentPass() {}
}
