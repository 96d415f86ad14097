import Foundation

/// The working folder of the process, from which relative paths lead.
package enum CurrentFolder {
  /// A path without detours, relative to this folder if it leads inside; otherwise without its first slash, as in
  /// patches.
  package static func path(to path: String) -> String {
    let file = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    let current = URL(filePath: FileManager.default.currentDirectoryPath).standardizedFileURL.path(
      percentEncoded: false
    )
    let folder = current.hasSuffix("/") ? current : current + "/"
    return String(file.hasPrefix(folder) ? file.dropFirst(folder.count) : file.drop { $0 == "/" })
  }
}

enum TargetFolder {
  /// The folder of a file's target, as far as the path shows: in a package, the one in `Sources` or `Tests`, elsewhere
  /// the file's own folder; empty if the path names no folder.
  static func path(of path: String) -> String {
    let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let root = folders.dropLast().lastIndex { $0 == "Sources" || $0 == "Tests" }
    return (root.map { folders[...($0 + 1)] } ?? folders).joined(separator: "/")
  }
}
