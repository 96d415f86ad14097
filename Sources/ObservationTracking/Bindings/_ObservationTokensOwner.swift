/// A class marked with ``CancellableObservation(screen:)``, whose bindings are found through it. For generated code only.
public protocol _ObservationTokensOwner: AnyObject {
  /// What holds the bindings of the object.
  var observationTokens: ObservationTokens { get }
}
