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
