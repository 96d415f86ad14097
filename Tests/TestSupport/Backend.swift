import ObservationBridge
package import Testing

/// Whether the tests have `@ObservableModel` where they say `@Observable`.
package var modelsAreOwn: Bool {
  #if OWN_MODELS
    true
  #else
    false
  #endif
}

/// Whether each change of the tests' models is reported before and after it is made, with its key path.
package var trackingIsExact: Bool {
  modelsAreOwn || Tracking.isExact
}

extension Trait where Self == ConditionTrait {
  /// For what only exact tracking can promise: that of the exact backend, or of models of our own.
  package static var exactBackend: Self {
    .enabled("needs exact tracking") { trackingIsExact }
  }

  /// For what needs to be told of a change after its value is stored, and of an object's deallocation: not with the public backend.
  package static var reportsAfterStore: Self {
    .enabled("needs reports after the store") { trackingIsExact || Tracking.isStandard }
  }

  /// For what needs to know whether anything was read of models with the standard library's registrar: only the exact backend does.
  package static var knowsWhatIsRead: Self {
    .enabled("needs to know what is read") { Tracking.isExact }
  }

  /// For what only the public tracking backend does.
  package static var publicBackend: Self {
    .enabled("about the public tracking backend") { !trackingIsExact && !Tracking.isStandard }
  }

  /// For what is about the standard library's registrar.
  package static func plainModels(_ reason: Comment) -> Self {
    .disabled(if: modelsAreOwn, reason)
  }
}
