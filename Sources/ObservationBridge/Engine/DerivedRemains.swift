/// What is left of a derived value when it has been brought up to date: let go of without the lock.
@safe
struct DerivedRemains {
  /// The value itself, if it has been retired meanwhile.
  private let owner: Unmanaged<GraphOwner>?
  /// What the standard library's tracking waits for, if the value differs.
  private let sentinel: Sentinel?

  /// Nil where there is nothing.
  init?(_ owner: Unmanaged<GraphOwner>?, _ sentinel: Sentinel?) {
    if unsafe owner == nil, sentinel == nil { return nil }
    unsafe self.owner = owner
    self.sentinel = sentinel
  }

  func end() {
    sentinel?.end(after: nil)
    unsafe owner?.release()
  }
}
