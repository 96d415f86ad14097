import Exploration
import Testing

struct RandomPrioritiesTests {
  @Test func theSameSeedChoosesTheSame() {
    let choices = (0..<20).map { seed in choose(UInt64(seed)) }
    #expect(choices == (0..<20).map { seed in choose(UInt64(seed)) })
    #expect(Set(choices).count > 1)
  }

  @Test func onlyThreadsThatCanGoOnAreChosen() {
    var priorities = RandomPriorities(seed: 1, choices: 50, changes: 3)
    for index in 0..<50 {
      let enabled: UInt64 = index.isMultiple(of: 2) ? 0b101 : 0b110
      #expect(enabled >> UInt64(priorities.thread(atChoice: index, enabled: enabled)) & 1 == 1)
    }
  }

  @Test func withoutChangesOneThreadGoesOnForAsLongAsItCan() {
    for seed in 0..<20 {
      var priorities = RandomPriorities(seed: UInt64(seed), choices: 10, changes: 0)
      #expect(Set((0..<10).map { priorities.thread(atChoice: $0, enabled: 0b111) }).count == 1)
    }
  }

  private func choose(_ seed: UInt64) -> [Int] {
    var priorities = RandomPriorities(seed: seed, choices: 10, changes: 2)
    return (0..<10).map { priorities.thread(atChoice: $0, enabled: 0b111) }
  }
}
