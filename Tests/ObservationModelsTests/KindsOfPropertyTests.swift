import ObservationModels
import TestSupport
import Testing

/// Properties with special storage are tracked like all others.
@MainActor @Suite struct KindsOfPropertyTests {
  final class Owner {
    let name: String

    init(name: String) {
      self.name = name
    }
  }

  @ObservableModel final class Part {
    unowned var owner: Owner
    weak var other: Owner?
    private(set) var count = 0
    @ObservationIgnored private var seconds: Int

    /// With an init accessor of its own, which makes it a computed property: what it is stored in is ignored, so it reports by hand.
    var minutes: Int {
      @storageRestrictions(initializes: seconds)
      init(initialValue) {
        seconds = 60 * initialValue
      }
      get {
        access(keyPath: \.minutes)
        return seconds / 60
      }
      set {
        withMutation(keyPath: \.minutes) {
          seconds = 60 * newValue
        }
      }
    }

    init(owner: Owner, minutes: Int) {
      self.owner = owner
      self.minutes = minutes
    }

    func add() {
      count += 1
    }
  }

  @Test(arguments: [false, true]) func eachChangeOfEachKindIsSeen(inTransaction: Bool) async {
    let (first, second) = (Owner(name: "first"), Owner(name: "second"))
    let part = Part(owner: first, minutes: 2)
    let log = Log<String>()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      log.append("\(part.owner.name) \(part.other?.name ?? "-") \(part.count) \(part.minutes)")
    }
    let changes: [@MainActor () -> Void] = [
      { part.owner = second }, { part.other = first }, { part.other = nil }, { part.add() }, { part.minutes = 3 },
    ]
    for change in changes { if inTransaction { withObservationTransaction(change) } else { change() } }
    #expect(
      log.elements == [
        "first - 0 2", "second - 0 2", "second first 0 2", "second - 0 2", "second - 1 2", "second - 1 3",
      ]
    )
    token.cancel()
  }

  /// As with `@Observable`, assigning the same object isn't a change.
  @Test func theSameOwnerIsNoChange() {
    let owner = Owner(name: "only")
    let part = Part(owner: owner, minutes: 0)
    let counter = Counter()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      _ = part.owner
      counter.add()
    }
    part.owner = owner
    #expect(counter.count == 1)
    token.cancel()
  }
}
