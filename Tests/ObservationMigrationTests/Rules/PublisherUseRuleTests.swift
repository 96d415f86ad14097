import Testing

@testable import ObservationMigration

/// What becomes of a use of a publisher follows from a few facts about it.
@Suite struct PublisherUseRuleTests {
  private static let reason = "A reason."

  @Test(
    arguments: [
      (UseOfPublisher(kind: .forwarding), .removed),
      (UseOfPublisher(kind: .forwarding, feeds: true), .removed),
      (UseOfPublisher(kind: .forwarding, feeds: true, keepsPublisher: true), .kept),
      (UseOfPublisher(kind: .subscription), .rewritten),
      (UseOfPublisher(kind: .subscription, feeds: true), .rewritten),
      (UseOfPublisher(kind: .subscription, showsTiming: true), .rewritten),
      (UseOfPublisher(kind: .subscription, feeds: true, showsTiming: true), .fed),
      (UseOfPublisher(kind: .subscription, obstacle: reason), .blocked(reason)),
      (UseOfPublisher(kind: .subscription, feeds: true, obstacle: reason), .fed),
      (UseOfPublisher(kind: .reception), .rewritten),
      (UseOfPublisher(kind: .reception, feeds: true), .rewritten),
      (UseOfPublisher(kind: .reception, obstacle: reason), .blocked(reason)),
      (UseOfPublisher(kind: .reception, feeds: true, obstacle: reason), .fed),
      (UseOfPublisher(kind: .assignment), .rewritten),
      (UseOfPublisher(kind: .assignment, feeds: true), .rewritten),
      (UseOfPublisher(kind: .assignment, obstacle: reason), .blocked(reason)),
      // What writes to a publisher can't write to a subject.
      (UseOfPublisher(kind: .assignment, feeds: true, obstacle: reason), .blocked(reason)),
      (UseOfPublisher(kind: .value), .unclear),
      (UseOfPublisher(kind: .value, feeds: true), .fed),
      (UseOfPublisher(kind: .value, feeds: true, isKnown: false), .unclear),
      (UseOfPublisher(kind: .value, feeds: true, isWrittenTo: true), .unclear),
    ] as [(UseOfPublisher, UseOfPublisher.Outcome)]
  )
  func useBecomesWhatItsFactsSay(_ use: UseOfPublisher, _ outcome: UseOfPublisher.Outcome) {
    #expect(use.outcome == outcome)
  }
}
