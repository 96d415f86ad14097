/// One place in the sources, and the migration's report on the place.
public struct Finding: Sendable, Hashable {
  /// What happened at the place.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The place was rewritten.
    case changed
    /// The place and everything depending on it were left alone, because a person has to choose.
    case needsDecision = "needs a decision"
    /// The place and everything depending on it were left alone, because migrating is impossible or forbidden.
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
  /// The type concerned, with its enclosing types: `Editor.Draft`.
  public var type: String?
  /// The change, or the advice.
  public var message: String
  /// Whether a changed place may behave differently at run time. A person should review the change, unless findings of the
  /// rule seldom matter.
  public var isRisky: Bool
  /// The other places counted by the message. Each has a finding of its own that needs no attention.
  public var otherPlaces: [Location]
  /// The group of types concerned: types with the same number convert together or not at all; nil for no group.
  public var group: Int?
  /// What waits for the place, if it holds types back.
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

  var location: Location { Location(file: file, line: line, column: column) }

  func moved(to location: Location) -> Finding {
    var finding = self
    (finding.file, finding.line, finding.column) = (location.file, location.line, location.column)
    return finding
  }

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

  /// A connection between types: a superclass, a protocol, a constraint, a property of several types.
  public struct Tie: Sendable, Hashable {
    /// The place of the connection.
    public var location: Location
    /// The number of types that wait because of the connection.
    public var types: Int

    /// Creates a tie.
    public init(location: Location, types: Int) {
      self.location = location
      self.types = types
    }
  }

  /// What waits for a place that needs a decision.
  public struct Waiting: Sendable, Hashable {
    /// All types blocked by the place, directly or through ties.
    public var types: [String]
    /// The types without any other blocker.
    public var typesWaitingForItAlone: [String]
    /// The number of lines that would change for these types.
    public var lines: Int
    /// The ties between the types, nearest to the place first.
    public var ties: [Tie]

    /// Creates a description of waiting types.
    public init(types: [String], typesWaitingForItAlone: [String], lines: Int, ties: [Tie] = []) {
      self.types = types
      self.typesWaitingForItAlone = typesWaitingForItAlone
      self.lines = lines
      self.ties = ties
    }
  }
}
