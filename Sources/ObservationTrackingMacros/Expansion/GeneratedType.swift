/// The types named by expansions.
///
/// A module's name doesn't distinguish these types from a user's, since a type may share the name of its module. So
/// their names are unlikely enough to be unique.
enum GeneratedType {
  static let binding = "_ObservationTrackingBinding"
  static let pass = "_ObservationTrackingPass"
  static let tokens = "_ObservationTrackingTokens"
  static let tokensOwner = "_ObservationTrackingTokensOwner"

  static let modelChange = "_ObservationModelChange"
  static let modelProperty = "_ObservationModelProperty"
  static let modelRegistrar = "_ObservationModelRegistrar"
  static let observableModel = "_ObservationModelObservable"
}
