/// The result of the migration for one file.
public struct FileResult: Sendable, Hashable {
  /// The file as read.
  public let file: SourceFile
  /// The replacements that lead to ``migrated``, by place and without overlaps.
  public internal(set) var edits: [Edit]
  /// The file afterwards; equal to its text if there are no edits.
  public internal(set) var migrated: String
  /// The findings, in the order of the places.
  public internal(set) var findings: [Finding]
  /// The changes that would be made if nothing blocked the types, in the order of the places.
  public internal(set) var waiting: [Finding] = []
  /// The outcome for each `ObservableObject` class declared in the file.
  public internal(set) var classes: [ClassOutcome] = []
  /// The products of this package that the file's target needs only because of the edits, in alphabetical order.
  ///
  /// The migrated file imports them. Until now, neither this file nor any other examined file of the same target did.
  /// Files belong to the same target if they're in the same folder of `Sources` or `Tests`, as in a package, or else
  /// directly in the same folder.
  public internal(set) var neededProducts: [String] = []
}

/// The outcome for an `ObservableObject` class.
public struct ClassOutcome: Sendable, Hashable {
  /// The name, with the enclosing types.
  public let name: String
  /// Whether the class is converted.
  public let isConverted: Bool

  /// Creates an outcome.
  public init(name: String, isConverted: Bool) {
    self.name = name
    self.isConverted = isConverted
  }
}

/// The changes from converting one group of types.
public struct GroupConversion: Sendable {
  /// The types.
  public let group: TypeGroup
  /// The files that change if only this group is converted.
  public let files: [FileResult]
}

/// Types that convert together or not at all.
public struct TypeGroup: Sendable, Hashable {
  /// The number in ``Finding/group``.
  public let number: Int
  /// The names of the types, in alphabetical order.
  public let types: [String]
}

/// A file as read.
public struct SourceFile: Sendable, Hashable {
  /// The path as given by the user, or as found in a folder given by the user.
  public let path: String
  /// The bytes, decoded as UTF-8. A byte order mark and line endings are preserved.
  public let text: String

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path for findings.
  ///   - text: The whole contents.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// One replacement in a file.
public struct Edit: Sendable, Hashable {
  /// What is replaced: UTF-8 offsets into the original file. Empty for an insertion.
  public var range: Range<Int>
  /// The text that replaces the range.
  public var replacement: String
  /// The responsible rule.
  public var rule: RuleID

  /// Creates an edit.
  public init(range: Range<Int>, replacement: String, rule: RuleID) {
    self.range = range
    self.replacement = replacement
    self.rule = rule
  }

  /// An edit without a rule; the enclosing proposal adds its own.
  init(_ range: Range<Int>, with replacement: String) {
    self.init(range: range, replacement: replacement, rule: "")
  }

  /// The edit with a rule, unless there is one already.
  func of(_ rule: RuleID) -> Edit {
    self.rule == "" ? Edit(range: range, replacement: replacement, rule: rule) : self
  }
}
