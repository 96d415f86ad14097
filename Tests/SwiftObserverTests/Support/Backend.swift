import Testing

@testable import ObservationBridge

extension Trait where Self == ConditionTrait {
  /// For what only the exact tracking backend can promise.
  static var exactBackend: Self {
    .enabled("needs the exact tracking backend") { Tracking.isExact }
  }
}
