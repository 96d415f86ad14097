import Foundation
import TestSupport

extension Subprocess {
  /// Runs the built `observation-migrate`.
  static func migrate(_ arguments: String..., in folder: TemporaryFolder) throws -> Subprocess {
    try Subprocess(products.appending(path: "observation-migrate"), arguments, in: folder.path)
  }
}
