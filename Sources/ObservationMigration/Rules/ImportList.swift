/// The imports at the top of a file.
struct ImportList: Sendable {
  struct Item: Sendable {
    let module: String
    /// Of the declaration, without what surrounds it.
    let range: Range<Int>
    /// With its line.
    let line: Range<Int>
    /// Behind a comment in its line.
    let end: Int
    /// Attributes and modifiers.
    let prefix: String
    /// `import class Combine.AnyCancellable`
    let isOfOneDeclaration: Bool
    /// Whether it stands behind another import, or in the line after it.
    let followsImport: Bool
  }

  var items: [Item] = []
  /// Where a file without imports would have them.
  var start = 0
}
