/// Attributes of classes known not to be macros with members. Attributes of the language begin with a small letter.
enum KnownAttributes {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || name.first?.isLowercase == true || name.first == "_" || name.hasSuffix("Actor")
  }

  static let ofObservables: Set = ["Model", "Observable", "ObservableModel"]

  private static let names = ofObservables.union([
    "GKInspectable", "IBDesignable", "NSApplicationMain", "Suite", "UIApplicationMain",
  ])
}

/// Attributes with upper-case names that aren't property wrappers.
enum PlainAttributes {
  static let names: Set = [
    "MainActor", "IBOutlet", "IBInspectable", "GKInspectable", "NSCopying", "NSManaged", "ObservationIgnored",
    "ObservationTracked", "Published",
  ]
}

/// Property wrappers that announce nothing to their enclosing object.
enum InjectingWrappers {
  static let names = lookingUp.union(ofViews)

  /// Wrappers looking up a constant value: from libraries, and SwiftUI's `Environment`, which has the default value
  /// outside of views.
  private static let lookingUp: Set = [
    "Autowired", "Dependency", "Environment", "Inject", "Injected", "InjectService", "LazyInject", "LazyInjected",
    "LazyInjectService", "LazyService", "Provided", "Service", "WeakLazyInjected",
  ]

  /// Wrappers of SwiftUI and SwiftData, which update the enclosing view, and no object.
  private static let ofViews: Set = [
    "AccessibilityFocusState", "Binding", "FetchRequest", "FocusState", "FocusedBinding", "FocusedValue",
    "GestureState", "Namespace", "Query", "ScaledMetric", "SectionedFetchRequest", "State",
  ]
}

/// Property wrappers of SwiftUI whose projected value has the members of the value, or bindings to them.
enum ProjectingWrappers {
  static let names: Set = [
    "AppStorage", "Bindable", "Binding", "EnvironmentObject", "ObservedObject", "SceneStorage", "State", "StateObject",
  ]
}

/// Generic types of dependency-injection frameworks that give a value of their argument when called, or read by a
/// wrapper.
enum InjectionFactories {
  static let names: Set = ["Factory", "ParameterFactory"]
}
