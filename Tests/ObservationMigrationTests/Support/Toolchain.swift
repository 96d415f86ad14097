import Foundation
import TestSupport

/// The compiler that type-checks what goes into a migration and what comes out.
///
/// Where there is no Combine and no SwiftUI, stubs of both stand in.
enum Toolchain {
  /// Where the stubs and this package's own module are.
  static let modules: Result<Modules, MissingError> = Result { () throws(MissingError) in try Modules() }

  static let isAvailable = run(["swiftc", "--version"]).status == 0

  struct MissingError: Error {
    let reason: String
  }

  /// The errors that the compiler has with these files, as one module in the Swift 6 mode.
  static func errors(in files: [(path: String, text: String)], language: String = "6") async throws -> [String] {
    let files = files.map { TypeChecker.Module.File(path: $0.path, text: $0.text) }
    return try await TypeChecker.shared.errors(in: TypeChecker.Module(files: files, language: language))
  }

  /// The errors that one run of the compiler has.
  static func errors(in files: [TypeChecker.Module.File], language: String) async throws -> [String] {
    let folder = try TemporaryFolder()
    for file in files {
      // A stub can declare a macro, but not expand it.
      let preview = "@MainActor @ViewBuilder func preview\(UInt32.random(in: 0 ... .max))() -> some View {"
      let text = file.text.replacingOccurrences(of: "#Preview {", with: preview)
        .replacingOccurrences(of: "@Previewable ", with: "")
      try folder.write(text, to: file.path)
    }
    // On a thread of its own: those of the concurrency runtime are few, and others need them.
    let output = try await withCheckedThrowingContinuation { continuation in
      TestSupport.Thread.start {
        continuation.resume(
          with: Result {
            let paths = files.map { folder.url($0.path).path(percentEncoded: false) }
            let flags = try modules.get().flags
            return run(["swiftc", "-typecheck", "-wmo", "-swift-version", language] + flags + paths).text
          }
        )
      }
    }
    return output.split(separator: "\n").filter { $0.contains("error:") && !$0.hasPrefix(" ") }
      .map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
  }

  static func run(_ arguments: [String]) -> (text: String, status: Int32) {
    do {
      let folder = FileManager.default.currentDirectoryPath
      let process = try Subprocess(URL(filePath: "/usr/bin/env"), arguments, in: folder)
      return (process.output + process.errors, process.status)
    } catch {
      return ("\(error)", -1)
    }
  }

  struct Modules {
    let flags: [String]

    init() throws(MissingError) {
      do {
        let folder = try Compiler.temporaryFolder()
        let stubs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .appending(path: "Stubs")
        for module in ["Combine", "SwiftUI", "UIKit"] {
          let result = run([
            "swiftc", "-emit-module", "-parse-as-library", "-module-name", module, "-I", folder.path(), "-o",
            folder.appending(path: "\(module).swiftmodule").path(), stubs.appending(path: "\(module).swift").path(),
          ])
          guard result.status == 0 else { throw MissingError(reason: result.text) }
        }
        let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        flags =
          Compiler.plugIn + [
            "-I", folder.path(), "-I", products.appending(path: "Modules").path(),
            "-Xcc",
            "-fmodule-map-file=\(products.appending(path: "CObservationRuntime.build/module.modulemap").path())",
          ]
      } catch {
        throw error as? MissingError ?? MissingError(reason: "\(error)")
      }
    }
  }
}
