/// Types of the standard library and the frameworks whose instances are values.
enum ValueTypes {
  /// A change of a part of such a value changes the property storing the value.
  static let names: Set = [
    "Array", "AttributedString", "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "Character", "Data", "Date",
    "DateComponents", "Decimal", "Dictionary", "Double", "Float", "IndexPath", "IndexSet", "Int", "Set", "String",
    "URL", "URLComponents", "UUID",
  ]

  /// Whether a type of another module, written with its enclosing types, is both `Equatable` and `Sendable`.
  static func areEquatableAndSendable(_ names: [String]) -> Bool {
    let name = names.joined(separator: ".")
    return equatableAndSendable.contains(name) || FrameworkValues.names.contains(name)
  }

  static let equatableAndSendable: Set = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "CGFloat", "String", "Substring", "Character", "Date", "UUID", "URL", "Data", "Decimal", "TimeInterval", "Duration",
    "CGPoint", "CGSize", "CGRect", "Locale", "TimeZone", "IndexPath", "Color",
  ]

  /// Other types, some of them classes, on whose instances nothing can be drawn.
  private static let others: Set = [
    "Any", "EnvironmentValues", "Error", "IndexingIterator", "Never", "Notification", "NSError", "Result", "Selector",
    "Timer", "URLRequest",
    "URLResponse", "Void",
  ]

  /// Whether nothing can be drawn on instances of the type.
  static func isKnown(_ name: String) -> Bool {
    names.contains(name) || equatableAndSendable.contains(name) || others.contains(name)
  }

  /// Protocols, and the class, that imply `Equatable`.
  static let equatableSupertypes: Set = ["Equatable", "Hashable", "Comparable", "OptionSet", "NSObject"]

  /// Protocols that imply `Sendable`.
  static let sendableSupertypes: Set = ["Sendable", "Error", "LocalizedError", "CustomNSError", "CodingKey"]
}

/// Structures, enumerations and option sets of Foundation, SwiftUI and other frameworks that are `Equatable` and
/// `Sendable`.
enum FrameworkValues {
  static let names: Set = [
    "ASAuthorizationAppleIDProvider.CredentialState", "AVAudioSession.Category", "AVAudioSession.Mode",
    "AVAuthorizationStatus", "AVPlayer.Status", "AVPlayer.TimeControlStatus", "AVPlayerItem.Status", "Alignment",
    "Angle", "Animation", "AttributedString", "Axis", "CBManagerState", "CGAffineTransform", "CGVector",
    "CLAuthorizationStatus", "CMTime", "Calendar", "ColorScheme", "ContentSizeCategory", "DateComponents",
    "DateInterval", "DynamicTypeSize", "Edge", "EdgeInsets", "EventModifiers", "Font", "Font.Weight",
    "HorizontalAlignment", "HorizontalEdge", "Image", "IndexSet", "LAPolicy", "LayoutDirection", "Locale.Language",
    "NSAppearance.Name", "NSRange", "NWInterface.InterfaceType", "NWPath.Status", "NavigationSplitViewVisibility",
    "Notification.Name", "OSStatus", "PersonNameComponents", "PHAuthorizationStatus", "ProcessInfo.ThermalState",
    "ScenePhase", "TextAlignment", "UIApplication.State", "UIBackgroundFetchResult", "UIColor",
    "UIDevice.BatteryState", "UIDeviceOrientation", "UIInterfaceOrientation", "UIInterfaceOrientationMask",
    "UIKeyboardType", "UIUserInterfaceSizeClass", "UIUserInterfaceStyle", "UNAuthorizationStatus", "URLComponents",
    "URLRequest", "UTType", "UnitPoint", "UserInterfaceSizeClass", "VerticalAlignment", "VerticalEdge",
    "WCSessionActivationState",
  ]
}

/// Types of the frameworks whose instances show nothing changing.
enum IdleTypes {
  static let names: Set = [
    "AnyCancellable", "DispatchQueue", "Logger", "NSLock", "NSRecursiveLock", "NotificationCenter", "OSLog", "Task",
    "Timer", "PassthroughSubject", "Void",
  ]

