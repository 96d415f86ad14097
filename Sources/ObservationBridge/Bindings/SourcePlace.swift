import CObservationRuntime

/// The location of a binding in the source.
package struct SourcePlace: Sendable {
  let file: StaticString
  let line: UInt
  let method: StaticString

  package init(file: StaticString, line: UInt, method: StaticString) {
    self.file = file
    self.line = line
    self.method = method
  }

  /// The message about a binding that doesn't settle.
  var unsettled: String {
    """
    \(file):\(line): warning: the binding \(method) doesn't settle: it ran \(SettlingState.maximumRunCount) times in a row \
    because each run changed what it reads. It waits for the next change made elsewhere. Make sure that what it assigns doesn't \
    change what it reads, or changes it to a value that stays the same.
    """
  }

  /// Writes the message to standard error.
  func reportUnsettled() {
    unsafe ob_write_error_line(unsettled)
  }
}
