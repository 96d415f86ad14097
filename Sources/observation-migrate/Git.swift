import Foundation
import ObservationMigration

/// Asks git for changed lines.
struct Git {
  private let executable: URL

  /// - Throws: If there is no git.
  init() throws(ToolError) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { URL(filePath: String($0)).appending(path: "git") }
    guard
      let executable = candidates.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false))
      })
    else { throw ToolError("--since: git isn't in the search path; install it, or remove --since.") }
    self.executable = executable
  }

  /// The lines of Swift files added or changed since the merge base of a commit and HEAD, in commits or in the work
  /// tree.
  ///
  /// - Parameters:
  ///   - reference: A branch, a tag or a hash.
  ///   - paths: Folders and files, perhaps in several repositories.
  /// - Returns: The lines.
  /// - Throws: The problem and its remedy, if git can't answer.
  func linesTouched(since reference: String, in paths: [String]) throws(ToolError) -> TouchedLines {
    var lines = TouchedLines()
    var roots: [String] = []
    for path in paths {
      // A missing path has been reported.
      guard let folder = Self.folder(of: path) else { continue }
      let root = try root(of: folder, path)
      if !roots.contains(root) { roots.append(root) }
    }
    for root in roots {
      let base = try base(of: reference, in: root)
      // These options override the user's configuration of diffs.
      let diff = try run(
        [
          "-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
          "--unified=0", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/", base, "--", "*.swift",
        ],
        in: root
      )
      lines.add(diff: diff, root: root)
      let untracked = try run(["ls-files", "-z", "--others", "--exclude-standard", "--", "*.swift"], in: root)
      for name in untracked.split(separator: 0) { lines.add(file: root + "/" + String(decoding: name, as: UTF8.self)) }
    }
    return lines
  }

  /// A folder itself, the folder of a file, or nil.
  private static func folder(of path: String) -> String? {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
    guard let type = attributes?[.type] as? FileAttributeType else { return nil }
    return (type == .typeDirectory ? url : url.deletingLastPathComponent()).path(percentEncoded: false)
  }

  /// The root of a folder's repository.
  private func root(of folder: String, _ path: String) throws(ToolError) -> String {
    let result = try output(["rev-parse", "--show-toplevel"], in: folder)
    guard result.status == 0 else {
      throw ToolError(
        "--since: \(path) isn't in a repository that git can read (\(result.reason)); remove --since, or give paths in one."
      )
    }
    return result.firstLine
  }

  /// The last common commit of a reference and HEAD.
  private func base(of reference: String, in root: String) throws(ToolError) -> String {
    let commit = try output(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"],
      in: root
    )
    guard commit.status == 0 else {
      throw ToolError(
        "--since \(reference): git finds no such commit in \(root); write a branch, a tag or a hash, or fetch it first."
      )
    }
    let base = try output(["merge-base", commit.firstLine, "HEAD"], in: root)
    guard base.status == 0 else {
      throw ToolError(
        "--since \(reference): it has no commit in common with HEAD; in a shallow clone, fetch the history first."
      )
    }
    return base.firstLine
  }

  private func run(_ arguments: [String], in folder: String) throws(ToolError) -> Data {
    let result = try output(arguments, in: folder)
    guard result.status == 0 else {
      throw ToolError("--since: git \(arguments.joined(separator: " ")) failed: \(result.reason)")
    }
    return result.output
  }

  private struct Result {
    let status: Int32
    let output: Data
    let errors: Data

    var firstLine: String { String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    /// The error output in one line.
    var reason: String {
      String(decoding: errors, as: UTF8.self).split(separator: "\n").joined(separator: " ")
    }
  }

  private func output(_ arguments: [String], in folder: String) throws(ToolError) -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = ["-C", folder] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    do {
      // Git may warn of each file. A second pipe that is full, and read only after the first has ended, would stop git.
      let file = FileManager.default.temporaryDirectory.appending(path: "observation-migrate-\(UUID().uuidString)")
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      process.standardError = try FileHandle(forWritingTo: file)
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Result(status: process.terminationStatus, output: data, errors: try Data(contentsOf: file))
    } catch {
      throw ToolError("--since: git can't be run: \(error.localizedDescription) Remove --since.")
    }
  }
}
