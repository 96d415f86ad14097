/// The part of the list of processes that is shown.
public struct ProcessList: Equatable, Sendable {
  /// The processes.
  public var rows: [ProcessRow] = []
  /// The place of the selected process among the rows.
  public var selected: Int?
  /// How many processes are above the first row.
  public var first = 0
  /// How many match the filter.
  public var count = 0
  /// How many there are.
  public var total = 0
  /// How they are sorted.
  public var order = ProcessOrder()
  /// What is looked for; empty for everything.
  public var filter = ""
}
