public import Observation

/// What is shown.
@MainActor @Observable public final class Account {
  public var name = "Ada"
  public var balance = 0
  public var isLocked = false

  public init() {}
}
