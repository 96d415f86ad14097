/// Objects by their types.
typealias EnvironmentChanges = [ObjectIdentifier: AnyObject]

/// What one evaluation of a body has made.
@MainActor struct Contents {
  struct Child {
    let path: String
    let view: any View
    let environment: EnvironmentChanges
  }

  struct Change {
    let value: Any
    let isInitial: Bool
    /// What to do after another value; nil if it's the same.
    let action: (_ old: Any) -> (() -> Void)?
    let first: () -> Void
  }

  struct Subscription {
    let publisher: Any
    let action: (Any) -> Void
    let attach: (_ receive: @escaping (Any) -> Void) -> AnyCancellable
  }

  /// What it shows by itself.
  var texts: [String] = []
  /// The views with bodies of their own.
  var children: [Child] = []
  var controls: [String: @MainActor () -> Void] = [:]
  var appearances: [String: () -> Void] = [:]
  var changes: [String: Change] = [:]
  var subscriptions: [String: Subscription] = [:]

  init(of view: any View) {
    add(view, at: "", [:])
  }

  mutating func add(_ view: any View, at path: String, _ environment: EnvironmentChanges) {
    if let primitive = view as? any PrimitiveView {
      primitive.add(to: &self, at: path, environment)
    } else {
      children.append(Child(path: path, view: view, environment: environment))
    }
  }
}
