import Observation
import TestSupport
import Testing

@testable import SwiftObserver

@Observable private final class Profile {
  var name = "Ada"
  var age = 36
  var title: String { "\(name), \(age)" }
}

/// Properties of `@Observable` objects as messages.
@Suite @MainActor struct PropertyMessageTests {
  private let profile = Profile()
  private let observer = Listener()

  @Test func observingAPropertySendsNothingAtTheStart() async {
    let log = Log<Update<String>>()
    observer.observe(profile, \.name) { log($0) }
    #expect(log.entries.isEmpty)
    profile.name = "Grace"
    await received(1, log)
    #expect(log.entries == [Update("Ada", "Grace")])
  }

  @Test(.reportsAfterStore) func everyChangeIsAnUpdateInsideTheMutation() {
    let log = Log<Update<Int>>()
    observer.observe(profile, \.age) { log($0) }
    for age in 37...39 {
      profile.age = age
      #expect(log.entries.last == Update(age - 1, age))
    }
    #expect(log.entries.count == 3)
  }

  @Test func lastChangeIsDelivered() async {
    let log = Log<Update<Int>>()
    observer.observe(profile, \.age) { log($0) }
    for age in 37...50 { profile.age = age }
    await eventually { log.entries.last?.new == 50 }
    #expect(log.entries.first?.old == 36)
  }

  @Test func authorIsTheObject() async {
    let log = Log<Bool>()
    observer.observe(profile, \.age) { [weak profile] _, author in log(author === profile) }
    observer.observe(profile, \.age).receive { [weak profile] _, author in log(author === profile) }
    profile.age = 1
    await received(2, log)
    #expect(log.entries == [true, true])
  }

  @Test func transformsApply() async {
    let log = Log<String>()
    observer.observe(profile, \.name).new().filter { $0 != "" }.map({ $0.uppercased() }) { log($0) }
    observer.observe(profile, \.name).from(profile).new { log($0) }
    observer.observe(profile, \.name).notFrom(profile).new { log("never \($0)") }
    profile.name = "Grace"
    await received(2, log)
    #expect(log.entries.sorted() == ["GRACE", "Grace"])
  }

  @Test func computedPropertyIsObserved() async {
    let log = Log<String>()
    observer.observe(profile, \.title).new { log($0) }
    profile.age = 37
    await received(1, log)
    #expect(log.entries == ["Ada, 37"])
  }

  @Test func observationEndsWithTheObserver() async {
    let log = Log<Int>()
    var isFreed = false
    do {
      let observer = Listener()
      let canary = Canary { isFreed = true }
      observer.observe(profile, \.age) { [canary] in
        canary.sing(); log($0.new)
      }
    }
    #expect(isFreed)
    await change(log)
  }

  @Test func stopObservingEndsIt() async {
    let log = Log<Int>()
    observer.observe(profile, \.age) { log($0.new) }
    observer.observe(profile, \.name) { log($0.new.count) }
    #expect(observer.isObserving(profile))
    observer.stopObserving(profile)
    #expect(!observer.isObserving(profile))
    observer.stopObserving(nil as Profile?)
    await change(log)
    observer.observe(profile, \.age) { log($0.new) }
    observer.stopObserving()
    await change(log)
  }

  @Test func objectIsNotHeldAndTheObservationEndsWithIt() {
    weak var seen: Profile?
    do {
      let profile = Profile()
      seen = profile
      observer.observe(profile, \.age) { _ in }
    }
    #expect(seen == nil)
    for _ in 0..<100 { observer.observe(Profile(), \.age) { _ in } }
    #expect(observer.receiver.connectionCount <= 8)
  }

  @Test func worksOnAnyActor() async {
    actor Place {
      private let profile = Profile()
      private let observer = Listener()
      private var ages: [Int] = []

      func run() async -> [Int] {
        observer.observe(profile, \.age).new { self.ages.append($0) }
        profile.age = 5
        await eventually { !ages.isEmpty }
        observer.stopObserving()
        return ages
      }
    }
    #expect(await Place().run() == [5])
  }

  /// Changes all properties; nothing is logged, though another observer has heard of it.
  private func change(_ log: Log<Int>) async {
    let (other, seen) = (Listener(), Log<Int>())
    other.observe(profile, \.age) { seen($0.new) }
    other.observe(profile, \.name) { seen($0.new.count) }
    profile.age += 1
    profile.name += "!"
    await received(2, seen)
    #expect(log.entries.isEmpty)
  }

  private func received<Entry>(_ count: Int, _ log: Log<Entry>) async {
    await eventually { log.entries.count >= count }
  }
}
