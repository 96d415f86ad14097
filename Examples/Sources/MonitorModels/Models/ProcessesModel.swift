public import Observation

/// The processes, as the user looks at them.
@MainActor @Observable
public final class ProcessesModel {
  /// What is shown.
  public private(set) var list = ProcessList()
  @ObservationIgnored private var table = ProcessTable()

  /// The process that the user has selected.
  public var selected: ProcessRow? {
    table.selected
  }

  /// Whether the last sample had this process.
  package func isRunning(_ process: ProcessIdentity) -> Bool {
    table.row(process) != nil
  }

  /// Changes what is shown. Only the result is observable: where it stays the same, nothing is drawn.
  public func update(_ change: (inout ProcessTable) -> Void) {
    change(&table)
    list = table.list
  }
}
