/// Classes of the frameworks' user interfaces that are isolated to the main actor, with all that inherits from them.
enum MainActorClasses {
  static let names: Set = [
    // AppKit
    "NSAlert", "NSApplication", "NSBox", "NSBrowser", "NSButton", "NSClipView", "NSCollectionView",
    "NSCollectionViewItem", "NSComboBox", "NSControl", "NSDocument", "NSDocumentController", "NSGestureRecognizer",
    "NSGridView", "NSImageView", "NSMenu", "NSMenuItem", "NSOutlineView", "NSPageController", "NSPanel",
    "NSPopUpButton", "NSPopover", "NSProgressIndicator", "NSResponder", "NSRulerView", "NSScrollView",
    "NSScroller", "NSSearchField", "NSSlider", "NSSplitView", "NSSplitViewController", "NSStackView", "NSStatusItem",
    "NSStoryboard", "NSSwitch", "NSTabView", "NSTabViewController", "NSTableCellView", "NSTableRowView",
    "NSTableView", "NSText", "NSTextField", "NSTextView", "NSTitlebarAccessoryViewController", "NSToolbar",
    "NSToolbarItem", "NSView", "NSViewController", "NSVisualEffectView", "NSWindow", "NSWindowController",
    // UIKit
    "UIActivityViewController", "UIAlertController", "UIApplication", "UIButton", "UICollectionReusableView",
    "UICollectionView", "UICollectionViewCell", "UICollectionViewController", "UICollectionViewListCell", "UIControl",
    "UIDocument", "UIDocumentBrowserViewController", "UIDocumentPickerViewController", "UIGestureRecognizer",
    "UIImagePickerController", "UIImageView", "UIInputView", "UIInputViewController", "UILabel",
    "UINavigationBar", "UINavigationController", "UIPageViewController", "UIPanGestureRecognizer",
    "UIPresentationController", "UIResponder", "UIScene", "UIScreen", "UIScrollView", "UISearchBar",
    "UISearchController", "UISplitViewController", "UIStackView", "UISwitch", "UITabBarController", "UITableView",
    "UITableViewCell", "UITableViewController", "UITextField", "UITextView", "UIToolbar", "UIView",
    "UIViewController", "UIVisualEffectView", "UIWindow", "UIWindowScene",
    // What hosts SwiftUI in them, and views of other frameworks
    "ARView", "MKMapView", "MTKView", "NSHostingController", "NSHostingView", "PDFView", "SCNView", "SKView",
    "UIHostingController", "WKWebView",
  ]

  /// Protocols of theirs that isolate the types which conform to them.
  static let protocols: Set = [
    "App", "Commands", "NSViewControllerRepresentable", "NSViewRepresentable", "PreviewProvider", "Scene",
    "ToolbarContent",
    "UIViewControllerRepresentable", "UIViewRepresentable", "View", "ViewModifier", "WKApplicationDelegate",
    "WKExtensionDelegate",
    "NSApplicationDelegate", "NSWindowDelegate", "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate",
  ]
}
