import Observation

/// How much of the memory or the swap space is in use.
@MainActor @Observable
final class UsageModel {
  private(set) var share = Percent.zero
  private(set) var used = ByteAmount.zero
  private(set) var total = ByteAmount.zero
  let trend = Trend(before: .firstValue)

  func apply(used: UInt64, of total: UInt64) {
    share = Percent(used, of: total)
    self.used = ByteAmount(used)
    self.total = ByteAmount(total)
    trend.append(Level(share: total == 0 ? 0 : Double(used) / Double(total)))
  }
}
