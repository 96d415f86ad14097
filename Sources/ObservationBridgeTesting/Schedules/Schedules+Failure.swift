extension Schedules {
  /// The failing schedule of a scenario, with the reason.
  public struct Failure: Error, CustomStringConvertible {
    /// How a schedule can fail.
    public enum Reason: Sendable {
      /// The scenario threw this error.
      case threw(any Error)
      /// No job is left, and the scenario hasn't returned: a deadlock, or a wait for another thread or a Dispatch
      /// queue.
      case stalled
      /// Jobs keep leading to further jobs: the code polls.
      case endless
      /// The scenario behaved differently than before under the same schedule, so its schedules can't be searched.
      case notRepeatable
      /// Schedules can't be explored in this program, for the given reason: its Swift runtime is linked statically, or
      /// is unknown to this module. Nothing has been run.
      case unsupported(String)
    }

    /// The reason for the failure.
    public let reason: Reason
    /// The schedule as a text for ``Search/replaying(_:)``.
    public let schedule: String
    /// The number of schedules tried, including this one.
    public let number: Int
    /// The jobs of the schedule, one per line, with a column for each task.
    public let timeline: String

    /// The failure, its place, and the way to see it again.
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

  /// An error for a text that isn't a schedule.
  public struct SyntaxError: Error, Equatable, CustomStringConvertible {
    /// The text.
    public let text: String
    /// The part of the text that isn't understood.
    public let part: String

    /// The problem, with an example of a schedule.
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
