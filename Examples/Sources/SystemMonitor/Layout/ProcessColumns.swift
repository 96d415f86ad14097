/// How the width of the list of processes is divided.
struct ProcessColumns: Equatable, Sendable {
  /// Narrower than this the long form leaves no room for a command line.
  private static let shortestLongRow = 60
  /// Narrower than this the folder of a program leaves no room for its name.
  private static let shortestWithFolders = 96

  let pid = 8
  let cpu = 8
  let user: Int
  let memory: Int
  /// Whether amounts are abbreviated, and users left out.
  let isShort: Bool
  /// Whether programs are named with their folder.
  let showsFolders: Bool

  init(width: Int) {
    isShort = width < Self.shortestLongRow
    showsFolders = width >= Self.shortestWithFolders
    user = isShort ? 0 : 10
    memory = isShort ? 6 : 10
  }
}
