/// The progress of a job at one moment, as lines of text.
struct ProgressText {
  private let files: [String]
  private let shares: [Double]
  private let total: String
  private let share: Double

  init(of job: ChecksumJob, after seconds: Double) {
    let reading = job.reading
    files = reading.map { Printable.text($0.file.path) }
    shares = reading.map { Self.share($0.bytes, of: $0.file.size) }
    let bytes = job.bytes
    let size = job.files.reduce(0) { $0 + $1.size }
    share = Self.share(bytes, of: size)
    let rate = Double(bytes) / max(seconds, 0.001)
    let left = rate > 0 ? Double(max(0, size - bytes)) / rate : 0
    total = "\(job.totals.files) of \(job.files.count) files, \(ByteCount(rate))/s, \(Int(left.rounded(.up))) s left"
  }

  /// A line for each file that is being read, and one for all: none wider than the terminal, and no more than it can replace.
  func lines(_ width: Int, rows: Int = 24) -> [String] {
    let bar = min(20, width / 4)
    let text = max(0, width - bar - 8)
    // The cursor is in a row of its own, below the lines. One row above them stays: a terminal that is emptied from the first row on may keep
    // what it has shown in its history, each time.
    return (zip(files, shares).prefix(max(0, rows - 3)) + [(total, share)]).map { name, share in
      "\(Self.bar(share, bar)) \(Self.percent(share)) \(Self.fitted(name, text))"
    }
  }

  private static func share(_ bytes: Int, of size: Int) -> Double {
    // A file that grows, or a pipe.
    size > 0 ? min(1, Double(bytes) / Double(size)) : 0
  }

  private static func percent(_ share: Double) -> String {
    let number = "\(Int(share * 100))"
    return String(repeating: " ", count: 3 - number.count) + number + " %"
  }

  private static func bar(_ share: Double, _ width: Int) -> String {
    let eighths = Int(share * Double(width * 8))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let full = String(repeating: "█", count: eighths / 8) + partial
    return full + String(repeating: "░", count: width - full.count)
  }

  /// The end of a path says more than its beginning.
  private static func fitted(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : "…" + text.suffix(max(0, width - 1))
  }
}

/// A number of bytes with a unit.
struct ByteCount: CustomStringConvertible {
  let description: String

  init(_ bytes: Double) {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (bytes, 0)
    while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    let number = unit > 0 && tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    description = "\(number) \(units[unit])"
  }
}

/// Text that can't move the cursor.
enum Printable {
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
