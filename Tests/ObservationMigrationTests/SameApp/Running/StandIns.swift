import Foundation
import TestSupport

/// Modules that do what Combine, SwiftUI and CoreData do, as far as generated apps need them: compiled once, for all tests.
enum StandIns {
  static let folder: Result<URL, any Error> = Result {
    let folder = try Compiler.temporaryFolder()
    for module in modules {
      let sources = Compiler.folder("Tests/ObservationMigrationTests/SameApp/StandIns/\(module)")
      let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
      let result = try Compiler.compile(
        [
          "-swift-version", "5", "-wmo", "-parse-as-library", "-module-name", module, "-emit-module",
          "-emit-module-path",
          "\(module).swiftmodule", "-c", "-o", "\(module).o",
        ] + files.sorted().map { sources.appending(path: $0).path },
        in: folder
      )
      guard result.isSuccess else { throw CompilationError(output: result.output) }
    }
    return folder
  }

  static let modules = ["Combine", "SwiftUI", "CoreData"]

  struct CompilationError: Error, CustomStringConvertible {
    let output: String
    var description: String { output }
  }
}
