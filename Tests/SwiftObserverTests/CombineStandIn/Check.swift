import Combine
import CombineObserver
import SwiftObserver

/// Prints what publishers publish.
@main struct Check {
  static func main() {
    print("variable:", variable())
    print("messenger:", messenger())
    print("publisher let go:", publisherLetGo())
    print("cancelled:", cancelled())
    print("freed:", freed())
  }

  /// The present value first.
  static func variable() -> [Int] {
    let variable = Var(7)
    var received: [Int] = []
    let subscription = variable.new().publisher().sink { received.append($0) }
    variable <- 42
    subscription.cancel()
    return received
  }

  /// Nothing at the start.
  static func messenger() -> [String] {
    let messenger = Messenger<String>()
    var received: [String] = []
    let subscription = messenger.publisher().map { $0 + "!" }.sink { received.append($0) }
    messenger.send("a")
    messenger.send("b")
    subscription.cancel()
    return received
  }

  /// The subscription is enough to keep values coming.
  static func publisherLetGo() -> [Int] {
    let messenger = Messenger<Int>()
    var publisher: PublisherOnObservable<Messenger<Int>>? = messenger.publisher()
    var received: [Int] = []
    let subscription = publisher?.sink { received.append($0) }
    publisher = nil
    messenger.send(1)
    subscription?.cancel()
    return received
  }

  static func cancelled() -> [Int] {
    let messenger = Messenger<Int>()
    var received: [Int] = []
    let subscription = messenger.publisher().sink { received.append($0) }
    messenger.send(1)
    subscription.cancel()
    messenger.send(2)
    return received
  }

  /// The publisher goes with its last subscription.
  static func freed() -> Bool {
    let messenger = Messenger<Int>()
    weak var publisher: PublisherOnObservable<Messenger<Int>>?
    do {
      let strong = messenger.publisher()
      publisher = strong
      let subscription = strong.sink { _ in }
      subscription.cancel()
    }
    return publisher == nil
  }
}
