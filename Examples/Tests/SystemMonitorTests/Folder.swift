/// Where the tests find files.
enum Folder {
  /// What the parsers read instead of `/proc`.
  static let fixtures = parent(of: #filePath) + "/Fixtures"

  /// The tools that were built with the tests, which are in the folder of the test bundle.
  static let products = parent(of: CommandLine.arguments[0])

  private static func parent(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }
}
