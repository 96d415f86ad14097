/// A property wrapper of SwiftUI that holds an `ObservableObject`, and its replacement.
struct ViewWrapper: Sendable {
  /// The replacement in a property of a view.
  enum Counterpart: Sendable {
    /// A wrapper in the same place.
    case wrapper(String)
    /// No wrapper; where `$property` is used, a wrapper that makes bindings.
    case plain(projected: String)
    /// A wrapper taking the type in place of the annotation; another one makes bindings, if possible.
    case key(String, binding: String?)
  }

  /// How to make a wrapper assigned to `_property`.
  struct Storage: Sendable {
    /// The labels before the only argument.
    let labels: Set<String>
    let label: String
  }

  let name: String
  let counterpart: Counterpart
  /// Nil if none can be made.
  var storage: Storage?
  /// Methods passing objects to views, with their replacements.
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

  static let foreign: Set = ["InjectedObject"]
}

/// Hosts of views outside of other views: the environment is empty there.
enum ViewHierarchies {
  /// Containers of SwiftUI that evaluate their content together with the surrounding body; also `NBNavigationStack` of
  /// NavigationBackport.
  static let containers: Set = [
    "ControlGroup", "Form", "Grid", "GridRow", "Group", "GroupBox", "HStack", "List", "NBNavigationStack",
    "NavigationStack", "NavigationView", "ScrollView", "Section", "VStack", "ZStack", "background", "overlay",
    "toolbar",
  ]

  /// Labels of closures that views evaluate together with themselves.
  static let parts: Set = ["footer", "header", "label"]
  /// Controls of SwiftUI whose trailing closure may make their label.
  static let labelled: Set = ["Button", "Link", "NavigationLink", "ShareLink", "Toggle"]
  /// The labels of the arguments in front of such a closure.
  static let labelsBeforeLabel: Set = ["action", "destination", "isOn", "item", "value"]

  /// Controllers and views of UIKit and AppKit that keep the value of their root view.
  static let controllers: Set = ["NSHostingController", "NSHostingMenu", "NSHostingView", "UIHostingController"]

  static let names: Set = [
    "NSHostingController", "NSHostingMenu", "NSHostingView", "UIHostingConfiguration", "UIHostingController",
    "ImageRenderer", "WKHostingController",
  ]
}
