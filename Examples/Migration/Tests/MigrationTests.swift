#if os(Linux)
  import Foundation
  import Testing

  /// The app that was migrated is what the tool makes of the one before, and both type-check.
  @Suite struct MigrationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The built tool, in a folder.
    private func migrate(_ arguments: [String], in folder: URL) throws -> String {
      let (tool, output) = (Process(), Pipe())
      tool.executableURL = products.appending(path: "observation-migrate")
      tool.arguments = arguments
      tool.currentDirectoryURL = folder
      tool.standardOutput = output
      try tool.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      tool.waitUntilExit()
      return String(decoding: text, as: UTF8.self)
    }

    @Test func theReportIsThatOfTheTool() throws {
      let report = try String(contentsOf: Self.folder.appending(path: "report.txt"), encoding: .utf8)
      #expect(try migrate(["check", "--pipelines", "."], in: Self.folder.appending(path: "Before")) == report)
    }

    @Test func theToolMakesTheAppWhatItIs() throws {
      let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: copy) }
      let (before, after) = (Self.folder.appending(path: "Before"), Self.folder.appending(path: "After"))
      try FileManager.default.copyItem(at: before, to: copy)
      _ = try migrate(["apply", "--pipelines", "."], in: copy)
      let names = try FileManager.default.contentsOfDirectory(atPath: after.path)
      #expect(try Set(FileManager.default.contentsOfDirectory(atPath: copy.path)) == Set(names) && names.count == 4)
      for name in names {
        let expected = try String(contentsOf: after.appending(path: name), encoding: .utf8)
        #expect(try String(contentsOf: copy.appending(path: name), encoding: .utf8) == expected)
      }
    }

    @Test func theAppTypeChecksBeforeAndAfter() throws {
      let modules = try Modules()
      for folder in ["Before", "After"] { #expect(try modules.errors(in: Self.folder.appending(path: folder)) == "") }
    }

    @Test func aMistakeIsFound() throws {
      let modules = try Modules()
      let source = modules.folder.appending(path: "Mistake.swift")
      try Data("import SwiftUI\nlet text: Text = 1\n".utf8).write(to: source)
      #expect(try modules.errors(in: source).contains("error: cannot convert value of type 'Int'"))
    }
  }

  /// Where the build puts everything.
  private let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()

  /// Stand-ins for Apple's frameworks, as modules, as long as the object exists.
  private final class Modules {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let stubs = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Tests/ObservationMigrationTests/Stubs").standardizedFileURL
      for module in ["Combine", "SwiftUI"] {
        let output = try run([
          "-emit-module", "-parse-as-library", "-module-name", module, "-I", folder.path, "-o",
          folder.appending(path: "\(module).swiftmodule").path, stubs.appending(path: "\(module).swift").path,
        ])
        guard output.isEmpty else { throw Failure(output: output) }
      }
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    struct Failure: Error {
      var output: String
    }

    /// What the compiler says of a file, or of those in a folder.
    func errors(in url: URL) throws -> String {
      let isFile = url.pathExtension == "swift"
      let names = isFile ? [] : try FileManager.default.contentsOfDirectory(atPath: url.path)
      return try run(
        ["-typecheck", "-parse-as-library", "-swift-version", "5", "-I", folder.path]
          + ["-I", products.appending(path: "Modules").path]
          + ["-Xcc", "-fmodule-map-file=\(products.path)/CObservationRuntime.build/module.modulemap"]
          + (isFile ? [url.path] : names.map { url.appending(path: $0).path })
      )
    }

    /// Returns what the compiler prints.
    private func run(_ arguments: [String]) throws -> String {
      let (compiler, output) = (Process(), Pipe())
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = ["swiftc"] + arguments
      compiler.standardOutput = output
      compiler.standardError = output
      try compiler.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      compiler.waitUntilExit()
      return String(decoding: text, as: UTF8.self)
    }
  }
#endif
