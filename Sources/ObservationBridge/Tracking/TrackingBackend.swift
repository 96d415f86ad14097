/// How this program observes models whose registrar is the standard library's, such as those that `@Observable` makes.
///
/// What a program can know of such a model's changes depends on this. Models with a ``ModelRegistrar``, such as those that
/// `@ObservableModel` makes, are tracked exactly with each backend.
///
/// ```swift
/// print("observes with the \(TrackingBackend.current) backend")
/// ```
///
/// <doc:WhatHoldsWhere> compares the backends, and says which one a program gets.
public enum TrackingBackend: String, Sendable, Hashable, CaseIterable {
  /// Each change is reported before and after it's made, with its key path, and so is deallocation. Linux only, with libraries that it was
  /// verified on.
  case exact

  /// What Swift 6.4 offers publicly, on systems that have its library. After each pass one change is reported, before and after its value is
  /// stored, and so is deallocation.
  case standard

  /// `withObservationTracking(_:onChange:)` alone, as on Apple systems before iOS 27. After each pass one change is reported, before its
  /// value is stored and without its key path. Deallocation isn't reported.
  case `public`

  /// The backend that this program uses. It's the same for as long as the program runs.
  ///
  /// A stream with ``ObservationStreamOptions/publicBackend`` uses ``public`` in any case.
  public static var current: TrackingBackend {
    if Tracking.isExact { .exact } else if Tracking.isStandard { .standard } else { .public }
  }
}

extension TrackingBackend: CustomStringConvertible {
  /// The name of the backend, as in the documentation.
  public var description: String { rawValue }
}
