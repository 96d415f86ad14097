import CAllocations

extension Game {
  /// Counts the allocations of each frame, from its step to its text. Returns nil where they can't be counted.
  ///
  /// Frames in which the flowers bloom again are left out: a transaction stores what it changes. So is the first summer, in which all
  /// buffers get their size. That the rest allocate nothing depends on each change having one observer: a second one needs a list.
  ///
  /// - Parameters:
  ///   - frames: How many frames to count.
  ///   - isInterrupted: Whether to stop before that.
  /// - Returns: How many allocations each frame has made, or nil.
  func allocations(frames: Int, until isInterrupted: () -> Bool = { false }) -> [Int]? {
    guard allocations_can_be_counted() else { return nil }
    var frame = TextFrame(of: self, colors: true)
    var counts: [Int] = []
    counts.reserveCapacity(frames)
    while counts.count < frames, !isInterrupted() {
      let summer = meadow.summers
      allocations_start()
      meadow.advance()
      frame.draw()
      let count = allocations_stop()
      if summer > 1, summer == meadow.summers { counts.append(count) }
    }
    return counts
  }
}
