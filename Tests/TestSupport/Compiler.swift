package import Foundation

/// The compiler that built the tests, for sources that must or must not compile.
package enum Compiler {
  package struct Result: Sendable {
    package let output: String
    package let isSuccess: Bool

    /// The texts of the errors.
    package var errors: [String] {
      output.split(separator: "\n").compactMap { line in
        line.firstRange(of: ": error: ").map { String(line[$0.upperBound...]) }
      }
    }
  }

  /// The folder with what was built beside this test.
  private static let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent()
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Compiles a source as that of a module that imports this package, as far as diagnostics come.
  package static func check(_ source: String, _ arguments: String...) throws -> Result {
    try check(source, arguments)
  }

  package static func check(_ source: String, _ arguments: [String]) throws -> Result {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Source.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    return try compile(["-emit-sil", "-o", "/dev/null"] + arguments + [file.path], in: folder)
  }

  /// Compiles what the arguments name, in the folder where that is looked for, too.
  package static func compile(_ arguments: [String], in folder: URL) throws -> Result {
    try run(
      ["swiftc", "-swift-version", "6", "-I", "."] + modules + plugIn + sanitizer + arguments,
      in: folder
    )
  }

  /// Writes what is public in a module of this package, or in one that is in the folder, to files there, as JSON.
  package static func extractSymbols(of module: String, to folder: URL) throws -> Result {
    let info = try run(["swiftc", "-print-target-info"]).output
    let target = info.firstMatch(of: /"triple": "([^"]+)"/).map { String($0.1) } ?? ""
    return try run(
      ["swift-symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", folder.path]
        + ["-I", folder.path] + modules + toolchainModules(info)
    )
  }

  /// Where the toolchain's own swift-syntax is, which some modules import.
  private static func toolchainModules(_ info: String) -> [String] {
    info.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/).map { ["-I", "\($0.1)/host"] } ?? []
  }

  /// Where the modules are that were built beside this test.
  private static var modules: [String] {
    ["-I", products.appending(path: "Modules").path]
      + ["CObservationRuntime", "CTestingRuntime"].flatMap { module in
        [
          "-Xcc", "-fmodule-map-file=\(products.path)/\(module).build/module.modulemap",
          "-Xcc", "-I\(package.path)/Sources/\(module)/include",
        ]
      }
  }

  /// The macros, where they were built.
  package static var plugIn: [String] {
    let tool = products.appending(path: "ObservationTrackingMacros-tool").path
    return FileManager.default.fileExists(atPath: tool)
      ? ["-load-plugin-executable", "\(tool)#ObservationTrackingMacros"] : []
  }

  /// What was built beside this test can only be linked with the same sanitizer.
  private static var sanitizer: [String] {
    let process = unsafe dlopen(nil, RTLD_NOW)
    if unsafe dlsym(process, "__tsan_init") != nil { return ["-sanitize=thread"] }
    if unsafe dlsym(process, "__asan_init") != nil { return ["-sanitize=address"] }
    return []
  }

  /// What the modules were compiled to, and what stands in for Swift 6.4 where they use that. The folders may also hold what is left of
  /// sources that are gone.
  package static func objects(of modules: String...) -> [String] {
    modules.flatMap { objects(ofSourcesIn: "Sources/\($0)") }
      + objects(ofSourcesIn: "Tests/StandardObservation").filter { FileManager.default.fileExists(atPath: $0) }
  }

  private static func objects(ofSourcesIn path: String) -> [String] {
    let folder = folder(path)
    let sources = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    // Sources of a tutorial aren't the module's.
    let own = sources.filter { !$0.contains(".docc/") }
    return own.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }.map {
      "\(products.path)/\(folder.lastPathComponent).build/\(URL(filePath: $0).lastPathComponent).o"
    }
  }

  package static func run(_ command: [String], in folder: URL? = nil) throws -> Result {
    let process = try Subprocess(
      URL(filePath: "/usr/bin/env"),
      command,
      in: folder?.path,
      // What a sanitizer or a coverage run sets is for the tests, not for the compiler.
      environment: ProcessInfo.processInfo.environment.filter { !$0.key.hasSuffix("SAN_OPTIONS") },
      errorsAreOutput: true
    )
    return Result(output: process.output, isSuccess: process.status == 0)
  }

  package static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ObservationBridge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  package static func folder(_ path: String) -> URL {
    package.appending(path: path)
  }
}