  private static let others: Set = [
    "AnyPublisher", "Bundle", "Calendar", "ClosedRange", "KeyPath", "Locale", "NSRegularExpression", "Range", "Regex",
    "TimeZone",
  ]

  /// Whether an instance always gives the same answer.
  static func alwaysAnswerTheSame(_ name: String) -> Bool {
    names.contains(name) || others.contains(name)
      || ["Formatter", "Encoder", "Decoder"].contains(where: name.hasSuffix)
  }
}

/// Names of classes that stand for others in tests and previews: `MockService`, `ServiceMock`, `PreviewService`.
enum StandIns {
  private static let words = ["Dummy", "Fake", "Mock", "Preview", "Spy", "Stub"]

  static func isOne(_ name: String) -> Bool {
    words.contains { word in
      // As a separate word: not `Spyglass`.
      name.hasSuffix(word) || name.hasPrefix(word) && name.dropFirst(word.count).first?.isUppercase == true
    }
  }
}

/// Supertypes because of which no other module calls an object when something has happened. A publisher is called only by
/// those who subscribe to it.
enum IdleSupertypes {
  static let names: Set = [
    "AnyObject", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError", "NSObject", "NSObjectProtocol",
    "Observable", "Publisher", "Sendable",
  ]
}

/// Classes and protocols of other modules that are known to observe nothing.
enum KnownSupertypes {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || MainActorClasses.names.contains(name) || protocolSuffixes.contains { name.hasSuffix($0) }
  }

  private static let names = IdleSupertypes.names.union([
    "AVPlayer", "AVPlayerItem", "AVQueuePlayer", "CALayer", "CLLocationManager", "CodingKey", "Formatter",
    "InputStream", "NSFilePresenter", "NSProxy", "NSTextAttachment", "NSTextContainer", "NSTextStorage",
    "NSUserActivity", "Operation", "OutputStream", "Progress", "Stream", "Thread", "URLProtocol", "UndoManager",
    "ValueTransformer", "XCTestCase", "XMLParser",
  ])

  /// Protocols of other modules whose conformers are `ObservableObject`s.
  static let observableProtocols: Set = ["ReferenceFileDocument"]

  private static let protocolSuffixes = ["Delegate", "DataSource", "Protocol", "Providing", "Convertible"]

  /// Whether the name is of a class of UIKit or AppKit, whose members hide global functions.
  static func isOfUserInterface(_ name: String) -> Bool {
    name.hasPrefix("NS") || name.hasPrefix("UI") || name.hasSuffix("Controller")
  }
}

/// Classes of the frameworks' user interfaces that are isolated to the main actor, with all subclasses.
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
    // Hosts of SwiftUI, and views of other frameworks
    "ARView", "MKMapView", "MTKView", "NSHostingController", "NSHostingView", "PDFView", "SCNView", "SKView",
    "UIHostingController", "WKWebView",
  ]

  /// Protocols of these frameworks that isolate the conforming types.
  static let protocols = partsOfInterface.union([
    "WKApplicationDelegate", "WKExtensionDelegate", "NSApplicationDelegate", "NSWindowDelegate",
    "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate",
  ])

  /// Protocols of the structures that make up a user interface in SwiftUI.
  static let partsOfInterface = representables.union([
    "App", "Commands", "PreviewProvider", "Scene", "ToolbarContent", "View", "ViewModifier",
  ])

  /// Protocols of SwiftUI's views that show a view, or a view controller, of AppKit or UIKit.
  static let representables: Set = [
    "NSViewControllerRepresentable", "NSViewRepresentable", "UIViewControllerRepresentable", "UIViewRepresentable",
  ]
}

/// Objects of Core Data, which report their changes to views themselves.
enum ManagedObjects {
  static let superclass = "NSManagedObject"
  static let wrapper = "ObservedObject"
  static let fetchingWrappers: Set = ["FetchRequest", "SectionedFetchRequest"]
}

/// Modules with a type that has the name of one of Observation.
enum ModulesWithObservable {
  static let names: Set = ["Bond", "ReactiveKit", "RxCocoa", "RxRelay", "RxSwift"]
}
