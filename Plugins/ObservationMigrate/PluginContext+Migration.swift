import Foundation
import PackagePlugin

extension PluginContext {
  /// Runs `observation-migrate`, and ends with its exit code if it fails.
  ///
  /// SwiftPM prints an error for any exit code but 0. Remaining work must not look like a crash, so the tool ends with 1 for remaining work
  /// only if `--exit-code` asks for this.
  ///
  /// Without a path, the tool reads the sources of the targets named by `--target`, or of all targets.
  ///
  /// - Parameters:
  ///   - fixed: The arguments of the plug-in itself.
  ///   - arguments: The user's arguments.
  /// - Throws: An error if no target has a given name, or if the tool can't be run.
  func migrate(_ fixed: [String], _ arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let tellsOfWork = extractor.extractFlag(named: "exit-code") > 0
    let targets = names.isEmpty ? package.targets : try package.targets(named: names)

    let process = Process()
    process.executableURL = try tool(named: "observation-migrate").url
    process.arguments = fixed + folders(of: targets).flatMap { ["--default-path", $0] } + extractor.remainingArguments
    // Paths are relative to the package, in reports and in patches.
    process.currentDirectoryURL = package.directoryURL
    try process.run()
    process.waitUntilExit()
    let status = process.terminationStatus
    if status > 1 || status == 1 && tellsOfWork { exit(status) }
  }

  private func folders(of targets: [any Target]) -> [String] {
    let root = package.directoryURL.path(percentEncoded: false)
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return targets.compactMap { $0 as? SwiftSourceModuleTarget }.map { target in
      let folder = target.directoryURL.path(percentEncoded: false)
      return folder.hasPrefix(prefix) ? String(folder.dropFirst(prefix.count)) : folder
    }.sorted()
  }
}
