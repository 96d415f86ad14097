import Foundation
import ObservationMigration

/// The file of known findings.
enum BaselineFile {
  static func read(_ path: String) throws(ToolError) -> Baseline {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ToolError(
        "--baseline \(path): it can't be read (\(FileProblem.systemReason(error, path: path))); write it first, with "
          + "check --write-baseline \(path)."
      )
    }
    do {
      return try Baseline(json: data)
    } catch {
      throw ToolError("--baseline \(path): \(error).")
    }
  }

  static func write(_ baseline: Baseline, to path: String) throws {
    let text = try baseline.json()
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ToolError(
        "--write-baseline \(path): it can't be written (\(FileProblem.systemReason(error, path: path, access: W_OK))); give a "
          + "file in a folder that you may write to."
      )
    }
    Terminal.writeError("\(path): written, with \(baseline.count) findings\n")
  }
}
