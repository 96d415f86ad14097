import ObservationMigration

extension Invocation {
  /// Reads the arguments of a command line, without the name of the tool.
  init(parsing arguments: [String]) throws(UsageError) {
    var parser = ArgumentParser(arguments)
    try parser.parse()
    self = try parser.invocation()
  }
}

private struct ArgumentParser {
  private var remaining: ArraySlice<String>
  private var command: String?
  private var operands: [String] = []
  private var options = MigrationOptions()
  private var format: MigrationReport.Format?
  /// The options met, for those commands that take none.
  private var given: [String] = []
  private var wantsHelp = false

  init(_ arguments: [String]) {
    remaining = arguments[...]
  }

  mutating func parse() throws(UsageError) {
    while let argument = remaining.popFirst() {
      if argument == "--" {
        operands += remaining
        remaining = []
      } else if argument.hasPrefix("-"), argument != "-" {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        try parseOption(parts[0], parts.count == 2 ? parts[1] : nil)
      } else if command == nil {
        command = argument
      } else {
        operands.append(argument)
      }
    }
  }

  private mutating func parseOption(_ name: String, _ attached: String?) throws(UsageError) {
    given.append(name)
    switch name {
    case "-h", "--help":
      wantsHelp = true
    case "--format":
      let value = try value(of: name, attached)
      guard let known = MigrationReport.Format(rawValue: value) else {
        let all = MigrationReport.Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--format \(value): there is no such format; write one of \(all).")
      }
      format = known
    case "--minimum-ios":
      let value = try value(of: name, attached)
      guard let version = value.split(separator: ".", omittingEmptySubsequences: false).first.flatMap({ Int($0) }),
        version > 0
      else { throw UsageError("--minimum-ios \(value): this is no version; write a number, such as 17.") }
      options.minimumIOS = version
    case "--default-isolation":
      let value = try value(of: name, attached)
      guard ["MainActor", "nonisolated"].contains(value) else {
        throw UsageError("--default-isolation \(value): write MainActor or nonisolated, as for the compiler.")
      }
      options.defaultsToMainActor = value == "MainActor"
    case "--pipelines":
      guard attached == nil else { throw UsageError("--pipelines takes no value.") }
      options.pipelines = true
    case "--only":
      let (rules, types) = try Self.names(try value(of: name, attached), of: name)
      options.onlyRules.formUnion(rules)
      options.onlyTypes.formUnion(types)
    case "--skip":
      let (rules, types) = try Self.names(try value(of: name, attached), of: name)
      options.skipRules.formUnion(rules)
      options.skipTypes.formUnion(types)
    default:
      throw UsageError("\(name): there is no such option; observation-migrate --help lists all.")
    }
  }

  private mutating func value(of option: String, _ attached: String?) throws(UsageError) -> String {
    if let attached, !attached.isEmpty { return attached }
    guard attached == nil, let next = remaining.first, !next.hasPrefix("-") else {
      throw UsageError("\(option): its value is missing.")
    }
    remaining.removeFirst()
    return next
  }

  /// Rules and types of a list with commas. The names of types begin with a capital letter, those of rules don't.
  private static func names(
    _ list: String,
    of option: String
  ) throws(UsageError) -> (rules: Set<RuleID>, types: Set<String>) {
    var rules: Set<RuleID> = []
    var types: Set<String> = []
    for name in list.split(separator: ",").map(String.init) {
      if let first = name.first, first.isUppercase || first == "_" {
        types.insert(name)
      } else if Rules.rule(RuleID(rawValue: name)) != nil {
        rules.insert(RuleID(rawValue: name))
      } else {
        throw UsageError("\(option) \(name): there is no such rule; observation-migrate rules lists all.")
      }
    }
    guard !rules.isEmpty || !types.isEmpty else { throw UsageError("\(option): its value is missing.") }
    return (rules, types)
  }

  func invocation() throws(UsageError) -> Invocation {
    if wantsHelp || command == "help" { return .help }
    switch command {
    case nil:
      throw UsageError("What to do is missing; write check, diff, apply or rules.")
    case "check":
      return .check(try paths(), options, format ?? .text)
    case "diff":
      guard format == nil else { throw UsageError("diff prints a patch; --format is for check and apply.") }
      return .diff(try paths(), options)
    case "apply":
      return .apply(try paths(), options, format ?? .text)
    case "rules":
      if let option = given.first { throw UsageError("rules takes no options, and \(option) was given.") }
      guard operands.count < 2 else { throw UsageError("rules explains one rule at a time.") }
      guard let name = operands.first else { return .rules(nil) }
      guard Rules.rule(RuleID(rawValue: name)) != nil else {
        throw UsageError("rules \(name): there is no such rule; observation-migrate rules lists all.")
      }
      return .rules(RuleID(rawValue: name))
    case let other?:
      throw UsageError("\(other): there is no such command; write check, diff, apply or rules.")
    }
  }

  private func paths() throws(UsageError) -> [String] {
    guard !operands.isEmpty else {
      throw UsageError("The path is missing; give the folders of your targets, such as Sources Tests.")
    }
    guard !operands.contains("") else { throw UsageError("A path is empty.") }
    return operands
  }
}
