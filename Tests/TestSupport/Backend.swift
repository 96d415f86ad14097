import ObservationBridge
package import Testing

extension Trait where Self == ConditionTrait {
  /// For what only the exact tracking backend can promise.
  package static var exactBackend: Self {
    .enabled("needs the exact tracking backend") { Tracking.isExact }
  }

  /// For what needs to be told of a change after its value is stored, and of an object's death: not with the public backend.
  package static var reportsAfterStore: Self {
    .enabled("needs reports after the store") { Tracking.isExact || Tracking.isStandard }
  }

  /// For what only the public tracking backend does.
  package static var publicBackend: Self {
    .enabled("about the public tracking backend") { !Tracking.isExact && !Tracking.isStandard }
  }
}
