/// Property wrappers of libraries that look an object up, which then stays the same.
enum InjectingWrappers {
  static let names: Set = [
    "Autowired", "Dependency", "Inject", "Injected", "InjectService", "LazyInject", "LazyInjected", "LazyInjectService",
    "LazyService", "Provided", "Service", "WeakLazyInjected",
  ]
}
