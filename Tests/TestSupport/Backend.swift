import ObservationBridge
package import Testing

extension Trait where Self == ConditionTrait {
  /// For what only the exact tracking backend can promise.
  package static var exactBackend: Self {
    .enabled("needs the exact tracking backend") { Tracking.isExact }
  }

  /// For what only the public tracking backend does.
  package static var publicBackend: Self {
    .enabled("about the public tracking backend") { !Tracking.isExact }
  }
}
