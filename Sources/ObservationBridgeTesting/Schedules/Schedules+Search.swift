extension Schedules {
  /// The schedules tried by ``explore(_:_:)``.
  public struct Search: Sendable {
    enum Plan {
      case delays(atMost: Int)
      case random(seed: UInt64)
      case replay(Schedule)
    }

    let plan: Plan
    let limit: Int

    /// All schedules, or as many as the limit allows.
    ///
    /// In the simplest schedule, jobs run in the order in which they became ready. In the next ones, one job waits for
    /// its successor, then for two successors, and so on. So the first failing schedule is among the simplest ones.
    ///
    /// - Parameter limit: The greatest number of schedules to try; more than zero.
    /// - Returns: The search.
    public static func all(limit: Int = 20_000) -> Search {
      Search(.delays(atMost: .max), limit: limit)
    }

    /// All schedules in which jobs are overtaken only a few times, in the order of ``all(limit:)``.
    ///
    /// Most errors need few such delays, and their number doesn't grow exponentially (Emmi, Qadeer, Rakamarić: *Delay-Bounded Scheduling*, 2011).
    ///
    /// - Parameters:
    ///   - delays: The greatest number of overtakings in one schedule, zero or more.
    ///   - limit: The greatest number of schedules to try; more than zero.
    /// - Returns: The search.
    public static func delaying(atMost delays: Int, limit: Int = 100_000) -> Search {
      precondition(delays >= 0, "The number of delays is \(delays): it can't be negative.")
      return Search(.delays(atMost: delays), limit: limit)
    }

    /// Random schedules, for scenarios with too many schedules to try all.
    ///
    /// Tasks have random priorities, which change three times in a schedule (Burckhardt et al.: *A Randomized Scheduler with Probabilistic
    /// Guarantees of Finding Bugs*, 2010). The same seed tries the same schedules in any process.
    ///
    /// - Parameters:
    ///   - count: The number of schedules to try; more than zero.
    ///   - seed: The seed of the random numbers.
    /// - Returns: The search.
    public static func random(_ count: Int, seed: UInt64 = 0) -> Search {
      Search(.random(seed: seed), limit: count)
    }

    /// The one schedule printed by a failure.
    ///
    /// - Parameter schedule: The text from the failure.
    /// - Returns: The search.
    /// - Throws: ``SyntaxError`` if the text isn't a schedule.
    public static func replaying(_ schedule: String) throws(SyntaxError) -> Search {
      Search(.replay(try Schedule(schedule)), limit: 1)
    }

    private init(_ plan: Plan, limit: Int) {
      precondition(limit > 0, "The limit is \(limit): it has to be at least 1.")
      self.plan = plan
      self.limit = limit
    }
  }

  /// The schedules tried by ``explore(_:_:)``.
  public struct Exploration: Sendable, Equatable, CustomStringConvertible {
    /// How many schedules were tried.
    public let count: Int
    /// Whether there are no others, within the bound of the search.
    public let isComplete: Bool

    /// The number of schedules, and whether there are more.
    public var description: String {
      "\(count) schedule\(count == 1 ? "" : "s"), \(isComplete ? "which are all of them" : "and there are more")"
    }
  }
}
