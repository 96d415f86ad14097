import ObservationModels
import TestSupport
import Testing

/// Models of actors, and of none.
@Suite struct IsolationTests {
  @MainActor @Test func aModelOfTheMainActor() async {
    let model = Screen()
    expectChange(of: model, \.title) { model.title = "a" }
    expectChange(of: model, \.total) { model.total = 1 }
    expectChange(of: model, \.title) { model.rename() }
    let delivered = await firstTwo(of: model)
    #expect(delivered == ["b", "c"])
  }

  @MainActor private func firstTwo(of model: Screen) async -> [String] {
    var delivered: [String] = []
    for await title in ObservationBridge({ model.title }) {
      delivered.append(title)
      if delivered.count == 2 { break }
      model.title = "c"
    }
    return delivered
  }

  @StoreActor @Test func aModelOfAnotherActor() {
    let model = Storage()
    let (changes, passes) = (Counter(), Counter())
    withObservationTracking {
      _ = model.size
    } onChange: {
      changes.add()
    }
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      _ = model.size
      passes.add()
    }
    model.size = 2
    #expect((changes.count, passes.count) == (1, 2))
    token.cancel()
  }

  /// A nonisolated property of an isolated class keeps its own lock.
  @MainActor @Test func aPropertyWithoutIsolation() {
    let model = Screen()
    expectChange(of: model, \.level) { model.level = 3 }
  }

  @Test func aModelThatAnyThreadUses() async {
    let model = SharedModel()
    let log = Log<String>()
    let token = withPortableContinuousObservation { _ in log.append("\(model.count)") }
    await eventually { !log.elements.isEmpty }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 { model.increment() }
        }
      }
    }
    await eventually { log.elements.last == "400" }
    #expect(log.elements == log.elements.sorted { $0.count == $1.count ? $0 < $1 : $0.count < $1.count })
    token.cancel()
  }
}

@MainActor @ObservableModel private final class Screen {
  var title = ""
  @ObservationIgnored private var storedTotal = 0
  nonisolated var level: Int {
    get {
      access(keyPath: \.level)
      return storedLevel.withLock { $0 }
    }
    set { withMutation(keyPath: \.level) { storedLevel.withLock { $0 = newValue } } }
  }
  nonisolated let storedLevel = LockedState(0)

  var total: Int {
    get {
      access(keyPath: \.total)
      return storedTotal
    }
    set { withMutation(keyPath: \.total) { storedTotal = newValue } }
  }

  func rename() {
    withMutation(keyPath: \.title) { _title = "b" }
  }
}

@globalActor private actor StoreActor {
  static let shared = StoreActor()
}

@StoreActor @ObservableModel private final class Storage {
  var size = 1
}

/// Its value is guarded by a lock, and reported by hand.
@ObservableModel private final class SharedModel: Sendable {
  private let value = LockedState(0)

  var count: Int {
    access(keyPath: \.count)
    return value.withLock { $0 }
  }

  func increment() {
    withMutation(keyPath: \.count) { value.withLock { $0 += 1 } }
  }
}
