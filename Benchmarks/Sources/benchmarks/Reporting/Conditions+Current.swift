import BenchmarkReport
import Foundation
import ObservationBridge

extension Conditions {
  /// This machine, now.
  static func current(arguments: [String]) -> Conditions {
    Conditions(
      date: Date.now.formatted(.iso8601.year().month().day()),
      processor: processor,
      processorCount: ProcessInfo.processInfo.activeProcessorCount,
      system: ProcessInfo.processInfo.operatingSystemVersionString,
      toolchain: toolchain,
      backend: TrackingBackend.current.rawValue,
      load: load,
      arguments: arguments
    )
  }

  private static var processor: String {
    #if os(Linux)
      let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let model = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
      return model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    #else
      return output(of: "/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string") ?? "unknown"
    #endif
  }

  private static var toolchain: String {
    output(of: "/usr/bin/env", "swift", "--version") ?? "unknown"
  }

  private static var load: Double? {
    var loads = [0.0]
    // It fills one number, as the second argument says.
    return unsafe getloadavg(&loads, 1) == 1 ? loads[0] : nil
  }

  /// The first line that a program prints.
  private static func output(of path: String, _ arguments: String...) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let bytes = try? output.fileHandleForReading.readToEnd() else { return nil }
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
