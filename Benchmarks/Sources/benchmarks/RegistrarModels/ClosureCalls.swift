/// The unit that costs of registrar models are counted in: one call in a loop over an array of 1,000 closures.
enum ClosureCalls {
  static let name = "a call in a loop over 1,000 closures"
  static let count = 1_000

  static let contender = Contender { repetitions in
    let (list, total) = (ClosureList<Int>(), Total())
    for _ in 0..<count { list.closures.append { total.value &+= $0 } }
    // As many calls as the other side makes operations, or up to a loop more.
    let loops = (repetitions + count - 1) / count
    let start = ContinuousClock.now
    for loop in 0..<loops { list.send(loop) }
    return elapsed(since: start) / Double(loops * count) * Double(repetitions)
  }

  /// The contender for rows whose repetitions make several operations.
  static func contender(perRepetition operations: Int) -> Contender {
    Contender { await contender.run($0 * operations) }
  }
}
