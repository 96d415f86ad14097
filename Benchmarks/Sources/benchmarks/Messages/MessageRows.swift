import SwiftObserver

/// Messages to observers, against an array of closures that is called in a loop.
enum MessageRows {
  static let rows =
    [send, fanOut, adHoc, objects, variable] + allocations + [observeAndStop]

  private static let closures = "array of closures"

  private static let send = Row(name: "message to one observer", rival: closures, limits: 3) {
    (Contender { sendTime($0) }, Contender { closureTime($0) })
  }

  private static let fanOut = Row(
    name: "message to 1,000 observers, per observer",
    rival: closures,
    operationsPerRepetition: 1_000,
    limits: 2
  ) {
    (
      Contender { repetitions in
        let (messenger, total) = (Messenger<Int>(), Total())
        let observers = (0..<1_000).map { _ in Listener() }
        for observer in observers { observer.observe(messenger) { total.value &+= $0 } }
        return withExtendedLifetime(observers) { time(repetitions) { messenger.send($0) } }
      },
      Contender { repetitions in
        let (list, total) = (ClosureList<Int>(), Total())
        for _ in 0..<1_000 { list.closures.append { total.value &+= $0 } }
        return time(repetitions) { list.send($0) }
      }
    )
  }

  private static let adHoc = Row(
    name: "map, filter, map in an observation, per message",
    rival: "the same in closures that call each other",
    limits: 5
  ) {
    (
      Contender { repetitions in
        let chain = AdHocChain()
        return time(repetitions) { chain.messenger.send($0) }
      },
      Contender { closureChainTime($0) }
    )
  }

  private static let objects = Row(
    name: "map, filter, map as objects, per message",
    rival: "the same in closures that call each other",
    limits: 10
  ) {
    (
      Contender { repetitions in
        let chain = ObjectChain()
        return time(repetitions) { chain.messenger.send($0) }
      },
      Contender { closureChainTime($0) }
    )
  }

  /// How many nanoseconds the writing of a variable takes beyond those of a message.
  private static let variable = Row(
    name: "writing a variable with one observer, beyond a message",
    rival: "message to one observer",
    limits: 3.5
  ) {
    (
      Contender { repetitions in
        let (variable, observer, total) = (Var(-1), Listener(), Total())
        observer.observe(variable) { total.value &+= $0.new }
        // Read once: nobody can have tracked it before, so that it would not be told of changes.
        total.value &+= variable.value
        let writing = time(repetitions) { variable.value = $0 }
        return writing - sendTime(repetitions)
      },
      Contender { sendTime($0) }
    )
  }

  private static let allocations = [
    allocationRow("message to one observer") { repetitions in
      let (messenger, observer, total) = (Messenger<Int>(), Listener(), Total())
      observer.observe(messenger) { total.value &+= $0 }
      return await Allocations.count { _ = time(repetitions) { messenger.send($0) } }
    },
    allocationRow("map, filter, map in an observation") { repetitions in
      let chain = AdHocChain()
      return await Allocations.count { _ = time(repetitions) { chain.messenger.send($0) } }
    },
    allocationRow("map, filter, map as objects") { repetitions in
      let chain = ObjectChain()
      return await Allocations.count { _ = time(repetitions) { chain.messenger.send($0) } }
    },
  ]

  private static let observeAndStop = Row(
    name: "allocations of observing and stopping",
    rival: "closure appended and removed",
    unit: .allocations,
    limits: 6,
    isAbsolute: true
  ) {
    (
      Contender { repetitions in
        let (messenger, observer, total) = (Messenger<Int>(), Listener(), Total())
        return await Allocations.count {
          _ = time(repetitions) { number in
            observer.observe(messenger) { total.value &+= $0 + number }
            observer.stopObserving(messenger)
          }
        }
      },
      Contender { repetitions in
        let (list, total) = (ClosureList<Int>(), Total())
        return await Allocations.count {
          _ = time(repetitions) { number in
            list.closures.append { total.value &+= $0 + number }
            list.closures.removeLast()
          }
        }
      }
    )
  }

  private static func allocationRow(_ what: String, _ run: @escaping @Sendable (Int) async -> Double) -> Row {
    Row(
      name: "allocations, \(what)",
      rival: closures,
      unit: .allocations,
      repetitions: 10_000,
      limits: 0,
      isAbsolute: true
    ) {
      (
        Contender(run: run),
        Contender { repetitions in await Allocations.count { _ = closureTime(repetitions) } }
      )
    }
  }

  private static func sendTime(_ repetitions: Int) -> Double {
    let (messenger, observer, total) = (Messenger<Int>(), Listener(), Total())
    observer.observe(messenger) { total.value &+= $0 }
    return time(repetitions) { messenger.send($0) }
  }

  private static func closureTime(_ repetitions: Int) -> Double {
    let (list, total) = (ClosureList<Int>(), Total())
    list.closures.append { total.value &+= $0 }
    return time(repetitions) { list.send($0) }
  }

  private static func closureChainTime(_ repetitions: Int) -> Double {
    let (list, total) = (ClosureList<Int>(), Total())
    let sink: (Int) -> Void = { total.value &+= $0 }
    let double: (Int) -> Void = { sink($0 &* 2) }
    let even: (Int) -> Void = { if $0 & 1 == 0 { double($0) } }
    list.closures.append { even($0 &+ 1) }
    return time(repetitions) { list.send($0) }
  }

  private static func time(_ repetitions: Int, _ body: (Int) -> Void) -> Double {
    let start = ContinuousClock.now
    for repetition in 0..<repetitions { body(repetition) }
    return elapsed(since: start)
  }
}
