import ObservationModels
import Synchronization

/// Accepts clients, and serves each in a task of its own.
@ObservableModel
final class Server: Sendable {
  let market = Market()
  private let listener: Listener
  private let interval: Duration
  private let limit: Int
  private let count = Mutex(0)

  /// - Parameters:
  ///   - port: Where to listen, on this machine only; 0 for any free port.
  ///   - interval: How often a client gets a price at most.
  ///   - limit: How many clients are served at a time.
  /// - Throws: `SocketError` if the port isn't free.
  init(port: UInt16, interval: Duration, limit: Int) throws(SocketError) {
    listener = try Listener(port: port)
    self.interval = interval
    self.limit = limit
  }

  var port: UInt16 { listener.port }

  /// How many clients are connected.
  var clients: Int {
    access(keyPath: \.clients)
    return count.withLock { $0 }
  }

  /// Serves clients until the task is cancelled, and then ends all conversations.
  func run() async {
    await withDiscardingTaskGroup { group in
      while let socket = await listener.accept() {
        guard clients < limit else {
          // It's told so, if it takes a line at once.
          _ = socket.sendAtOnce("ERROR Too many clients\n")
          continue
        }
        add(1)
        group.addTask { [self] in
          await Client(socket: socket, market: market, interval: interval).run()
          add(-1)
        }
      }
      group.cancelAll()
    }
  }

  private func add(_ clients: Int) {
    withMutation(keyPath: \.clients) {
      count.withLock { $0 += clients }
    }
  }
}
