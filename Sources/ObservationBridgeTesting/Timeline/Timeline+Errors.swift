extension Timeline {
  /// An error for a sequence to throw where the input is drawn as `!`: see ``TimelineInput/error``.
  public struct Failure: Error, Equatable {}

  /// An error in the text of a timeline, with its place.
  public struct SyntaxError: Error, Equatable, CustomStringConvertible {
    /// The text of the timeline.
    public let text: String
    /// How many characters of the text precede the place.
    public let offset: Int
    /// The problem there.
    public let problem: String

    /// The line of the text, with a caret under the place and the problem beside the caret.
    public var description: String {
      let place = text.index(text.startIndex, offsetBy: offset)
      let start = text[..<place].lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
      let end = text[place...].firstIndex(where: \.isNewline) ?? text.endIndex
      let indentation = String(repeating: " ", count: text.distance(from: start, to: place))
      return "\(text[start..<end])\n\(indentation)^ \(problem)"
    }
  }

  /// Why a run didn't end properly.
  public struct RunError: Error, Equatable, CustomStringConvertible {
    /// What keeps a run from ending properly.
    public enum Reason: Equatable, Sendable {
      /// The input and the sequence have ended, but tasks are still sleeping on the run's clock.
      case notIdle(ManualClock.NotIdleError)
      /// The sequence didn't end when its iterating task was cancelled, or is waiting for code outside the run.
      case notEnded
      /// Long after the end of the input, the sequence still delivers values, or is still going to.
      case endless
      /// Jobs keep enqueuing jobs: the code polls.
      case restless
    }

    /// The obstacle to ending properly.
    public let reason: Reason
    /// The drawing until then.
    public let output: String

    /// The problem, the likely cause, and the remedy.
    public var description: String {
      let text =
        switch reason {
        case .notIdle(let error): "The sequence left tasks behind. \(error)"
        case .notEnded:
          """
          The sequence didn't end, although the task that iterates it was cancelled. Either it ignores cancellation, \
          or it waits for code that runs outside the run: another actor, or an unstructured task without isolation. \
          Keep its code on the run's actor and in child tasks.
          """
        case .endless:
          """
          \(Timeline.stepLimit) steps after the end of its input, the sequence is still sleeping. End it with "|" or "x" in the input, or give the timeline a longer step.
          """
        case .restless:
          """
          More than \(Timeline.jobLimit) jobs ran in one step, without an end. The code polls, by calling Task.yield() \
          or sleeping for no time: let it wait for a change or a deadline.
          """
        }
      return "\(text) Drawn until then: \"\(output)\""
    }
  }
}
