/// The types that expansions name.
///
/// A module's name doesn't distinguish them from a user's, since a type may have the name of its module. So these are names
/// that nobody else gives.
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
