/// A property wrapper of SwiftUI that holds an `ObservableObject`, and what takes its place.
struct ViewWrapper: Sendable {
  /// What a property of a view has afterwards.
  enum Counterpart: Sendable {
    /// A wrapper in the same place.
    case wrapper(String)
    /// None; where `$property` is used, a wrapper that makes bindings.
    case plain(projected: String)
    /// A wrapper that takes the type instead of the annotation; bindings are made by another one, if at all.
    case key(String, binding: String?)
  }

  /// How a wrapper is made that is assigned to `_property`.
  struct Storage: Sendable {
    /// The labels before the only argument.
    let labels: Set<String>
    /// The label of the counterpart.
    let label: String
  }

  let name: String
  let counterpart: Counterpart
  /// Nil where none can be made.
  var storage: Storage?
  /// Methods of views that give it objects, and what takes their place.
  var givers: [String: String] = [:]

  static let all: [ViewWrapper] = [
    ViewWrapper(
      name: "StateObject",
      counterpart: .wrapper("State"),
      storage: Storage(labels: ["wrappedValue"], label: "initialValue")
    ),
    ViewWrapper(
      name: "ObservedObject",
      counterpart: .plain(projected: "Bindable"),
      storage: Storage(labels: ["wrappedValue", "initialValue"], label: "wrappedValue")
    ),
    ViewWrapper(
      name: "EnvironmentObject",
      counterpart: .key("Environment", binding: "Bindable"),
      givers: ["environmentObject": "environment"]
    ),
    ViewWrapper(
      name: "FocusedObject",
      counterpart: .key("FocusedValue", binding: nil),
      givers: ["focusedObject": "focusedValue", "focusedSceneObject": "focusedSceneValue"]
    ),
  ]

  static let names = Set(all.map(\.name))

  /// Wrappers of other modules that hold an `ObservableObject`, and nothing else.
  static let foreign: Set = ["InjectedObject"]
}

/// What shows a view outside of other views, where nothing is in the environment that the view isn't given.
enum ViewHierarchies {
  /// Containers of SwiftUI that evaluate their content together with the body that they stand in.
  static let containers: Set = [
    "ControlGroup", "Form", "Grid", "GridRow", "Group", "GroupBox", "HStack", "NavigationStack", "NavigationView",
    "ScrollView", "Section", "VStack", "ZStack", "background", "overlay", "toolbar",
  ]

  static let names: Set = [
    "NSHostingController", "NSHostingMenu", "NSHostingView", "UIHostingConfiguration", "UIHostingController",
    "ImageRenderer", "WKHostingController",
  ]
}
