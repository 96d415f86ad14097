import Foundation

/// What a process printed and how it ended.
struct Subprocess {
  let status: Int32
  let output: String
  let errors: String

  /// The folder of the test bundle, where the built tools are.
  static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// Runs the built `observation-migrate`.
  static func migrate(
    _ arguments: String...,
    in folder: TemporaryFolder
  ) throws -> Subprocess {
    try Subprocess(products.appending(path: "observation-migrate"), arguments, in: folder.path)
  }

  /// Runs a program of the search path.
  static func run(_ arguments: String..., in folder: TemporaryFolder, input: String = "") throws -> Subprocess {
    try Subprocess(URL(filePath: "/usr/bin/env"), arguments, in: folder.path, input: input)
  }

  init(
    _ executable: URL,
    _ arguments: [String],
    in folder: String,
    input: String = "",
    outputFile: FileHandle? = nil
  ) throws {
    // Files, since a pipe fills up when it isn't read meanwhile.
    let files = try TemporaryFolder(["input": input, "output": "", "errors": ""])
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = try FileHandle(forReadingFrom: files.url("input"))
    process.standardOutput = try outputFile ?? FileHandle(forWritingTo: files.url("output"))
    process.standardError = try FileHandle(forWritingTo: files.url("errors"))
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try files.text("output")
    errors = try files.text("errors")
  }
}
