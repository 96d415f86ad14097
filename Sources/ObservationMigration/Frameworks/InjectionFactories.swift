/// Generic types of frameworks for dependency injection that are called, or read by a wrapper, to get a value of their argument.
enum InjectionFactories {
  static let names: Set = ["Factory", "ParameterFactory"]
}
