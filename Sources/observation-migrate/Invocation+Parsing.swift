import ObservationMigration

extension Invocation {
  /// Reads the arguments of a command line, without the name of the tool.
  init(parsing arguments: [String]) throws(ToolError) {
    var parser = ArgumentParser(arguments)
    try parser.parse()
    self = try parser.invocation()
  }
}

private struct ArgumentParser {
  private var remaining: ArraySlice<String>
  private var command: String?
  private var operands: [String] = []
  private var values = CommandLineValues()
  private var given: [CommandOption] = []

  init(_ arguments: [String]) { remaining = arguments[...] }

  mutating func parse() throws(ToolError) {
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

  private mutating func parseOption(_ name: String, _ attached: String?) throws(ToolError) {
    guard let option = CommandOption.all.first(where: { $0.isNamed(name) }) else {
      throw ToolError("\(name): there is no such option; observation-migrate --help lists all.")
    }
    given.append(option)
    if option.value == nil {
      guard attached == nil else { throw ToolError("\(name) takes no value; write \(name) alone.") }
      try option.read("", &values)
    } else {
      try option.read(try value(of: option, attached), &values)
    }
  }

  private mutating func value(of option: CommandOption, _ attached: String?) throws(ToolError) -> String {
    if let attached, !attached.isEmpty { return attached }
    guard attached == nil, let next = remaining.first, !next.isEmpty, !next.hasPrefix("-") else {
      throw ToolError("\(option.name): its value is missing; write \(option.usage).")
    }
    remaining.removeFirst()
    return next
  }

  func invocation() throws(ToolError) -> Invocation {
    if let request = values.request { return Invocation(command: request) }
    guard let name = command else {
      throw ToolError("The command is missing; write check, diff, apply or rules.")
    }
    guard let command = Command(rawValue: name) else {
      throw ToolError("\(name): there is no such command; write check, diff, apply or rules.")
    }
    for option in given where !option.commands.contains(command) && command != .help && command != .version {
      throw ToolError("\(option.name) is for \(option.commandNames), not for \(name); remove it.")
    }
    var invocation = values.invocation
    invocation.command = command
    switch command {
    case .help, .version:
      return Invocation(command: command)
    case .rules:
      guard operands.count < 2 else { throw ToolError("rules explains one rule at a time; write rules ID.") }
      return Invocation(command: .rules, rule: try operands.first.map(rule))
    case .check, .diff, .apply:
      guard values.mayWrite || command != .apply else {
        throw ToolError(
          "apply: --read-only forbids it; in a package, write swift package observation-migrate-apply."
        )
      }
      guard values.mayWrite || invocation.newBaseline == nil else {
        throw ToolError("--write-baseline: --read-only forbids it; write swift run observation-migrate check instead.")
      }
      guard !invocation.isInteractive || !values.hasFormat else {
        throw ToolError("--interactive shows patches, and can't be combined with --format; remove one of them.")
      }
      invocation.paths = try paths()
      return invocation
    }
  }

  private func rule(_ name: String) throws(ToolError) -> RuleID {
    let id = RuleID(rawValue: name)
    guard Rules.rule(id) != nil else {
      throw ToolError("rules \(name): there is no such rule; observation-migrate rules lists all.")
    }
    return id
  }

  private func paths() throws(ToolError) -> [String] {
    let paths = operands.isEmpty ? values.defaultPaths : operands
    guard !paths.isEmpty else {
      throw ToolError("The path is missing; give the folders of your targets, such as Sources Tests.")
    }
    guard !paths.contains("") else { throw ToolError("A path is empty; give the folders of your targets.") }
    return paths
  }
}
