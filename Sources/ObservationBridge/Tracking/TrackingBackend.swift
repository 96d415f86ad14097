/// How this program observes models whose registrar is the standard library's, such as `@Observable` models.
///
/// The backend determines how much a program can know of the changes of such a model. Models with a ``ModelRegistrar``,
/// such as `@ObservableModel` models, are tracked exactly with each backend.
///
/// ```swift
/// print("observes with the \(TrackingBackend.current) backend")
/// ```
///
/// <doc:WhatHoldsWhere> compares the backends, and says which one a program gets.
public enum TrackingBackend: String, Sendable, Hashable, CaseIterable {
  /// Each change is reported before and after the change is made, with its key path, and so is deallocation. Linux
  /// only, with libraries on which the backend was verified.
  case exact

  /// The public interface of Swift 6.4, on systems with its library. After each pass one change is reported, before and
  /// after its value is stored, and so is deallocation.
  case standard

  /// `withObservationTracking(_:onChange:)` alone, as on Apple systems before iOS 27. After each pass one change is reported, before its
  /// value is stored and without its key path. Deallocation isn't reported.
  case `public`

  /// The backend that this program uses. It doesn't change while the program runs.
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
