extension Sequence {
  /// The elements by a key, in the order of the keys' first elements.
  func grouped<Key: Hashable>(inOrderOf key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var indices: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let index = indices[key] {
        groups[index].elements.append(element)
      } else {
        indices[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [String] {
  /// `iOS 17, macOS 14 and tvOS 17`
  var listed: String { count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1] }

  /// The names as code, in a list.
  var quoted: String { map { "`\($0)`" }.listed }

  /// The names as code, in a list; of more than four, the first three, and the number of others.
  var quotedShortList: String { map { "`\($0)`" }.shortList() }

  /// A list; of more than four, the first three, and the number of others.
  func shortList(of noun: String? = nil) -> String {
    guard count > 4 else { return listed }
    return prefix(3).joined(separator: ", ") + " and \(count - 3) other\(noun.map { " " + $0 } ?? "")s"
  }
}

extension Int {
  /// `1 file`, `2 files`
  func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

/// The emphasis of text: none, or the colours of a terminal.
public enum TextStyle: Sendable {
  /// Plain text.
  case plain
  /// ANSI escape sequences.
  case colour

  package func bold(_ text: String) -> String { sequence("1", text) }
  func red(_ text: String) -> String { sequence("31", text) }
  func green(_ text: String) -> String { sequence("32", text) }
  func yellow(_ text: String) -> String { sequence("33", text) }
  func cyan(_ text: String) -> String { sequence("36", text) }

  private func sequence(_ code: String, _ text: String) -> String {
    switch self {
    case .plain: text
    case .colour: "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
  }
}
