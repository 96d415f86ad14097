/// Which groups of types somebody wants to be converted, asked one after the other.
///
/// A pure value: it is shown answers, and says what to ask next.
struct GroupChoice: Equatable {
  enum Answer: Equatable {
    /// Convert this group.
    case yes
    /// Leave it.
    case no
    /// Convert this group and all that follow.
    case all
    /// Leave this group and all that follow.
    case quit

    /// What somebody has typed: a word or its first letter. nil if it is something else.
    init?(_ text: String) {
      switch text.lowercased() {
      case "y", "yes": self = .yes
      case "n", "no": self = .no
      case "a", "all": self = .all
      case "q", "quit": self = .quit
      default: return nil
      }
    }
  }

  private let groups: [Int]
  private var index = 0
  /// The groups to convert.
  private(set) var accepted: Set<Int> = []

  init(_ groups: [Int]) {
    self.groups = groups
  }

  /// The group to ask about; nil when all is decided.
  var next: Int? { index < groups.count ? groups[index] : nil }

  mutating func answer(_ answer: Answer) {
    guard let group = next else { return }
    switch answer {
    case .yes:
      accepted.insert(group)
      index += 1
    case .no:
      index += 1
    case .all:
      accepted.formUnion(groups[index...])
      index = groups.count
    case .quit:
      index = groups.count
    }
  }
}
