/// Names for subjects that nothing else has.
struct SubjectNames {
  /// Names that are mentioned, by file.
  private let mentioned: [Set<String>]
  private let table: SymbolTable
  /// The classes that inherit from each.
  private let subclasses: [TypeSymbol.ID: [TypeSymbol.ID]]

  init(_ mentioned: [Set<String>], _ table: SymbolTable) {
    self.mentioned = mentioned
    self.table = table
    var subclasses: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
    for type in table.types where type.kind == .class {
      for superclass in table.superclasses(of: type.id) { subclasses[superclass, default: []].append(type.id) }
    }
    self.subclasses = subclasses
  }

  /// A name that no member of the class and of its hierarchy has, and that isn't mentioned in the files.
  func free(for property: PropertyKey, in files: Set<Int>) -> String {
    (property.name + "Subject").numbered { name in
      table.members(name, of: property.type).isEmpty && !files.contains { mentioned[$0].contains(name) }
        && (subclasses[property.type] ?? []).allSatisfy { table.types[$0].members[name] == nil }
    }
  }
}

extension String {
  /// This name if it's free, else the first free one with a number behind it.
  func numbered(_ isFree: (String) -> Bool) -> String {
    isFree(self) ? self : (2...).lazy.map { "\(self)\($0)" }.first(where: isFree) ?? self
  }
}
