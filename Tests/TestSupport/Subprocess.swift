package import Foundation

/// What a process printed and how it ended.
package struct Subprocess: Sendable {
  package let status: Int32
  package let output: String
  /// Empty where errors are part of the output.
  package let errors: String

  /// The folder of the test bundle, where the built tools are.
  package static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// Runs a program of the search path.
  package static func run(
    _ arguments: String...,
    in folder: TemporaryFolder,
    input: String = ""
  ) throws -> Subprocess {
    try Subprocess(URL(filePath: "/usr/bin/env"), arguments, in: folder.path, input: input)
  }

  /// Runs a program to its end, by default in this process's folder and environment.
  package init(
    _ executable: URL,
    _ arguments: [String],
    in folder: String? = nil,
    environment: [String: String]? = nil,
    input: String = "",
    outputFile: FileHandle? = nil,
    errorsAreOutput: Bool = false
  ) throws {
    // Files, since a pipe fills up when it isn't read meanwhile.
    let files = try TemporaryFolder(["input": input, "output": "", "errors": ""])
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    if let environment { process.environment = environment }
    let output = try outputFile ?? FileHandle(forWritingTo: files.url("output"))
    process.standardInput = try FileHandle(forReadingFrom: files.url("input"))
    process.standardOutput = output
    process.standardError = errorsAreOutput ? output : try FileHandle(forWritingTo: files.url("errors"))
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = try files.text("output")
    errors = try files.text("errors")
  }
}
