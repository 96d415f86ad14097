/// A file as it was read.
public struct SourceFile: Sendable, Hashable {
  /// The path as the user gave it, or as it was found in a folder that the user gave.
  public let path: String

  /// The bytes, decoded as UTF-8. A byte order mark and line endings are preserved.
  public let text: String

  /// Creates a file from what was read.
  ///
  /// - Parameters:
  ///   - path: The path that findings name.
  ///   - text: The whole contents.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
