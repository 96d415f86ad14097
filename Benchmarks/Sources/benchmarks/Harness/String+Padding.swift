extension String {
  /// Fills with spaces up to `width`: behind the text, or for a negative width before it.
  func padded(to width: Int) -> String {
    let space = String(repeating: " ", count: Swift.max(0, abs(width) - count))
    return width < 0 ? space + self : self + space
  }
}
