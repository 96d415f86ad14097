import ObservationMigration

/// An option of the command line: its name, its help, and its effect.
struct CommandOption: Sendable {
  let name: String
  var shortName: String?
  /// The name of the value; nil for an option without one.
  var value: String?
  /// The commands taking the option.
  var commands: Set<Command> = [.check, .diff, .apply]
  let help: String
  /// Stores the value, which is empty for an option without one.
  let read: @Sendable (String, inout CommandLineValues) throws(ToolError) -> Void

  func isNamed(_ argument: String) -> Bool { argument == name || argument == shortName }

  /// The names of the commands taking the option.
  var commandNames: String {
    Command.allCases.filter(commands.contains).map(\.rawValue).joined(separator: ", ")
  }

  /// As in the help: `--format FORMAT`.
  var usage: String { [name, value].compactMap(\.self).joined(separator: " ") }
}

struct CommandLineValues {
  var invocation = Invocation(command: .check)
  /// Replaces the command.
  var request: Command?
  var defaultPaths: [String] = []
  var mayWrite = true
  var hasFormat = false
}

extension CommandOption {
  /// All options, in the order of the help.
  static let all: [CommandOption] = [
    CommandOption(
      name: "--only",
      value: "NAMES",
      help: """
        Rules or types, with commas between; repeatable. Only these types are converted, by these rules only. Names of \
        types begin with a capital letter.
        """
    ) { value, values throws(ToolError) in
      let (rules, types) = try names(value, of: "--only")
      values.invocation.options.onlyRules.formUnion(rules)
      values.invocation.options.onlyTypes.formUnion(types)
    },
    CommandOption(
      name: "--skip",
      value: "NAMES",
      help: "Rules or types to leave alone."
    ) { value, values throws(ToolError) in
      let (rules, types) = try names(value, of: "--skip")
      values.invocation.options.skipRules.formUnion(rules)
      values.invocation.options.skipTypes.formUnion(types)
    },
    minimum(.iOS),
    minimum(.macOS),
    minimum(.tvOS),
    minimum(.watchOS),
    CommandOption(
      name: "--minimum-xcode",
      value: "N",
      help: """
        The oldest Xcode that builds the sources. From 27 on, @State makes the object of an initial value at the declaration \
        only once; an object that an initializer assigns is still made each time.
        """
    ) { value, values throws(ToolError) in
      values.invocation.options.minimumXcode = try majorVersion(value, of: "--minimum-xcode", like: 27)
    },
    CommandOption(
      name: "--default-isolation",
      value: "MainActor",
      help: "The sources are built with this default: classes are isolated without an attribute."
    ) { value, values throws(ToolError) in
      guard ["MainActor", "nonisolated"].contains(value) else {
        throw ToolError("--default-isolation \(value): write MainActor or nonisolated, as for the compiler.")
      }
      values.invocation.options.defaultsToMainActor = value == "MainActor"
    },
    CommandOption(
      name: "--observes-nothing",
      value: "NAMES",
      help:
        "Superclasses of other modules, with commas between, that are no ObservableObject: their subclasses convert."
    ) { value, values in
      values.invocation.options.plainSuperclasses.formUnion(value.split(separator: ",").map(String.init))
    },
    CommandOption(
      name: "--pipelines",
      help: "Rewrite Combine pipelines of known kinds as observations and streams of ObservationBridge."
    ) { _, values in values.invocation.options.pipelines = true },
    CommandOption(
      name: "--subjects",
      help:
        "Keep Combine pipelines that aren't rewritten: properties send their values to subjects, which feed them."
    ) { _, values in values.invocation.options.subjects = true },
    CommandOption(
      name: "--models",
      help:
        "Use @ObservableModel of ObservationModels instead of @Observable, also in classes that are @Observable already."
    ) { _, values in values.invocation.options.models = true },
    CommandOption(
      name: "--since",
      value: "REF",
      help: """
        A commit of git, such as main: report only lines changed since the merge base with HEAD, in commits, in the work tree or in \
        new files, and convert only the groups of types that these lines concern.
        """
    ) { value, values in values.invocation.since = value },
    CommandOption(
      name: "--verbose",
      commands: [.check, .apply],
      help:
        "In text: name each place, in lines that editors know, file:line:column: warning: …, and count by rule and type."
    ) { _, values in values.invocation.isVerbose = true },
    CommandOption(
      name: "--left",
      commands: [.check],
      help: "Report only places that need a decision or were refused."
    ) { _, values in values.invocation.showsOnlyWhatIsLeft = true },
    CommandOption(
      name: "--baseline",
      value: "FILE",
      commands: [.check],
      help: "Report only findings that aren't in this file, even if their lines have moved."
    ) { value, values in values.invocation.baseline = value },
    CommandOption(
      name: "--write-baseline",
      value: "FILE",
      commands: [.check],
      help: "Write all findings to this file, for --baseline. They no longer count: the exit code is 0."
    ) { value, values in values.invocation.newBaseline = value },
    CommandOption(
      name: "--interactive",
      commands: [.apply],
      help: "Show the patch of each group of types on the terminal, and ask whether to write it."
    ) { _, values in values.invocation.isInteractive = true },
    CommandOption(
      name: "--format",
      value: "FORMAT",
      commands: [.check, .apply],
      help: """
        text (the default), json, sarif, or github, for the annotations of a pull request.
        """
    ) { value, values throws(ToolError) in
      guard let format = MigrationReport.Format(rawValue: value) else {
        let all = MigrationReport.Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw ToolError("--format \(value): there is no such format; write one of \(all).")
      }
      values.invocation.format = format
      values.hasFormat = true
    },
    CommandOption(
      name: "--default-path",
      value: "PATH",
      commands: [.check, .diff, .apply, .rules],
      help: "Where to look if no PATH is given; repeatable. The plug-ins pass the folders of the package's targets."
    ) { value, values in values.defaultPaths.append(value) },
    CommandOption(
      name: "--read-only",
      commands: [.check, .diff, .apply, .rules],
      help: "Refuse to write anything. The plug-in that needs no permission passes it."
    ) { _, values in values.mayWrite = false },
    CommandOption(
      name: "--version",
      commands: [],
      help: "Print the version."
    ) { _, values in values.request = values.request ?? .version },
    CommandOption(
      name: "--help",
      shortName: "-h",
      commands: [],
      help: "Print this help."
    ) { _, values in values.request = .help },
  ]

