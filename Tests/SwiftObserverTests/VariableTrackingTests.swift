import Observation
import SwiftObserver
import TestSupport
import Testing

@testable import ObservationBridge

/// A variable is `Observable`.
@Suite @MainActor struct VariableTrackingTests {
  @Test func continuousObservationTracksAVariable() async {
    let variable = Var(1)
    let log = Log<Int>()
    let token = withPortableContinuousObservation { _ in log(variable.value) }
    for value in 2...5 { variable <- value }
    variable <- 5
    await eventually { log.entries.last == 5 }
    #expect(log.entries == [1, 5])
    token.cancel()
  }

  @Test func changeIsMatchedByTheKeyPath() async {
    let (variable, other) = (Var(1), Var("a"))
    let log = Log<[Bool]>()
    let token = withPortableContinuousObservation { event in
      _ = (variable.value, other.value)
      guard event.kind != .initial else { return }
      log([event.matches(\Var<Int>.value), event.matches(\Var<String>.value)])
    }
    variable <- 2
    await eventually { !log.entries.isEmpty }
    #expect(log.entries[0][0])
    #expect(!log.entries[0][1])
    token.cancel()
  }

  @Test func propertyMadeOfVariablesIsTracked() async {
    final class Model {
      @ObservableVar var first = "Ada"
      @ObservableVar var last = "Lovelace"
      var name: String { first + " " + last }
    }
    let model = Model()
    let log = Log<String>()
    let token = withPortableContinuousObservation { _ in log(model.name) }
    model.last = "King"
    await eventually { log.entries.count >= 2 }
    #expect(log.entries == ["Ada Lovelace", "Ada King"])
    token.cancel()
  }

  @Test func streamYieldsTheValuesOfAVariable() async {
    let variable = Var(1)
    var iterator = ObservationStream(on: MainActor.shared) { variable.value }.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    variable <- 2
    #expect(await iterator.next() == 2)
  }

  @Test func trackingCodeIsNotifiedBeforeTheUpdateIsSent() {
    let (variable, observer, log) = (Var(1), Listener(), Log<String>())
    observer.observe(variable) { log("update \($0.new)") }
    // `onChange` is called where the change is made: here.
    nonisolated(unsafe) let logIn = log
    nonisolated(unsafe) let variableIn = variable
    withObservationTracking {
      _ = variable.value
    } onChange: {
      unsafe logIn("change from \(variableIn.value)")
    }
    variable <- 2
    #expect(log.entries == ["change from 1", "update 2"])
  }

  @Test func comparingVariablesTracksTheirValues() {
    let (left, right, log) = (Var(1), Var(1), Log<Bool>())
    // `onChange` is called where the change is made: here.
    nonisolated(unsafe) let logIn = log
    withObservationTracking {
      _ = left == right
    } onChange: {
      unsafe logIn(true)
    }
    right <- 2
    #expect(log.entries == [true])
  }

  @Test func equalValueNotifiesNothing() {
    let (variable, log) = (Var(1), Log<Bool>())
    // `onChange` is called where the change is made: here.
    nonisolated(unsafe) let logIn = log
    withObservationTracking {
      _ = variable.value
    } onChange: {
      unsafe logIn(true)
    }
    variable <- 1
    #expect(log.entries.isEmpty)
    variable <- 2
    #expect(log.entries == [true])
  }

  @Test func messagesOfAVariablesPropertyAreItsUpdates() async {
    let (variable, observer, log) = (Var(1), Listener(), Log<Update<Int>>())
    observer.observe(variable, \.value) { log($0) }
    variable <- 2
    await eventually { !log.entries.isEmpty }
    #expect(log.entries == [Update(1, 2)])
    #expect(observer.isObserving(variable))
    observer.stopObserving(variable)
    #expect(!observer.isObserving(variable))
  }

  /// Whoever looks from the variable's side sees messages only, however many observers there are.
  @Test(arguments: [0, 5]) func observationOfThePropertyIsNoneOfTheMessages(others: Int) {
    func isObserving(_ observer: Listener, _ object: some ObservableObject) -> Bool { observer.isObserving(object) }
    let (variable, observer, log) = (Var(1), Listener(), Log<Int>())
    let crowd = (0..<others).map { _ in Listener() }
    for other in crowd { other.observe(variable) { _ in } }
    observer.observe(variable, \.value) { log($0.new) }
    #expect(!isObserving(observer, variable))
    variable.stopBeingObserved(by: observer)
    #expect(observer.isObserving(variable))
  }

  @Test func updateByATrackingObserverComesSecond() {
    let (variable, observer, log) = (Var(1), Listener(), Log<Update<Int>>())
    observer.observe(variable) { log($0) }
    observer.observe(variable, \.value).new { [weak variable] in if $0 > 10 { variable <- 10 } }
    variable <- 50
    #expect(log.entries == [Update(1, 50), Update(50, 10)])
    #expect(variable.value == 10)
  }

  @Test func messagesAreNotHeldBackInATransaction() {
    let (variable, messenger, observer, log) = (Var(1), Messenger<Int>(), Listener(), Log<Int>())
    observer.observe(variable).new { log($0) }
    observer.observe(messenger) { log($0) }
    withObservationTransaction {
      variable <- 2
      #expect(log.entries == [2])
      messenger.send(3)
      #expect(log.entries == [2, 3])
      variable <- 1
    }
    #expect(log.entries == [2, 3, 1])
  }

  @Test func trackingCodeMaySetTheVariableBeforeTheChange() {
    let (variable, observer, log) = (Var(1), Listener(), Log<Update<Int>>())
    observer.observe(variable) { log($0) }
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      _ = variable.value
      if event.kind == .willSet { variable <- 7 }
    }
    variable <- 2
    #expect(log.entries == [Update(1, 7), Update(7, 2)])
    token.cancel()
  }
}
