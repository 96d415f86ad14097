import Observation

/// How much of the memory and of the swap space is in use.
@MainActor @Observable
final class MemoryModel {
  private(set) var share = Percent.zero
  private(set) var used = ByteAmount.zero
  private(set) var total = ByteAmount.zero
  private(set) var swapShare = Percent.zero
  private(set) var swapUsed = ByteAmount.zero
  private(set) var swapTotal = ByteAmount.zero
  let trend = Trend()

  func apply(_ memory: MemoryReading) {
    share = Percent(memory.used, of: memory.total)
    used = ByteAmount(memory.used)
    total = ByteAmount(memory.total)
    swapShare = Percent(memory.swapUsed, of: memory.swapTotal)
    swapUsed = ByteAmount(memory.swapUsed)
    swapTotal = ByteAmount(memory.swapTotal)
    trend.append(memory.total == 0 ? 0 : Double(memory.used) / Double(memory.total))
  }
}
