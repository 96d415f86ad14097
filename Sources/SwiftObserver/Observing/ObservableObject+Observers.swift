extension ObservableObject {
  /// Ends the observations of this object by one observer.
  ///
  /// You can call this while a message is being delivered.
  public func stopBeingObserved(by observer: some Observer) {
    messenger.endConnections(with: observer.receiver)
  }
}
