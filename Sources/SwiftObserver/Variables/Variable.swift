public import Observation

/// A short name for `Variable`.
public typealias Var = Variable

/// An observable value, which sends an `Update` whenever it has changed.
///
/// ```swift
/// let title = Var("Draft")
/// observer.observe(title).new { print($0) }
/// title <- "Final"
/// ```
///
/// Setting a value equal to the current one changes nothing and sends nothing. A variable is also `Observable`:
/// continuous observations, streams and SwiftUI views that read ``value`` are updated. They are notified of a change
/// before the update is sent.
///
/// An update holds the previous value, so changing a collection in place copies it.
public final class Variable<Value: Equatable>: Messenger<Update<Value>>, ObservableCache, Observable {
  // Unchecked like the messenger's: the value is copied out for comparisons, and the old value is held during
  // replacement.
  @safe @exclusivity(unchecked) @usableFromInline var storedValue: Value
  /// Made when the value is read for the first time; before, nobody can have tracked the value.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var tracking: VariableTracking<Value>?

  /// Creates a variable with a value.
  @inlinable
  public init(_ value: Value) {
    storedValue = value
    super.init()
  }

  /// Creates a variable whose value is nil.
  @inlinable
  public convenience init<Wrapped>() where Value == Wrapped? {
    self.init(nil)
  }

  /// The value. Setting a different value sends an update from this variable.
  ///
  /// If a handler sets the value, observers get the update once all of them have received the current one. Until then,
  /// the value is already newer than the received update.
  @inlinable
  public var value: Value {
    get {
      trackReading()
      return storedValue
    }
    set {
      set(newValue, as: self)
    }
  }

  /// Sets the value, and sends an update from the given author if it differs.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - author: The author of the update.
  @inlinable
  public func set(_ value: Value, as author: AnyAuthor) {
    // Copied: `==` is user code.
    let present = storedValue
    guard value != present else { return }
    if let tracking { return set(value, as: author, tracking) }
    let old = storedValue
    storedValue = value
    deliver(Update(old, value), from: author)
  }

  @inlinable
  func set(_ value: Value, as author: AnyAuthor, _ tracking: VariableTracking<Value>) {
    tracking.willSet(self)
    // A handler of the last update may have set the value.
    let old = storedValue
    guard value != old else { return tracking.didSet(self) }
    storedValue = value
    deliver(Update(old, value), from: author) { tracking.didSet(self) }
  }

  @usableFromInline
  func trackReading() {
    let tracking = tracking ?? VariableTracking()
    self.tracking = tracking
    tracking.access(self)
  }

  /// An update from the value to itself.
  @inlinable
  public var latestMessage: Update<Value> {
    let value = value
    return Update(value, value)
  }
}

extension Variable: Equatable {
  /// Whether the values are equal.
  @inlinable
  public static func == (left: Variable, right: Variable) -> Bool {
    left.value == right.value
  }
}

extension Variable: Comparable where Value: Comparable {
  /// Whether the left value is smaller.
  @inlinable
  public static func < (left: Variable, right: Variable) -> Bool {
    left.value < right.value
  }
}
