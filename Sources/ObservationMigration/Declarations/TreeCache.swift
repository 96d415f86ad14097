import Foundation
import SwiftSyntax

/// Syntax trees between the two looks at a file, up to a limit; those that don't fit are made again.
// The lock guards what it stores.
final class TreeCache: @unchecked Sendable {
  private let lock = NSLock()
  private var trees: [Int: SourceFileSyntax] = [:]
  private var bytes = 0
  /// In bytes of sources: a stored tree takes about fifty times the bytes of its file, and twice that once it has been walked.
  private let limit: Int

  init(bytesOfSources limit: Int) {
    self.limit = limit
  }

  func store(_ tree: SourceFileSyntax, of file: Int, bytes size: Int) {
    lock.withLock {
      guard bytes + size <= limit else { return }
      bytes += size
      // What has been visited so far takes more room than the tree itself.
      trees[file] = tree.detached
    }
  }

  /// The tree of a file, which is not kept any longer.
  func take(_ file: Int) -> SourceFileSyntax? {
    lock.withLock { trees.removeValue(forKey: file) }
  }
}
