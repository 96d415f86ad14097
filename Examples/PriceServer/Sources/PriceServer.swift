import Dispatch
import Foundation
import ObservationModels

/// The program: reads the command line, serves clients until Ctrl-C, and ends the process.
public enum PriceServer {
  /// Runs the program to its end.
  public static func run() async -> Never {
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try Options(parsing: Array(CommandLine.arguments.dropFirst()))
      if options.help {
        print(Options.helpText, terminator: "")
        exit(0)
      }
      let server = try Server(port: options.port, interval: options.interval, limit: descriptorLimit - 50)
      log("Listening on 127.0.0.1, port \(server.port)")
      let serving = Task { await server.run() }
      let interruptions = [SIGINT, SIGTERM].map { cancel(serving, at: $0) }
      let logging = Task {
        for await count in ObservationBridge(ofSendable: server, options: .throttle(.seconds(1)), { $0.clients }) {
          log("\(count) \(count == 1 ? "client" : "clients")")
        }
      }
      await serving.value
      logging.cancel()
      interruptions.forEach { $0.cancel() }
      log("Ended")
      exit(0)
    } catch let error as OptionError {
      log("\(error.message) See price-server --help.")
      exit(64)
    } catch {
      log((error as? SocketError)?.message ?? "\(error)")
      exit(1)
    }
  }

  private static func cancel(_ task: Task<Void, Never>, at number: CInt) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { task.cancel() }
    source.activate()
    return source
  }

  /// How many files and sockets the process may have, after asking for as many as it may ask for.
  static var descriptorLimit: Int {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    // The addresses are used during the calls.
    guard unsafe getrlimit(resource, &limit) == 0 else { return 256 }
    let wanted = min(limit.rlim_max, 10_000)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      guard unsafe setrlimit(resource, &limit) == 0 else { return 256 }
    }
    return Int(min(limit.rlim_cur, 10_000))
  }

  private static func log(_ message: String) {
    // Clients are served even if the log has no reader any more.
    try? FileHandle.standardError.write(contentsOf: Data("price-server: \(message)\n".utf8))
  }
}

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var port: UInt16 = 4000
  var interval = Duration.milliseconds(100)
  var help = false

  static let helpText = """
    Usage: price-server [--port N] [--interval MS]

    Serves prices to clients on this machine, until Ctrl-C. Each request is a line:

      LIST             the names
      GET NAME         its price
      SET NAME PRICE   a new price
      REMOVE NAME      no price any more
      WATCH NAME       the price, and each new one, until the next line
      QUIT             the end

      --port N         where to listen (0 to 65535; 0 for any free port; default 4000)
      --interval MS    milliseconds between two prices for a client (0 to 60000; default 100)
      --help           print this text

    """

  init(parsing arguments: [String]) throws(OptionError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      func number(_ range: ClosedRange<Int>) throws(OptionError) -> Int {
        let value = rest.popFirst() ?? ""
        guard let number = Int(value), range.contains(number) else {
          let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
          throw OptionError(message: "The option \(option) needs \(expected), not \"\(value)\".")
        }
        return number
      }
      switch option {
      case "--port": port = UInt16(try number(0...65535))
      case "--interval": interval = .milliseconds(try number(0...60_000))
      case "--help", "-h": help = true
      default: throw OptionError(message: "There is no option \"\(option)\".")
      }
    }
  }
}

/// Why a command line can't be followed.
struct OptionError: Error, Equatable {
  var message: String
}
