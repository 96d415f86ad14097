/// A class marked with ``CancellableObservation(screen:)``, which gives access to the bindings of its objects. For generated code only.
public protocol _ObservationTokensOwner: AnyObject {
  /// The bindings of the object.
  var observationTokens: ObservationTokens { get }
}
