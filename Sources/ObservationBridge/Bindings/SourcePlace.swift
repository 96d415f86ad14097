import CObservationRuntime

/// Where a binding stands in the source.
package struct SourcePlace: Sendable {
  let file: StaticString
  let line: UInt
  let method: StaticString

  package init(file: StaticString, line: UInt, method: StaticString) {
    self.file = file
    self.line = line
    self.method = method
  }

  /// What is said of a binding that doesn't settle.
  var unsettled: String {
    """
    \(file):\(line): warning: the binding \(method) does not settle: it has run \(SettlingState.maximumRunCount) times in a \
    row because it changes what it reads, and waits for the next change made elsewhere. Let what it assigns leave alone what \
    it reads, or change it only to a value that stays the same.
    """
  }

  /// Writes a line to standard error.
  func reportUnsettled() {
    unsafe ob_write_error_line(unsettled)
  }
}
