import Foundation
import Testing

@testable import SwiftObserver

@MainActor private final class MainListener: @MainActor Observer {
  let receiver = Receiver()
}

@MainActor private final class MainRadio: @MainActor ObservableObject {
  let messenger = Messenger<Int>()
}

/// Objects of the main actor may be freed by any thread, while the main actor uses what they observed, or were observed by.
@Suite @MainActor struct ForeignDeathTests {
  @Test func observerFreedByAnotherThreadGetsNothingAnyMore() async {
    let radio = MainRadio()
    var received: [Int] = []
    var isFreed = false
    var observer: MainListener? = MainListener()
    let canary = Canary { isFreed = true }
    observer?.observe(radio) { [canary] in
      canary.sing(); received.append($0)
    }
    _ = consume canary
    radio.send(1)
    await freed(observer.take())
    // The handler may have been running on the main actor just then, so it is freed there.
    #expect(!isFreed)
    radio.send(2)
    #expect(received == [1])
    for _ in 0..<8 { MainListener().observe(radio) { _ in } }
    #expect(isFreed)
  }

  @Test func observableFreedByAnotherThreadIsNotObservedAnyMore() async {
    let observer = MainListener()
    var radio: MainRadio? = MainRadio()
    var isFreed = false
    let canary = Canary { isFreed = true }
    observer.observe(radio!) { [canary] _ in canary.sing() }
    _ = consume canary
    await freed(radio.take())
    let others = (0..<8).map { _ in MainRadio() }
    for other in others {
      #expect(!observer.isObserving(other))
      observer.observe(other) { _ in }
    }
    #expect(isFreed)
  }

  /// For the thread sanitizer.
  @Test func manyDieElsewhereDuringDeliveries() async {
    let radio = MainRadio()
    var count = 0
    for _ in 0..<200 {
      let observers = (0..<10).map { _ in MainListener() }
      for observer in observers { observer.observe(radio) { count += $0 } }
      async let end: Void = freed(observers)
      for _ in 0..<20 { radio.send(1) }
      await end
    }
    #expect(count > 0)
    #expect(radio.messenger.observers.count < 100)
  }
}

/// Frees an object on another thread; returns when that is done.
private func freed(_ object: consuming sending some Sendable) async {
  await Task.detached { [object] in _ = object }.value
}
