public import Observation

/// How much of the memory and of the swap space is in use.
@MainActor @Observable
public final class MemoryModel {
  /// How much of the memory is used.
  public private(set) var share = Percent.zero
  /// Used memory.
  public private(set) var used = ByteAmount.zero
  /// All memory.
  public private(set) var total = ByteAmount.zero
  /// How much of the swap space is used.
  public private(set) var swapShare = Percent.zero
  /// Used swap space.
  public private(set) var swapUsed = ByteAmount.zero
  /// All swap space.
  public private(set) var swapTotal = ByteAmount.zero
  /// How the share of memory has changed.
  public let trend = Trend()

  package func apply(_ memory: MemoryReading) {
    share = Percent(memory.used, of: memory.total)
    used = ByteAmount(memory.used)
    total = ByteAmount(memory.total)
    swapShare = Percent(memory.swapUsed, of: memory.swapTotal)
    swapUsed = ByteAmount(memory.swapUsed)
    swapTotal = ByteAmount(memory.swapTotal)
    trend.append(memory.total == 0 ? 0 : Double(memory.used) / Double(memory.total))
  }
}
