/// One side of a comparison: the library, or its rival.
struct Contender: Sendable {
  /// Repeats the operation; returns what that took, in the unit of the row.
  let run: @Sendable (_ repetitions: Int) async -> Double
  /// Lets go of what later rounds would have used.
  let end: @Sendable () async -> Void

  init(
    run: @escaping @Sendable (_ repetitions: Int) async -> Double,
    end: @escaping @Sendable () async -> Void = {}
  ) {
    self.run = run
    self.end = end
  }
}
