import Exploration

/// A small program of threads, to compare searches with: all of its runs can be made by hand.
struct ToyProgram {
  enum Operation {
    case read(Int)
    /// Stores what depends on all that the thread has read.
    case write(Int)
    case lock(Int)
    case unlock(Int)
    case start(Int)
  }

  /// What each thread does. All begin at once, except those that another starts.
  var threads: [[Operation]]

  /// What a run ends with: the values of all variables, what each thread has read, and who has been left waiting.
  struct Outcome: Hashable {
    var variables: [UInt64]
    var readings: [UInt64]
    var isDeadlock: Bool
  }

  static func random(_ generator: inout SplitMix) -> ToyProgram {
    let count = Int.random(in: 2...3, using: &generator)
    var threads: [[Operation]] = []
    for _ in 0..<count {
      var operations: [Operation] = []
      var held: Int?
      for _ in 0..<Int.random(in: 2...4, using: &generator) {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: operations.append(.read(Int.random(in: 0..<3, using: &generator)))
        case 2, 3: operations.append(.write(Int.random(in: 0..<3, using: &generator)))
        default:
          if let lock = held {
            operations.append(.unlock(lock))
            held = nil
          } else {
            held = Int.random(in: 0..<2, using: &generator)
            operations.append(.lock(held ?? 0))
          }
        }
      }
      if let held { operations.append(.unlock(held)) }
      threads.append(operations)
    }
    if Bool.random(using: &generator) {
      let place = Int.random(in: 0...threads[0].count, using: &generator)
      threads[0].insert(.start(threads.count), at: place)
      threads.append([.read(0), .write(1)])
    }
    // Two locks in different orders, now and then.
    if Int.random(in: 0..<4, using: &generator) == 0 {
      threads[0] += [.lock(0), .lock(1), .write(0), .unlock(1), .unlock(0)]
      threads[1] += [.lock(1), .lock(0), .read(0), .unlock(0), .unlock(1)]
    }
    return ToyProgram(threads: threads)
  }

  /// Makes one run as a search wants it; nil for the outcome where the search has stopped it.
  func run(_ prefix: [Int], stoppingAt knows: (UInt64) -> Bool) -> (ExploredRun, Outcome?) {
    var state = State(self)
    var steps: [ExploredRun.Step] = []
    var previous = 0
    while true {
      let enabled = state.enabled
      if enabled == 0 { return (ExploredRun(steps: steps, pending: state.pending), state.outcome) }
      let signature = state.signature(after: previous)
      if steps.count >= prefix.count, enabled.nonzeroBitCount > 1, knows(signature) {
        return (ExploredRun(steps: steps, stoppedAt: signature), nil)
      }
      let thread =
        steps.count < prefix.count ? prefix[steps.count] : ReplayText.thread(after: previous, enabled: enabled)
      let accesses = state.step(thread)
      steps.append(
        ExploredRun.Step(
          enabled: enabled,
          previous: previous,
          thread: thread,
          signature: signature,
          accesses: accesses
        )
      )
      previous = thread
    }
  }

  private struct State {
    let program: ToyProgram
    var places: [Int]
    var isStarted: [Bool]
    var readings: [UInt64]
    var histories: [UInt64]
    var variables = [UInt64](repeating: 0, count: 3)
    var changed = [UInt64](repeating: 0, count: 5)
    var read = [UInt64](repeating: 0, count: 5)
    var holders = [Int?](repeating: nil, count: 2)
    var held: [[UInt64]]
    /// The locks that a thread has got in its last step.
    var new: [[UInt64]]

    init(_ program: ToyProgram) {
      self.program = program
      let count = program.threads.count
      places = Array(repeating: 0, count: count)
      readings = places.map { _ in 0 }
      histories = places.map { _ in 0 }
      held = places.map { _ in [] }
      new = held
      var started = Array(repeating: true, count: count)
      for operation in program.threads.joined() {
        if case .start(let thread) = operation { started[thread] = false }
      }
      isStarted = started
    }

    var enabled: UInt64 {
      var enabled: UInt64 = 0
      for thread in places.indices where isStarted[thread] && places[thread] < program.threads[thread].count {
        if case .lock(let lock) = program.threads[thread][places[thread]], holders[lock] != nil { continue }
        enabled |= 1 << UInt64(thread)
      }
      return enabled
    }

    /// What threads that are held up wait to do.
    var pending: [ExploredRun.Access] {
      places.indices.compactMap { thread in
        guard isStarted[thread], places[thread] < program.threads[thread].count,
          case .lock(let lock) = program.threads[thread][places[thread]]
        else { return nil }
        return .init(thread: UInt64(thread), object: UInt64(lock + 3), mode: .changes, locks: held[thread])
      }
    }

    var outcome: Outcome {
      let isDeadlock = places.indices.contains { isStarted[$0] && places[$0] < program.threads[$0].count }
      return Outcome(variables: variables, readings: readings, isDeadlock: isDeadlock)
    }

    func signature(after previous: Int) -> UInt64 {
      var sum = UInt64(previous) &* 977
      for thread in histories.indices {
        sum &+= mixed(histories[thread] &+ UInt64(thread) &* 31 &+ UInt64(places[thread]) &* 131)
      }
      return sum
    }

    mutating func step(_ thread: Int) -> [ExploredRun.Access] {
      var accesses = new[thread].map { lock in
        ExploredRun.Access(
          thread: UInt64(thread),
          object: lock,
          mode: .holds,
          locks: held[thread].filter { $0 != lock }
        )
      }
      new[thread] = []
      accesses.append(perform(program.threads[thread][places[thread]], thread))
      places[thread] += 1
      // A release is no point.
      while places[thread] < program.threads[thread].count,
        case .unlock(let lock) = program.threads[thread][places[thread]]
      {
        release(lock, thread)
        places[thread] += 1
      }
      return accesses
    }

    private mutating func release(_ lock: Int, _ thread: Int) {
      holders[lock] = nil
      held[thread].removeAll { $0 == UInt64(lock + 3) }
      new[thread].removeAll { $0 == UInt64(lock + 3) }
      note(thread, lock + 3, isRead: false)
    }

    private mutating func perform(_ operation: Operation, _ thread: Int) -> ExploredRun.Access {
      let name = UInt64(thread)
      switch operation {
      case .read(let variable):
        readings[thread] = mixed(readings[thread] ^ variables[variable])
        note(thread, variable, isRead: true)
        return .init(thread: name, object: UInt64(variable), mode: .reads, locks: held[thread])
      case .write(let variable):
        variables[variable] = mixed(readings[thread] &+ name &+ UInt64(places[thread]) &* 17)
        note(thread, variable, isRead: false)
        return .init(thread: name, object: UInt64(variable), mode: .changes, locks: held[thread])
      case .lock(let lock):
        let access = ExploredRun.Access(
          thread: name,
          object: UInt64(lock + 3),
          mode: .changes,
          locks: held[thread]
        )
        holders[lock] = thread
        held[thread].append(UInt64(lock + 3))
        new[thread].append(UInt64(lock + 3))
        note(thread, lock + 3, isRead: false)
        return access
      case .unlock(let lock):
        release(lock, thread)
        return .init(thread: name, object: 99, mode: .reads)
      case .start(let started):
        isStarted[started] = true
        histories[started] = mixed(histories[thread])
        histories[thread] = mixed(histories[thread] &+ 5)
        return .init(thread: name, object: UInt64(started), mode: .starts)
      }
    }

    private mutating func note(_ thread: Int, _ object: Int, isRead: Bool) {
      let before = mixed(histories[thread] &+ UInt64(object) &* 7 &+ (isRead ? 1 : 2)) ^ changed[object]
      if isRead {
        histories[thread] = mixed(before)
        read[object] &+= mixed(histories[thread])
      } else {
        histories[thread] = mixed(before &+ read[object] &* 3)
        changed[object] = histories[thread]
        read[object] = 0
      }
    }
  }
}

private func mixed(_ value: UInt64) -> UInt64 {
  var generator = SplitMix(state: value)
  return generator.next()
}
