import SwiftSyntaxMacros

/// All macros of this plug-in.
var observationMacros: [any Macro.Type] {
  [
    ObservationTrackingMacro.self,
    CancellableObservationMacro.self,
    StartObservationsMacro.self,
    StopObservationsMacro.self,
    ObservableModelMacro.self,
    ModelPropertyMacro.self,
  ]
}
