/// Values of Foundation, SwiftUI and other frameworks that are both `Equatable` and `Sendable`: structures, and enumerations and
/// option sets of C.
enum FrameworkValues {
  static let names: Set = [
    "ASAuthorizationAppleIDProvider.CredentialState", "AVAudioSession.Category", "AVAudioSession.Mode",
    "AVAuthorizationStatus", "AVPlayer.Status", "AVPlayer.TimeControlStatus", "AVPlayerItem.Status", "Alignment",
    "Angle", "AttributedString", "Axis", "CBManagerState", "CGAffineTransform", "CGVector", "CLAuthorizationStatus",
    "CMTime", "Calendar", "ColorScheme", "ContentSizeCategory", "DateComponents", "DateInterval", "DynamicTypeSize",
    "Edge", "EdgeInsets", "EventModifiers", "Font", "Font.Weight", "HorizontalAlignment", "HorizontalEdge", "Image",
    "IndexSet", "LAPolicy", "LayoutDirection", "Locale.Language", "NSAppearance.Name", "NSRange",
    "NWInterface.InterfaceType", "NWPath.Status", "NavigationSplitViewVisibility", "Notification.Name", "OSStatus",
    "PersonNameComponents", "PHAuthorizationStatus", "ProcessInfo.ThermalState", "ScenePhase", "TextAlignment",
    "UIApplication.State", "UIBackgroundFetchResult", "UIColor", "UIDevice.BatteryState", "UIDeviceOrientation",
    "UIInterfaceOrientation", "UIInterfaceOrientationMask", "UIKeyboardType", "UIUserInterfaceSizeClass",
    "UIUserInterfaceStyle", "UNAuthorizationStatus", "URLComponents", "URLRequest", "UTType", "UnitPoint",
    "UserInterfaceSizeClass", "VerticalAlignment", "VerticalEdge", "WCSessionActivationState",
  ]
}
