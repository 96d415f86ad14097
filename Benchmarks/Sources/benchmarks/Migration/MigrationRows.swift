import Foundation

/// The migration of many files, against the compiler's own parser on the same files, and against half as many.
enum MigrationRows {
  struct Result: Encodable {
    let name: String
    let content: String
    let files: Int
    let linesPerFile: Int
    /// Medians of the rounds, in processor time.
    let seconds: Double
    let peakMemory: Int64
    let ratioToHalfAsMany: Double
    let lowestRatioToHalfAsMany: Double
    let secondsOfParser: Double?
    let rounds: Int
    var limitSeconds: Double?
    var limitMemory: Int64?
  }

  static let name = "migration: check of 1,000 files"

  /// Twice as many files take twice as long, and four times if anything is quadratic.
  private static let limitOfRatio = 2.5

  /// Returns the contents that take too long for their number of files.
  static func run(_ effort: Effort, _ report: Report) -> [String] {
    report.title(name)
    var exceeding: [String] = []
    do {
      for content in MigrationSources.Content.allCases {
        // Of fewer short files, the check takes no time that says anything.
        let files = content == .small ? max(effort.migratedFiles, 400) : effort.migratedFiles
        let result = try measure(content, files: files, rounds: min(effort.rounds, 3))
        report.add(result) { result.line }
        if result.lowestRatioToHalfAsMany > limitOfRatio { exceeding.append("\(name), \(content.rawValue)") }
      }
    } catch {
      report.note("It could not be measured: \(error)")
    }
    return exceeding
  }

  private static func measure(_ content: MigrationSources.Content, files: Int, rounds: Int) throws -> Result {
    let all = try MigrationSources(content, count: files)
    defer { all.remove() }
    let half = try MigrationSources(content, count: files / 2)
    defer { half.remove() }
    var runs: [(all: MigrationRun, half: MigrationRun)] = []
    var parser: [Double] = []
    for _ in 0..<rounds {
      runs.append((try MigrationRun(checking: all.folder.path), try MigrationRun(checking: half.folder.path)))
      if let seconds = try secondsOfParser(all) { parser.append(seconds) }
    }
    let isWhole = files == 1_000 && content != .small
    let ratios = runs.map { $0.all.seconds / $0.half.seconds }
    return Result(
      name: name,
      content: content.rawValue,
      files: files,
      linesPerFile: content.linesPerFile,
      seconds: median(runs.map(\.all.seconds)),
      peakMemory: runs.map(\.all.peakMemory).max() ?? 0,
      ratioToHalfAsMany: median(ratios),
      lowestRatioToHalfAsMany: ratios.min() ?? .nan,
      secondsOfParser: parser.isEmpty ? nil : median(parser),
      rounds: rounds,
      limitSeconds: isWhole ? 8 : nil,
      limitMemory: isWhole ? 400_000_000 : nil
    )
  }

  /// `swiftc -frontend -parse`, which only parses. Nil where there is none.
  private static func secondsOfParser(_ sources: MigrationSources) throws -> Double? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-frontend", "-parse"] + (0..<sources.count).map { sources.folder.path + "/File\($0).swift" }
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    // It has one thread.
    return process.terminationStatus == 0 ? elapsed(since: start) / 1_000_000_000 : nil
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}

extension MigrationRows.Result {
  /// The limits hold for the package's swift-syntax: the toolchain's parses many times as slowly.
  fileprivate var line: String {
    func number(_ value: Double) -> String { String(format: "%.2f", value) }
    let memory = "\(peakMemory / 1_000_000) MB"
    let parser =
      secondsOfParser.map { "swiftc -parse of the same takes \(number($0)) s" } ?? "no swiftc to compare with"
    let limits = limitSeconds.map { " (limits \(Int($0)) s, \((limitMemory ?? 0) / 1_000_000) MB)" } ?? ""
    return "\(content), \(files) files of \(linesPerFile) lines: "
      + "\(number(seconds)) s of processor time, \(memory)\(limits); "
      + "\(number(ratioToHalfAsMany)) times as long as \(files / 2); \(parser); \(rounds) rounds"
  }
}
