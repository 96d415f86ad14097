/// What other modules offer to inherit from that is known to observe nothing: classes, and protocols.
enum KnownSupertypes {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || protocolSuffixes.contains { name.hasSuffix($0) }
  }

  private static let names: Set = [
    "AnyObject", "CodingKey", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError", "NSObject",
    "NSObjectProtocol", "NSResponder", "NSView", "NSViewController", "Observable", "Operation", "Sendable", "Thread",
    "UIResponder", "UIView", "UIViewController", "XCTestCase",
  ]

  /// How frameworks name protocols.
  private static let protocolSuffixes = ["Delegate", "DataSource", "Protocol", "Providing", "Convertible"]

  /// Whether a name is that of a class of UIKit or AppKit, which has members that hide global functions.
  static func isOfUserInterface(_ name: String) -> Bool {
    name.hasPrefix("NS") || name.hasPrefix("UI") || name.hasSuffix("Controller")
  }
}
