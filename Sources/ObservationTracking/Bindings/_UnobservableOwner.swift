/// Stands for the bindings of a value that isn't an object, so that the compiler says what to write instead. For
/// generated code only.
///
/// A macro can't tell whether it is expanded in an extension of a class, of a structure, or of a protocol.
public struct _UnobservableOwner: Sendable {
  /// Returns itself.
  public func _binding(_ name: String) -> _UnobservableOwner { self }

  /// Does nothing.
  public func observe<Owner>(_ owner: Owner, at place: _BindingPlace, _ pass: (Owner, _ObservationPass) -> Void) {}

  /// Does nothing.
  public func observeOnMainActor<Owner>(
    _ owner: Owner,
    at place: _BindingPlace,
    _ pass: (Owner, _ObservationPass) -> Void
  ) {}

  /// Does nothing.
  public func observeOnIsolationOrMainActor<Owner>(
    _ owner: Owner,
    at place: _BindingPlace,
    _ pass: (Owner, _ObservationPass) -> Void
  ) {}

  /// Does nothing.
  public func observeSynchronously<Owner>(
    _ owner: Owner,
    at place: _BindingPlace,
    _ pass: (Owner, _ObservationPass) -> Void
  ) {}
}

extension ObservationTokens {
  /// For generated code only.
  @available(
    *,
    unavailable,
    message: """
      @ObservationTracking needs an object that can be observed for as long as it lives: write the method in a class \
      or an actor. In an extension of a protocol, write 'where Self: AnyObject & Sendable' after the method's \
      signature.
      """
  )
  @_disfavoredOverload
  public static func _of<Owner>(_ owner: Owner) -> _UnobservableOwner {
    _UnobservableOwner()
  }
}
