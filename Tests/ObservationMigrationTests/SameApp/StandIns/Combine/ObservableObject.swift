public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
  private let subscribers = Subscribers<Void>()

  public init() {}

  public func send() {
    subscribers.send(())
  }

  public func attach(_ receive: @escaping (()) -> Void) -> AnyCancellable { subscribers.add(receive) }
}

public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher that the published properties share, those of superclasses among them; for an object that has none it is
  /// kept apart.
  public var objectWillChange: ObservableObjectPublisher {
    var properties: [any PublishedProperty] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      properties += current.children.compactMap { $0.value as? any PublishedProperty }
      mirror = current.superclassMirror
    }
    let publisher = properties.lazy.compactMap(\.objectWillChange).first ?? PublisherTable.publisher(of: self)
    for property in properties { property.objectWillChange = publisher }
    return publisher
  }
}

/// The publishers of objects.
private enum PublisherTable {
  private struct Entry {
    weak var object: AnyObject?
    let publisher = ObservableObjectPublisher()
  }

  nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    // Another object may have been at this place.
    if let entry = entries[id], entry.object === object { return entry.publisher }
    let entry = Entry(object: object)
    entries[id] = entry
    return entry.publisher
  }
}
