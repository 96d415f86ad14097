/// The part of the list of processes that is shown.
struct ProcessList: Equatable, Sendable {
  var rows: [ProcessRow] = []
  /// The place of the selected process among the rows.
  var selected: Int?
  /// How many processes are above the first row.
  var first = 0
  /// How many match the filter.
  var count = 0
  /// How many there are.
  var total = 0
  var order = ProcessOrder()
  /// What is looked for; empty for everything.
  var filter = ""
}
