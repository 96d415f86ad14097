import BenchmarkReport
import Foundation

/// Runs the benchmarks in a process of their own, and writes a report of what they print.
struct ReportRun {
  let arguments: Arguments

  func run() throws {
    let baseline = try arguments.baseline.map { try BenchmarkRun(json: Data(contentsOf: URL(fileURLWithPath: $0))) }
    let conditions = Conditions.current(arguments: Array(CommandLine.arguments.dropFirst()))
    let run = BenchmarkRun(conditions: conditions, measurements: BenchmarkRun.measurements(in: try measured()))
    let comparison = baseline.map { Comparison(from: $0, to: run) }
    if let comparison { print(comparison.markdown) }
    guard let path = arguments.reportFolder else { return }
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(run.markdown(comparison).utf8).write(to: folder.appending(path: "README.md"))
    try Data(RatioChart(run.measurements).svg.utf8).write(to: folder.appending(path: BenchmarkRun.chartFile))
    try run.json().write(to: folder.appending(path: "run.json"))
    print("Wrote \(folder.path)/README.md.")
  }

  /// What the rows print, which is shown as it comes.
  private func measured() throws -> String {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments.forRows
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var bytes = Data()
    while case let piece = output.fileHandleForReading.availableData, !piece.isEmpty {
      bytes += piece
      FileHandle.standardError.write(Data(".".utf8))
    }
    process.waitUntilExit()
    FileHandle.standardError.write(Data("\n".utf8))
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
