import Observation

/// The busiest processes, as many as the list has room for.
@MainActor @Observable
final class ProcessesModel {
  private(set) var rows: [ProcessRow] = []
  @ObservationIgnored private var all: [ProcessRow] = []
  @ObservationIgnored private var length = 0

  func apply(_ processes: [ProcessRow]) {
    all = processes
    rows = Array(all.prefix(length))
  }

  func fit(_ length: Int) {
    self.length = max(0, length)
    rows = Array(all.prefix(self.length))
  }
}