  /// `--minimum-ios N`
  private static func minimum(_ platform: DeploymentTarget.Platform) -> CommandOption {
    let name = platform.option
    let help =
      platform == .iOS
      ? """
      The oldest iOS that the sources are for, instead of the deployment target of their Package.swift or Xcode project. \
      @Observable needs 17; below that, everything is refused.
      """ : "The same for \(platform.rawValue), where it needs \(platform.oldestVersion)."
    return CommandOption(name: name, value: "N", help: help) {
      value,
      values throws(ToolError) in
      let version = try majorVersion(value, of: name, like: platform.oldestVersion)
      values.invocation.options.minimumVersions[platform] = version
    }
  }

  /// `17` of `17.4`
  private static func majorVersion(
    _ value: String,
    of option: String,
    like example: Int
  ) throws(ToolError) -> Int {
    let numbers = value.split(separator: ".", omittingEmptySubsequences: false).map { UInt16($0) }
    guard !value.hasPrefix("+"), !numbers.contains(nil), let version = numbers.first??.magnitude, version > 0 else {
      throw ToolError("\(option) \(value): this isn't a version; write a number, such as \(example).")
    }
    return Int(version)
  }

  /// The rules and types in a list with commas. The names of types begin with a capital letter, names of rules don't.
  private static func names(
    _ list: String,
    of option: String
  ) throws(ToolError) -> (rules: Set<RuleID>, types: Set<String>) {
    var rules: Set<RuleID> = []
    var types: Set<String> = []
    for name in list.split(separator: ",").map(String.init) {
      if let first = name.first, first.isUppercase || first == "_" {
        types.insert(name)
      } else if Rules.rule(RuleID(rawValue: name)) != nil {
        rules.insert(RuleID(rawValue: name))
      } else {
        throw ToolError("\(option) \(name): there is no such rule; observation-migrate rules lists all.")
      }
    }
    guard !rules.isEmpty || !types.isEmpty else {
      throw ToolError(
        "\(option) \(list): there is no name in it; write rules or types, such as \(option) Cart,Session."
      )
    }
    return (rules, types)
  }
}
