/// Property wrappers that look something up which then stays the same: those of libraries, and SwiftUI's `Environment`, which has
/// the default value in all that is no view.
enum InjectingWrappers {
  static let names: Set = [
    "Autowired", "Dependency", "Environment", "Inject", "Injected", "InjectService", "LazyInject", "LazyInjected",
    "LazyInjectService",
    "LazyService", "Provided", "Service", "WeakLazyInjected",
  ]
}
