import SwiftObserver

final class Listener: Observer {
  let receiver = Receiver()
}

/// Transforms in an observation.
struct AdHocChain {
  let messenger = Messenger<Int>()
  private let observer = Listener()

  init() {
    let total = Total()
    observer.observe(messenger).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map({ $0 &* 2 }) { total.value &+= $0 }
  }
}

/// The chain of transforms as objects.
struct ObjectChain {
  let messenger = Messenger<Int>()
  private let observer = Listener()
  private let end: Mapper<Filter<Mapper<Messenger<Int>, Int>>, Int>

  init() {
    let total = Total()
    end = messenger.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 2 }
    observer.observe(end) { total.value &+= $0 }
  }
}
