/// Attributes of classes that are no macros which could add members: those of the language begin with a small letter.
enum KnownAttributes {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || name.first?.isLowercase == true || name.first == "_" || name.hasSuffix("Actor")
  }

  /// Macros that make a class observable.
  static let ofObservables: Set = ["Model", "Observable", "ObservableModel"]

  private static let names = ofObservables.union([
    "GKInspectable", "IBDesignable", "NSApplicationMain", "Suite", "UIApplicationMain",
  ])
}

/// Attributes with upper-case names that are no property wrappers.
enum PlainAttributes {
  static let names: Set = [
    "MainActor", "IBOutlet", "IBInspectable", "GKInspectable", "NSCopying", "NSManaged", "ObservationIgnored",
    "ObservationTracked", "Published",
  ]
}

/// Property wrappers that announce nothing to the object that they stand in.
enum InjectingWrappers {
  static let names = lookingUp.union(ofViews)

  /// They look something up which then stays the same: those of libraries, and SwiftUI's `Environment`, which has the default value in
  /// all that is no view.
  private static let lookingUp: Set = [
    "Autowired", "Dependency", "Environment", "Inject", "Injected", "InjectService", "LazyInject", "LazyInjected",
    "LazyInjectService", "LazyService", "Provided", "Service", "WeakLazyInjected",
  ]

  /// The wrappers of SwiftUI and SwiftData update the view that they stand in, and no object.
  private static let ofViews: Set = [
    "AccessibilityFocusState", "Binding", "FetchRequest", "FocusState", "FocusedBinding", "FocusedValue",
    "GestureState", "Namespace", "Query", "ScaledMetric", "SectionedFetchRequest", "State",
  ]
}

/// Generic types of frameworks for dependency injection that are called, or read by a wrapper, to get a value of their argument.
enum InjectionFactories {
  static let names: Set = ["Factory", "ParameterFactory"]
}
