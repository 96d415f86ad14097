import Combine
import Foundation

/// An object whose properties a store manages: its accessors tell it what they are about to change, and it publishes that.
open class NSManagedObject: ObservableObject {
  private var primitiveValues: [String: Any] = [:]

  public init() {}

  open func willAccessValue(forKey key: String?) {}
  open func didAccessValue(forKey key: String?) {}

  open func willChangeValue(forKey key: String) {
    objectWillChange.send()
  }

  open func didChangeValue(forKey key: String) {}

  open func primitiveValue(forKey key: String) -> Any? { primitiveValues[key] }

  open func setPrimitiveValue(_ value: Any?, forKey key: String) {
    primitiveValues[key] = value
  }
}
