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
