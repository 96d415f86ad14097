extension UInt64 {
  /// How far a counter has come. A counter that was reset, like that of a device that has gone, counts as standing still.
  package func increase(since earlier: UInt64) -> UInt64 {
    self > earlier ? self - earlier : 0
  }
}
