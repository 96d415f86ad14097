// Found where a class has no methods of these names.

/// Stands for a method of classes marked with ``CancellableObservation(screen:)``, so that the compiler says what is missing.
@available(
  *,
  unavailable,
  message: "The class has no bindings that can be started together; mark it with @CancellableObservation."
)
public func startObservationsIfNeeded() {}

/// Stands for a method of classes marked with ``CancellableObservation(screen:)``, so that the compiler says what is missing.
@available(
  *,
  unavailable,
  message: "The class has no bindings that can be stopped together; mark it with @CancellableObservation."
)
public func stopObservations() {}
