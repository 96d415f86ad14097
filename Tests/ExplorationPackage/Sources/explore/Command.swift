import Exploration
import Glibc
import ObservationBridge

/// What the program is asked to do.
struct Command {
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  private enum Search {
    case preemptions(Int)
    case random(Int, seed: UInt64)
    case replay(ReplayText)
  }

  private var scenarios = Scenario.all
  private var isPlain = true
  private var options: ObservationOptions = .didSet
  private var search = Search.preemptions(2)
  private var limit = Int.max

  init(_ arguments: [String]) throws {
    var arguments = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = arguments.popFirst() else { throw UsageError(description: "\(option) needs a value.") }
      return value
    }
    func number(of option: String) throws -> Int {
      let text = try value(of: option)
      guard let number = Int(text), number >= 0 else {
        throw UsageError(description: "\(option) \(text): write a number, zero or more.")
      }
      return number
    }
    while let option = arguments.popFirst() {
      switch option {
      case "--scenario":
        let names = try value(of: option).split(separator: ",").map(String.init)
        scenarios = try names.map { name in
          guard let scenario = Scenario.named(name) else {
            throw UsageError(
              description:
                "There is no scenario \"\(name)\"; there are \(Scenario.all.map(\.name).joined(separator: ", "))."
            )
          }
          return scenario
        }
      case "--models":
        switch try value(of: option) {
        case "plain": isPlain = true
        case "own": isPlain = false
        case let other: throw UsageError(description: "--models \(other): write plain or own.")
        }
      case "--confirming": options = [.didSet, .confirming]
      case "--bound": search = .preemptions(try number(of: option))
      case "--random": search = .random(try number(of: option), seed: 1)
      case "--replay":
        do {
          search = .replay(try ReplayText(value(of: option)))
        } catch let error as ReplayText.SyntaxError {
          throw UsageError(description: "--replay: \"\(error.part)\" isn't a choice and a thread, such as 12:3.")
        }
      case "--limit": limit = try number(of: option)
      default: throw UsageError(description: Self.usage)
      }
    }
  }

  private static let usage = """
    explore [--scenario NAME,…] [--models plain|own] [--confirming] [--bound N | --random COUNT | --replay "SCHEDULE"]
            [--limit COUNT]
    """

  /// Tries the schedules of the scenarios until a violation is found, and prints what has come of it; false if there was one.
  func run() -> Bool {
    scenarios.allSatisfy { scenario in
      guard isPlain, scenario.isForOwnModels else { return run(scenario) }
      print("\(scenario.name), plain models: left out, since it is about what registrar models alone have")
      return true
    }
  }

  /// Returns whether all schedules of a scenario were fine.
  private func run(_ scenario: Scenario) -> Bool {
    let setting = Scenario.Setting(options: options, isPlain: isPlain)
    let explorer = Explorer(scenario, setting)
    let start = ContinuousClock.now
    let result: Explorer.Result =
      switch search {
      case .preemptions(let bound): explorer.tryAll(bound: bound, limit: limit)
      case .random(let count, let seed): explorer.tryRandom(count, seed: seed)
      case .replay(let text): explorer.replay(text)
      }
    let time = start.duration(to: .now).components
    let seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
    var line =
      "\(scenario.name), \(isPlain ? "plain" : "own") models\(options.contains(.confirming) ? ", confirming" : ""): "
    line += result.summary + ", " + String(Int(seconds * 10)).dividedByTen + " s"
    print(line)
    if let drawing = result.drawing { print(drawing) }
    guard let violation = result.violation else { return true }
    print(violation.drawing)
    print(violation.message)
    let models = isPlain ? "plain" : "own"
    let confirming = options.contains(.confirming) ? " --confirming" : ""
    print("explore --scenario \(scenario.name) --models \(models)\(confirming) --replay \"\(violation.schedule)\"")
    return false
  }
}

extension String {
  /// A number of tenths with its decimal point.
  fileprivate var dividedByTen: String {
    "\(count > 1 ? String(dropLast()) : "0").\(suffix(1))"
  }
}
