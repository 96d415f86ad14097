import SwiftSyntax
import Synchronization

/// Syntax trees kept between the two visits of a file, up to a limit; others are parsed again.
final class TreeCache: Sendable {
  private let stored = Mutex<(trees: [Int: SourceFileSyntax], bytes: Int)>(([:], 0))
  /// In bytes of sources: a stored tree takes thirty to forty times the bytes of its file.
  private let limit: Int

  init(bytesOfSources limit: Int) { self.limit = limit }

  func store(_ tree: SourceFileSyntax, of file: Int, bytes: Int) {
    stored.withLock { stored in
      guard stored.bytes + bytes <= limit else { return }
      stored.bytes += bytes
      // A tree keeps all nodes that a visitor has made, which take almost as much room as the tree itself. `detached`
      // returns a root with these nodes; a copy with a part replaced has none yet, and shares the rest.
      stored.trees[file] = tree.with(\.endOfFileToken, tree.endOfFileToken)
    }
  }

  /// Returns the tree of a file, and forgets it.
  func take(_ file: Int) -> SourceFileSyntax? { stored.withLock { $0.trees.removeValue(forKey: file) } }
}
