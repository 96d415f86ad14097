import SwiftSyntax

extension StoredPropertyRule {
  /// `@ObservationIgnored` for lazy properties.
  enum Lazy {
    /// What is reported.
    enum Message {}

    static let id: RuleID = "lazy"
  }
}

extension Walk {
  /// Whether a lazy property may get another value than the first one: the changes of an object are not the property's.
  func mayChange(_ key: PropertyKey) -> Bool {
    guard let member = table.types[key.type].storedProperty(key.name) else { return true }
    if case .type(let type) = table.type(of: member, in: table.types[key.type].scope), table.types[type].kind == .class
    {
      return project.reach.replaces(member, of: key.type, table)
    }
    return project.reach.changes(member, of: key.type, table)
  }

  /// Whether a lazy property may get another value, which views can show.
  func isShownAndChanged(_ key: PropertyKey) -> Bool {
    let reach = project.reach
    guard reach.properties.contains(key), let member = table.types[key.type].storedProperty(key.name) else {
      return false
    }
    if reach.replaces(member, of: key.type, table) { return true }
    // A part of a value, but not of an object.
    switch table.type(of: member, in: table.types[key.type].scope) {
    case .type(let type): return table.types[type].kind != .class && reach.changes(member, of: key.type, table)
    case .collection: return reach.changes(member, of: key.type, table)
    case .external(let name): return ValueTypes.names.contains(name) && reach.changes(member, of: key.type, table)
    default: return false
    }
  }
}

extension StoredPropertyRule.Lazy.Message {
  static func isAnnounced(_ name: String) -> String {
    "`\(name)` is lazy and can't be tracked, but its changes are announced. Initialize it eagerly, or assign it in a method."
  }

  static func isShown(_ name: String) -> String {
    "`\(name)` is lazy and can't be tracked, but views can show its changes. Initialize it eagerly, or assign it in a method."
  }

  static func isIgnored(_ name: String) -> String {
    "`\(name)` is lazy, and stays untracked."
  }
}
