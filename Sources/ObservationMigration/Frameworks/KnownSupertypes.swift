/// What other modules offer to inherit from that is known to observe nothing: classes, and protocols.
enum KnownSupertypes {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || MainActorClasses.names.contains(name) || protocolSuffixes.contains { name.hasSuffix($0) }
  }

  private static let names: Set = [
    "AVPlayer", "AVPlayerItem", "AVQueuePlayer", "AnyObject", "CALayer", "CLLocationManager", "CodingKey", "Codable",
    "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable", "Encodable", "Equatable",
    "Error", "Formatter", "Hashable", "Identifiable", "InputStream", "LocalizedError", "NSFilePresenter", "NSObject",
    "NSObjectProtocol", "NSProxy", "NSTextAttachment", "NSTextContainer", "NSTextStorage", "NSUserActivity",
    "Observable", "Operation", "OutputStream", "Progress", "Sendable", "Stream", "Thread", "URLProtocol",
    "UndoManager", "ValueTransformer", "XCTestCase", "XMLParser",
  ]

  /// Protocols of other modules that make what conforms to them an `ObservableObject`.
  static let observableProtocols: Set = ["ReferenceFileDocument"]

  /// How frameworks name protocols.
  private static let protocolSuffixes = ["Delegate", "DataSource", "Protocol", "Providing", "Convertible"]

  /// Whether a name is that of a class of UIKit or AppKit, which has members that hide global functions.
  static func isOfUserInterface(_ name: String) -> Bool {
    name.hasPrefix("NS") || name.hasPrefix("UI") || name.hasSuffix("Controller")
  }
}
