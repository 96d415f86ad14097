@testable import MonitorModels
@testable import SystemMonitor

extension ProcessRow {
  /// A process with what a test looks at.
  static func row(
    _ pid: Int32,
    _ name: String,
    user: String = "root",
    arguments: String = "",
    start: UInt64 = 0,
    cpu: Double = 0,
    memory: UInt64 = 0
  ) -> ProcessRow {
    ProcessRow(
      id: ProcessIdentity(pid: pid, startTime: start),
      name: name,
      user: user,
      command: ProcessCommand(parsing: bytes("/bin/" + name + arguments.replacing(" ", with: "\0")), name: name),
      cpu: Percent(cpu),
      memory: ByteAmount(memory)
    )
  }
}
