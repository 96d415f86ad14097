import Exploration
import Testing

struct ReplayTextTests {
  @Test func aScheduleIsReadAsItWasWritten() throws {
    let steps = [
      step(0, after: 0, enabled: 0b11), step(1, after: 0, enabled: 0b11), step(1, after: 1, enabled: 0b11),
      step(2, after: 1, enabled: 0b101), step(0, after: 2, enabled: 0b01),
    ]
    let text = ReplayText(steps)
    #expect(text.description == "1:1 3:2")
    let read = try ReplayText(text.description)
    #expect(read == text)
    for (index, step) in steps.enumerated() {
      #expect(read.thread(atChoice: index, after: step.previous, enabled: step.enabled) == step.thread)
    }
  }

  @Test func aScheduleWithoutDeviationsHasAText() throws {
    let text = ReplayText([step(0, after: 0, enabled: 0b11)])
    #expect(text.description == "in order")
    #expect(try ReplayText("in order") == text)
  }

  @Test(arguments: ["", "1", "1:", "1:x", "1:1:1", "2:1 1:1", "-1:1", "1:64"])
  func textThatIsNoScheduleIsRejected(text: String) {
    #expect(throws: ReplayText.SyntaxError.self) { try ReplayText(text) }
  }

  @Test func aThreadThatCantGoOnIsNoticed() throws {
    let text = try ReplayText("0:3")
    #expect(text.thread(atChoice: 0, after: 0, enabled: 0b11) == nil)
  }

  private func step(_ thread: Int, after previous: Int, enabled: UInt64) -> ExploredRun.Step {
    ExploredRun.Step(enabled: enabled, previous: previous, thread: thread, signature: 0, accesses: [])
  }
}
