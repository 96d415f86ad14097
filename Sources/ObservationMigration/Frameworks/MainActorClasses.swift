/// Classes of UIKit and AppKit that are isolated to the main actor, with all that inherits from them.
enum MainActorClasses {
  static let names: Set = [
    "NSView", "NSViewController", "NSWindowController", "UICollectionViewCell", "UICollectionViewController",
    "UIControl",
    "UINavigationController", "UIResponder", "UITabBarController", "UITableViewCell", "UITableViewController", "UIView",
    "UIViewController",
  ]
}
