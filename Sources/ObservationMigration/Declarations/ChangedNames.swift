/// The names of what code changes.
struct ChangedNames: Sendable {
  private(set) var all: Set<String> = []
  /// The changed members of other instances than `self`, and changed variables outside of types.
  private(set) var elsewhere: Set<String> = []
  /// The changed names without a base, or with the base `self`, by the declaration around.
  private(set) var own: [Int: Set<String>] = [:]
  /// The names in `own` that other code than initializers changes.
  private(set) var ownLater: [Int: Set<String>] = [:]
  /// `Theme.accent`
  private(set) var ofTypes: Set<String> = []

  /// Adds a name; `declaration` is what it's a member of if it's one of `self`.
  mutating func insert(_ name: String, in declaration: Int?, isInitial: Bool = false) {
    all.insert(name)
    guard let declaration else {
      elsewhere.insert(name)
      return
    }
    own[declaration, default: []].insert(name)
    if !isInitial { ownLater[declaration, default: []].insert(name) }
  }

  /// Adds a member of what may be a type.
  mutating func insert(_ name: String, of type: String) {
    insert(name, in: nil)
    ofTypes.insert("\(type).\(name)")
  }
}
