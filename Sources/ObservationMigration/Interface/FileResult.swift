/// The result of the migration for one file.
public struct FileResult: Sendable, Hashable {
  /// The file as it was read.
  public let file: SourceFile

  /// The replacements that lead to ``migrated``, in the order of their places, without overlaps.
  public internal(set) var edits: [Edit]

  /// The file afterwards; equal to its text if there are no edits.
  public internal(set) var migrated: String

  /// What the migration reports, in the order of the places.
  public internal(set) var findings: [Finding]

  /// What would change if nothing held its types back, in the order of the places.
  public internal(set) var waiting: [Finding] = []

  /// What becomes of the classes that the file declares and that are an `ObservableObject`.
  public internal(set) var classes: [ClassOutcome] = []

  /// The products of this package that the file's target needs only because of the edits, in alphabetical order.
  ///
  /// The migrated file imports them. Neither this file nor any other file that was examined in the same target imported them
  /// before. Files belong to the same target if they're in the same folder of `Sources` or `Tests`, as in a package, or else directly
  /// in the same folder.
  public internal(set) var neededProducts: [String] = []
}

/// What becomes of a class that is an `ObservableObject`.
public struct ClassOutcome: Sendable, Hashable {
  /// Its name, with the types it is nested in.
  public let name: String
  /// Whether it's converted.
  public let isConverted: Bool

  /// Creates an outcome.
  public init(name: String, isConverted: Bool) {
    self.name = name
    self.isConverted = isConverted
  }
}
