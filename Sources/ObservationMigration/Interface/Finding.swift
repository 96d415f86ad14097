/// One place in the sources, and what the migration reports about it.
public struct Finding: Sendable, Hashable {
  /// What happened at the place.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It was rewritten.
    case changed
    /// It was left alone, with what depends on it, because a person has to choose.
    case needsDecision = "needs a decision"
    /// It was left alone, with what depends on it, because it can't or must not be migrated.
    case refused
  }

  /// What happened at the place.
  public var state: State

  /// The responsible rule.
  public var rule: RuleID

  /// The path of the file.
  public var file: String

  /// The line, from 1.
  public var line: Int

  /// The column, from 1, in UTF-8 code units as the compiler counts.
  public var column: Int

  /// The type that it concerns, with the types it is nested in: `Editor.Draft`.
  public var type: String?

  /// What was done, or what to do.
  public var message: String

  /// Whether a changed place behaves differently at run time, so that a person should look at it.
  public var isRisky: Bool

  /// The other places that the message counts, each of which has a finding of its own that needs no attention.
  public var otherPlaces: [Location]

  /// The group of types that it concerns: types with the same number convert together or not at all; nil if it concerns
  /// no group.
  public var group: Int?

  /// What waits for it, if it holds types back.
  public var waiting: Waiting?

  /// Creates a finding.
  public init(
    state: State,
    rule: RuleID,
    file: String,
    line: Int,
    column: Int,
    type: String? = nil,
    message: String,
    isRisky: Bool = false,
    otherPlaces: [Location] = [],
    group: Int? = nil,
    waiting: Waiting? = nil
  ) {
    self.state = state
    self.rule = rule
    self.file = file
    self.line = line
    self.column = column
    self.type = type
    self.message = message
    self.isRisky = isRisky
    self.otherPlaces = otherPlaces
    self.group = group
    self.waiting = waiting
  }

  /// Where it is.
  var location: Location { Location(file: file, line: line, column: column) }

  /// The finding at another place.
  func moved(to location: Location) -> Finding {
    var finding = self
    (finding.file, finding.line, finding.column) = (location.file, location.line, location.column)
    return finding
  }
}

extension Finding {
  /// A place in a file.
  public struct Location: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in UTF-8 code units.
    public var column: Int

    /// Creates a location.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }

    /// `file:line:column`
    public var description: String { "\(file):\(line):\(column)" }
  }

  /// What ties types together: a superclass, a protocol, a constraint, a property of several types.
  public struct Tie: Sendable, Hashable {
    /// Where it is.
    public var location: Location
    /// How many types wait because of it.
    public var types: Int

    /// Creates a tie.
    public init(location: Location, types: Int) {
      self.location = location
      self.types = types
    }
  }

  /// What waits for a place that needs a decision.
  public struct Waiting: Sendable, Hashable {
    /// All types that it holds back, directly or through ties.
    public var types: [String]
    /// The types that nothing else holds back.
    public var typesWaitingForItAlone: [String]
    /// How many lines would change for these types.
    public var lines: Int
    /// What ties the types together, the nearest to the place first.
    public var ties: [Tie]

    /// Creates a description of what waits.
    public init(types: [String], typesWaitingForItAlone: [String], lines: Int, ties: [Tie] = []) {
      self.types = types
      self.typesWaitingForItAlone = typesWaitingForItAlone
      self.lines = lines
      self.ties = ties
    }
  }
}
