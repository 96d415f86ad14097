/// Where the sources of a target are.
enum TargetFolder {
  /// The folder of the target that a file belongs to, as far as its path shows: in a package, the one in `Sources` or `Tests`,
  /// elsewhere the file's own folder.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The path of the folder; empty if the path of the file names no folder.
  static func path(of path: String) -> String {
    let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let root = folders.dropLast().lastIndex { $0 == "Sources" || $0 == "Tests" }
    return (root.map { folders[...($0 + 1)] } ?? folders).joined(separator: "/")
  }
}
