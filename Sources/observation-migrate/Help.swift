/// The text of `--help`.
enum Help {
  static var text: String {
    """
    OVERVIEW: Moves Swift sources from ObservableObject and Combine to @Observable.

    USAGE: observation-migrate check|diff|apply [options] PATH…
           observation-migrate rules [ID]

    IN A PACKAGE: swift package observation-migrate check|diff|rules [--target NAME] [options] [PATH…]
                  swift package observation-migrate-apply [--target NAME] [options] [PATH…]

    Give all folders whose sources use each other's types in one run, including tests and previews: a type is converted
    only together with everything that uses it.

    COMMANDS:
      check    Report how many classes convert, what blocks the others, and what to review. Nothing is written.
      diff     Print a patch for git apply.
      apply    Write the files, all or none, and report what is left and which changes to review.
      rules    List the rules, or explain one.

    OPTIONS:
    \(CommandOption.all.map(entry).joined(separator: "\n"))

    A comment, // observation-migrate:ignore, above a declaration excludes it, also from the exit code.

    Folders named .build, .git, .swiftpm, Carthage, DerivedData, Pods, checkouts, node_modules and vendor aren't searched.
    Symbolic links aren't followed. Files in no target of their Xcode project are left out, unless they are named.

    EXIT CODE: 0 nothing to do, 1 work found (by apply: left), 2 wrong usage, no source files, or a path that can't be
    read or written. The plug-ins end with 1 only if --exit-code is among the options.

    Colours and progress appear on a terminal only; NO_COLOR turns colours off.
    """
  }

  private static let indentation = 23
  private static let width = 120

  /// An option and its help, in lines of limited width.
  private static func entry(_ option: CommandOption) -> String {
    let name = "  " + [option.shortName, option.usage].compactMap(\.self).joined(separator: ", ")
    // Behind a long name, the help begins in the next line.
    var lines = name.count < indentation ? [] : [name]
    var line = name.count < indentation ? name + String(repeating: " ", count: indentation - name.count) : ""
    if line.isEmpty { line = String(repeating: " ", count: indentation) }
    var isEmpty = true
    let isForAll = option.commands.isEmpty || option.commands.isSuperset(of: [.check, .diff, .apply])
    for word in (option.help + (isForAll ? "" : " (\(option.commandNames))")).split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indentation)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
