import Foundation
import SwiftSyntax

/// Syntax trees kept between the two visits of a file, up to a limit; others are parsed again.
// The lock guards `trees` and `bytes`.
final class TreeCache: @unchecked Sendable {
  private let lock = NSLock()
  private var trees: [Int: SourceFileSyntax] = [:]
  private var bytes = 0
  /// In bytes of sources: a stored tree takes thirty to forty times the bytes of its file.
  private let limit: Int

  init(bytesOfSources limit: Int) { self.limit = limit }

  func store(_ tree: SourceFileSyntax, of file: Int, bytes size: Int) {
    lock.withLock {
      guard bytes + size <= limit else { return }
      bytes += size
      // A tree keeps all nodes that a visitor has made, which take almost as much room as the tree itself. `detached`
      // returns a root with these nodes; a copy with a part replaced has none yet, and shares the rest.
      trees[file] = tree.with(\.endOfFileToken, tree.endOfFileToken)
    }
  }

  /// Returns the tree of a file, and forgets it.
  func take(_ file: Int) -> SourceFileSyntax? { lock.withLock { trees.removeValue(forKey: file) } }
}
