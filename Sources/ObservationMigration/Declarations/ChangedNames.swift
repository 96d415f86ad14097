/// The names of what code changes.
struct ChangedNames: Sendable {
  private(set) var all: Set<String> = []
  /// Those of members of something else than `self`, or of what stands outside of types.
  private(set) var elsewhere: Set<String> = []
  /// Those that stand alone or behind `self`, by the declaration that they stand in.
  private(set) var own: [Int: Set<String>] = [:]

  /// Adds a name; `declaration` is what it's a member of if it's one of `self`.
  mutating func insert(_ name: String, in declaration: Int?) {
    all.insert(name)
    if let declaration {
      own[declaration, default: []].insert(name)
    } else {
      elsewhere.insert(name)
    }
  }
}
