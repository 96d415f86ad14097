/// What stays the same about a process until it runs another program.
struct ProcessDetails: Sendable {
  /// The process and the program that this was read for.
  private let process: ProcessIdentity
  private let name: String

  let user: String
  let command: ProcessCommand

  init(of process: ProcessReading, user: String, command: ProcessCommand) {
    self.process = process.id
    name = process.name
    self.user = user
    self.command = command
  }

  /// Whether they still hold for the process as it is now.
  func describes(_ other: ProcessReading) -> Bool {
    process == other.id && name == other.name
  }
}
