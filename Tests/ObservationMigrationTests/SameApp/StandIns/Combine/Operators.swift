import Foundation

public protocol Scheduler {
  func schedule(_ action: @escaping () -> Void)
}

extension DispatchQueue: Scheduler {
  public func schedule(_ action: @escaping () -> Void) {
    Turn.later(action)
  }
}

extension RunLoop: Scheduler {
  public func schedule(_ action: @escaping () -> Void) {
    Turn.later(action)
  }
}

/// What waits for the next turn of the main queue, which comes when the test says so.
public enum Turn {
  nonisolated(unsafe) private static var actions: [() -> Void] = []

  static func later(_ action: @escaping () -> Void) {
    actions.append(action)
  }

  /// Runs what has waited.
  ///
  /// - Returns: Whether there was anything.
  public static func run() -> Bool {
    let actions = actions
    self.actions = []
    for action in actions { action() }
    return !actions.isEmpty
  }
}

extension Publisher {
  public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
    AnyPublisher { receive in self.attach { receive(transform($0)) } }
  }

  public func map<T>(_ keyPath: KeyPath<Output, T>) -> AnyPublisher<T, Failure> {
    map { $0[keyPath: keyPath] }
  }

  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> {
    AnyPublisher { receive in self.attach { transform($0).map(receive) } }
  }

  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in self.attach { if isIncluded($0) { receive($0) } } }
  }

  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in
      var left = count
      return self.attach { if left > 0 { left -= 1 } else { receive($0) } }
    }
  }

  public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in
      var isCancelled = false
      let source = self.attach { value in
        scheduler.schedule { if !isCancelled { receive(value) } }
      }
      return AnyCancellable {
        isCancelled = true
        source.cancel()
      }
    }
  }

  public func combineLatest<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure>
  where P.Failure == Failure {
    AnyPublisher { receive in
      var first: Output?
      var second: P.Output?
      func send() {
        if let first, let second { receive((first, second)) }
      }
      let sources = [
        self.attach {
          first = $0
          send()
        },
        other.attach {
          second = $0
          send()
        },
      ]
      return AnyCancellable { for source in sources { source.cancel() } }
    }
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Output: Equatable {
  public func removeDuplicates() -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in
      var last: Output?
      return self.attach { value in
        if value == last { return }
        last = value
        receive(value)
      }
    }
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { attach(receiveValue) }

  /// Lasts as long as the property.
  public func assign(to published: inout Published<Output>.Publisher) {
    let storage = published.storage
    storage.sources.append(attach { [weak storage] in storage?.set($0) })
  }

  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    attach { object[keyPath: keyPath] = $0 }
  }
}
