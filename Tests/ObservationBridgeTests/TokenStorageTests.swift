import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Tokens in collections.
@Suite @MainActor struct TokenStorageTests {
  private let profile = Profile()

  private func observe(_ log: Log<Int>) -> PortableObservationToken {
    withPortableContinuousObservation { [profile] _ in log.append(profile.age) }
  }

  @Test func aSetOfTokensKeepsTheirObservations() async {
    let log = Log<Int>()
    var tokens: Set<PortableObservationToken> = []
    observe(log).store(in: &tokens)
    withPropertyObservation(of: profile, \.age) { log.append($0.new) }.store(in: &tokens)
    #expect(tokens.count == 2)
    profile.age = 37
    await eventually { log.elements.sorted() == [36, 37, 37] }
    tokens = []
    profile.age = 38
    await mainActorTurns()
    #expect(log.elements.sorted() == [36, 37, 37])
  }

  @Test func anArrayOfTokensKeepsTheirObservations() async {
    let log = Log<Int>()
    var tokens: [PortableObservationToken] = []
    observe(log).store(in: &tokens)
    observe(log).store(in: &tokens)
    #expect(tokens.map(\.isActive) == [true, true])
    profile.age = 37
    await eventually { log.elements == [36, 36, 37, 37] }
    tokens.removeAll()
    profile.age = 38
    await mainActorTurns()
    #expect(log.elements == [36, 36, 37, 37])
  }

  @Test func aTokenEqualsOnlyItself() {
    let log = Log<Int>()
    let (first, second) = (observe(log), observe(log))
    #expect(first == first)
    #expect(first != second)
    var tokens: Set = [first]
    first.store(in: &tokens)
    #expect(tokens.count == 1)
    #expect(tokens.contains(first))
    #expect(!tokens.contains(second))
    first.cancel()
    #expect(tokens.contains(first))
    #expect(tokens.first?.isActive == false)
    second.cancel()
  }

  @Test func deliveriesOfOneObservationAreEqual() {
    let scope = ObservationScope()
    let first = scope.observe(profile) { _ in }
    let second = scope.observe(profile) { _ in }
    #expect(first == first)
    #expect(first != second)
    #expect(Set([first, first, second]).count == 2)
  }
}
