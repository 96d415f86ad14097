/// A class marked with ``CancellableObservation(screen:)``, whose bindings are found through it. For generated code only.
///
/// A class of an actor conforms without being on it.
public protocol _ObservationTokensOwner: AnyObject, SendableMetatype {
  /// What holds the bindings of the object.
  var observationTokens: ObservationTokens { get }
}
