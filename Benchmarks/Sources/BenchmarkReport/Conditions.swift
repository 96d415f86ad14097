/// When, where and with what a run was made.
package struct Conditions: Codable, Equatable, Sendable {
  package var date: String
  package var processor: String
  package var processorCount: Int
  package var system: String
  package var toolchain: String
  /// The tracking backend that the library had.
  package var backend: String?
  /// The mean number of processes that ran or waited in the minute before, besides the benchmarks.
  package var load: Double?
  /// The arguments that it was started with.
  package var arguments: [String]

  package init(
    date: String,
    processor: String,
    processorCount: Int,
    system: String,
    toolchain: String,
    backend: String?,
    load: Double?,
    arguments: [String]
  ) {
    self.date = date
    self.processor = processor
    self.processorCount = processorCount
    self.system = system
    self.toolchain = toolchain
    self.backend = backend
    self.load = load
    self.arguments = arguments
  }
}
