/// One comparison.
struct Row: Sendable {
  enum Unit: String, Sendable {
    case nanoseconds = "ns"
    case bytes = "B"
    case allocations = "allocs"
    case jobs = "jobs"
  }

  let name: String
  let rival: String
  /// Whether the rival does less than the library has to: a unit to count in, or the least that can be.
  var isFloor = false
  var unit = Unit.nanoseconds
  /// How many of the printed operations one repetition makes.
  var operationsPerRepetition = 1
  /// Repetitions per round; nil for as many as the length of a round asks for.
  var repetitions: Int?
  /// What the ratio, or where `isAbsolute` the number itself, is not to exceed.
  var limits: Limits?
  var isAbsolute = false
  /// Whether the row is about threads of several processors, and so runs on all of them.
  var usesAllProcessors = false
  /// Whether one repetition takes so long that quick runs leave the row out, and others make few rounds.
  var isLong = false
  let prepare: @Sendable () async -> (ours: Contender, rival: Contender)
}
