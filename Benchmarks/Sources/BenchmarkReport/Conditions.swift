/// When, where and with what a run was made.
public struct Conditions: Codable, Equatable, Sendable {
  public var date: String
  public var processor: String
  public var processorCount: Int
  public var system: String
  public var toolchain: String
  /// The mean number of processes that ran or waited in the minute before, besides the benchmarks.
  public var load: Double?
  /// The arguments that it was started with.
  public var arguments: [String]

  public init(
    date: String,
    processor: String,
    processorCount: Int,
    system: String,
    toolchain: String,
    load: Double?,
    arguments: [String]
  ) {
    self.date = date
    self.processor = processor
    self.processorCount = processorCount
    self.system = system
    self.toolchain = toolchain
    self.load = load
    self.arguments = arguments
  }
}
