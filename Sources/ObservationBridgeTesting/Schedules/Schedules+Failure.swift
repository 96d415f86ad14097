extension Schedules {
  /// Says which schedule of a scenario failed, and how.
  public struct Failure: Error, CustomStringConvertible {
    /// How a schedule can fail.
    public enum Reason: Sendable {
      /// The scenario threw this error.
      case threw(any Error)
      /// Nothing is left to run, and the scenario hasn't returned: a deadlock, or it waits for another thread or a Dispatch queue.
      case stalled
      /// Jobs keep leading to further jobs: the code polls.
      case endless
      /// The scenario behaved differently than before under the same schedule, so its schedules can't be searched.
      case notRepeatable
      /// Schedules can't be explored in this program, for the reason given: its Swift runtime is linked statically, or isn't one that this
      /// module knows. Nothing has been run.
      case unsupported(String)
    }

    /// How it failed.
    public let reason: Reason
    /// The schedule, as ``Search/replaying(_:)`` takes it.
    public let schedule: String
    /// How many schedules had been tried, this one included.
    public let number: Int
    /// What ran, one job per line, with a column for each task.
    public let timeline: String

    /// What happened, when, and how to see it again.
    public var description: String {
      switch reason {
      case .unsupported:
        reason.text
      default:
        """
        Schedule \(number) failed: \(reason.text)
        \(timeline)
        Replay it with Schedules.explore(try .replaying("\(schedule)")).
        """
      }
    }
  }

  /// Says that a text isn't a schedule, and where it's wrong.
  public struct SyntaxError: Error, Equatable, CustomStringConvertible {
    /// The text.
    public let text: String
    /// The part of it that can't be understood.
    public let part: String

    /// What is wrong, and what a schedule looks like.
    public var description: String {
      "\"\(text)\" isn't a schedule: \"\(part)\" doesn't have the form CHOICE:OPTION, with increasing choices, as in \"3:1 7:2\"."
    }
  }
}

extension Schedules.Failure.Reason {
  var text: String {
    switch self {
    case .threw(let error): "\(error)"
    case .stalled:
      """
      nothing is left to run, and the scenario hasn't returned. Either tasks wait for each other, or one waits for a thread, a Dispatch \
      queue or an executor outside the scenario.
      """
    case .endless: "it hasn't ended after \(Schedules.jobLimit) jobs. Something polls: wait for a value instead."
    case .notRepeatable:
      """
      under the same schedule the scenario behaved differently than before. Create new objects each time, and don't depend on random \
      numbers, on time, or on the order of a set or a dictionary.
      """
    case .unsupported(let problem): "Schedules can't be explored in this program: \(problem)"
    }
  }
}
