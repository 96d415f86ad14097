import Foundation
import SwiftSyntax

/// Syntax trees between the two looks at a file, up to a limit; those that don't fit are made again.
// The lock guards what it stores.
final class TreeCache: @unchecked Sendable {
  private let lock = NSLock()
  private var trees: [Int: SourceFileSyntax] = [:]
  private var bytes = 0
  /// In bytes of sources: a stored tree takes about thirty times the bytes of its file.
  private let limit: Int

  init(bytesOfSources limit: Int) {
    self.limit = limit
  }

  func store(_ tree: SourceFileSyntax, of file: Int, bytes size: Int) {
    lock.withLock {
      guard bytes + size <= limit else { return }
      bytes += size
      // A tree keeps all nodes that a visitor has made, which take almost as much room as the tree itself. `detached` returns a
      // root as it is, with these nodes; a copy with a part replaced has none yet, and shares the rest.
      trees[file] = tree.with(\.endOfFileToken, tree.endOfFileToken)
    }
  }

  /// The tree of a file, which is not kept any longer.
  func take(_ file: Int) -> SourceFileSyntax? {
    lock.withLock { trees.removeValue(forKey: file) }
  }
}
