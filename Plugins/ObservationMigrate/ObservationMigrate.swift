import Foundation
import PackagePlugin

/// Runs `observation-migrate` over a package.
///
/// Where no path is given, it runs over the sources of the targets that `--target` names, or of all.
@main struct ObservationMigrate: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    var arguments = extractor.remainingArguments
    if let command = arguments.first, ["check", "diff", "apply"].contains(command) {
      let operands = Self.operands(of: arguments.dropFirst())
      if operands.isEmpty { arguments += try folders(of: names, in: context.package) }
    }

    let process = Process()
    process.executableURL = try context.tool(named: "observation-migrate").url
    process.arguments = arguments
    // Paths are relative to the package, in reports and in patches.
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // SwiftPM prints what is thrown; that there is work to do is no error to print.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  private static func operands(of arguments: ArraySlice<String>) -> [String] {
    var operands: [String] = []
    var isValue = false
    for argument in arguments {
      if isValue {
        isValue = false
      } else if argument.hasPrefix("-") {
        isValue = ["--only", "--skip", "--format", "--minimum-ios", "--default-isolation"].contains(argument)
      } else {
        operands.append(argument)
      }
    }
    return operands
  }

  private func folders(of names: [String], in package: Package) throws -> [String] {
    let targets = names.isEmpty ? package.targets : try package.targets(named: names)
    let root = package.directoryURL.path(percentEncoded: false)
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return targets.compactMap { $0 as? SwiftSourceModuleTarget }.map { target in
      let folder = target.directoryURL.path(percentEncoded: false)
      return folder.hasPrefix(prefix) ? String(folder.dropFirst(prefix.count)) : folder
    }.sorted()
  }
}
