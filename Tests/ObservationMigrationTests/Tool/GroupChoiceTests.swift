import Testing

@testable import observation_migrate

@Suite struct GroupChoiceTests {
  @Test(
    arguments: [
      ([.yes, .no, .yes], [4, 9]),
      ([.no, .all], [2, 9]),
      ([.yes, .quit], [4]),
      ([.all], [4, 2, 9]),
      ([.quit], []),
      ([.yes, .yes, .yes, .yes, .all], [4, 2, 9]),
    ] as [([GroupChoice.Answer], Set<Int>)]
  )
  func answersDecideGroupByGroup(answers: [GroupChoice.Answer], accepted: Set<Int>) {
    var choice = GroupChoice([4, 2, 9])
    for answer in answers { choice.answer(answer) }
    #expect(choice.accepted == accepted)
    #expect(choice.next == nil)
  }

  @Test func groupsAreAskedInTheirOrder() {
    var choice = GroupChoice([4, 2])
    #expect(choice.next == 4)
    choice.answer(.no)
    #expect(choice.next == 2)
    choice.answer(.yes)
    #expect(choice.next == nil)
    #expect(GroupChoice([]).next == nil)
  }

  @Test func wordsAndTheirFirstLettersAreAnswers() {
    #expect(
      ["y", "YES", "n", "no", "a", "all", "q", "Quit"].map(GroupChoice.Answer.init)
        == [.yes, .yes, .no, .no, .all, .all, .quit, .quit]
    )
    for text in ["", "?", "yess", "x"] { #expect(GroupChoice.Answer(text) == nil) }
  }
}
