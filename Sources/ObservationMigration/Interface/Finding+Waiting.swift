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
    /// Those of them that nothing else holds back.
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
