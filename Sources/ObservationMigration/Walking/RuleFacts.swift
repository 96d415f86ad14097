/// What a rule keeps of one file, beginning with nothing.
protocol RuleFacts: Sendable {
  init()
}

/// The facts of a rule that keeps none.
struct NoFacts: RuleFacts {}
