/// What this thread runs just now: the innermost pass, or the computation of a derived value.
enum CurrentReader {
  /// Whether a reader that is running is that. It may have interrupted its reading by code whose reads are nobody's dependencies.
  static func isRunning(_ reader: GraphNode) -> Bool {
    guard let owner = unsafe reader.owner else { return false }
    let address = unsafe UnsafeRawPointer(owner.toOpaque())
    return unsafe CurrentComputation.value == address || CurrentPass.belongs(to: reader, address)
  }
}
