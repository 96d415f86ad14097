import SwiftDiagnostics

/// A misuse of `@ObservableModel`; the text says what to write instead.
enum ModelMisuse: Equatable {
  case notAClass(String)
  case bothMacros
  case trackedProperty(String)
  case lazyProperty(String)
  case wrappedProperty(String, wrapper: String)
  case severalProperties(String)
  case pattern
  case nameOfStorage(String, of: String)
  case overrideWithoutItsClass(String)
  case otherKeyPath(String, inGetterOf: String, own: String)
  case derivedOutsideGetter(String)
  case nameOfKey(String, stored: String, key: String)
}

extension ModelMisuse: DiagnosticMessage {
  var severity: DiagnosticSeverity {
    switch self {
    case .pattern, .overrideWithoutItsClass: .warning
    default: .error
    }
  }

  var diagnosticID: MessageID {
    let name = "\(self)".prefix { $0 != "(" }
    return MessageID(domain: "ObservationModels", id: String(name))
  }

  var message: String {
    switch self {
    case .notAClass(let kind):
      "@ObservableModel can only be applied to classes, not to \(kind); only objects can be observed"
    case .bothMacros:
      "@ObservableModel replaces @Observable; a class can have only one of them"
    case .trackedProperty(let name):
      """
      @ObservableModel already observes '\(name)'; remove @ObservationTracked, which uses a registrar that the class \
      doesn't have
      """
    case .lazyProperty(let name):
      """
      The lazy property '\(name)' can't be observed; mark it with @ObservationIgnored, or use a computed property that stores \
      its value in an optional property when it's first read
      """
    case .wrappedProperty(let name, let wrapper):
      """
      '\(name)' can't be observed because @\(wrapper) stores its value; remove the wrapper, or mark the property with \
      @ObservationIgnored
      """
    case .severalProperties(let name):
      "'\(name)' shares its declaration with other observed properties; declare each property separately"
    case .pattern:
      """
      @ObservableModel doesn't observe properties declared with a tuple pattern; declare each property separately, or mark \
      the declaration with @ObservationIgnored
      """
    case .nameOfStorage(let name, let property):
      "'\(name)' is already declared, and @ObservableModel would generate it to store '\(property)'; rename this declaration"
    case .overrideWithoutItsClass(let keyPath):
      "In an override, '\(keyPath)' is ambiguous if the superclass is a model too; name the class in the key path"
    case .otherKeyPath(let keyPath, let name, let own):
      "The getter of '\(name)' derives '\(keyPath)'; write '\(own)'"
    case .derivedOutsideGetter(let place):
      "Call 'derived' in the getter of a property; \(place)"
    case .nameOfKey(let name, let stored, let key):
      "The value of '\(name)' is stored in '\(stored)'; write '\(key)'"
    }
  }
}
