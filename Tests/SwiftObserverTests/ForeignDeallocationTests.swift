import Foundation
import Testing

@testable import SwiftObserver

@MainActor private final class MainListener: @MainActor Observer {
  let receiver = Receiver()
}

@MainActor private final class MainRadio: @MainActor ObservableObject {
  let messenger = Messenger<Int>()
}

/// Objects of the main actor may be freed by any thread, while the main actor uses what they observed, or were observed
/// by.
@Suite @MainActor struct ForeignDeallocationTests {
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
    #expect(isFreed)
    radio.send(2)
    #expect(received == [1])
  }

  @Test func observableFreedByAnotherThreadIsNotObservedAnyMore() async {
    let observer = MainListener()
    var radio: MainRadio? = MainRadio()
    var isFreed = false
    let canary = Canary { isFreed = true }
    observer.observe(radio!) { [canary] _ in canary.sing() }
    _ = consume canary
    await freed(radio.take())
    #expect(isFreed)
    #expect(!observer.isObserving(MainRadio()))
  }

  /// What runs just then is freed by the delivery.
  @Test func handlerThatRunsWhileItsObserverIsFreedElsewhereIsFreedAfterwards() {
    let radio = MainRadio()
    var isFreed = false
    nonisolated(unsafe) var observer: MainListener? = MainListener()
    let canary = Canary { isFreed = true }
    unsafe observer?.observe(radio) { [canary] _ in
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        unsafe observer = nil
        end.signal()
      }
      end.wait()
      #expect(!isFreed)
      canary.sing()
    }
    _ = consume canary
    radio.send(1)
    #expect(isFreed)
    #expect(radio.messenger.observers.count == 0)
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

/// Made on no actor, moved to one, and freed by any thread: no type is unsafe here.
@Suite struct MovedObjectsTests {
  struct Pair {
    let messenger = Messenger<Int>()
    let listener = Listener()
    let total = Total()

    init() {
      listener.observe(messenger) { [total] in total.value += $0 }
    }
  }

  final class Total {
    var value = 0
  }

  @MainActor final class Owner {
    private let listener: Listener

    init(_ listener: Listener) {
      self.listener = listener
    }
  }

  @concurrent private func make() async -> sending Pair {
    Pair()
  }

  @Test @MainActor func observersDieElsewhereDuringDeliveries() async {
    for _ in 0..<200 {
      var pair: Pair? = await make()
      let (messenger, total) = (pair!.messenger, pair!.total)
      var owner: Owner? = Owner(pair!.listener)
      pair = nil
      messenger.send(1)
      #expect(total.value == 1)
      let end = Task.detached { [owner = owner.take()] in _ = owner }
      for _ in 0..<50 { messenger.send(1) }
      await end.value
      // The observer has been freed, whatever it has received until then.
      let received = total.value
      messenger.send(1)
      #expect(total.value == received)
    }
  }

  @Test func handlersAreFreedWhereverObservingStops() async {
    let (messenger, listener) = (Messenger<Int>(), Listener())
    var freed = 0
    for _ in 0..<2 {
      let canary = Canary { freed += 1 }
      listener.observe(messenger) { [canary] _ in canary.sing() }
      await Task.yield()
    }
    listener.stopObserving(messenger)
    #expect(freed == 2)
  }
}

/// Frees an object on another thread; returns when that is done.
private func freed(_ object: consuming sending some Sendable) async {
  await Task.detached { [object] in _ = object }.value
}
