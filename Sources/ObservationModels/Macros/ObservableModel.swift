/// Makes a class observable with a registrar of this package: exact on every platform, and nearly free while unobserved.
///
/// ```swift
/// @MainActor @ObservableModel final class Document {
///   var title = ""
///   var lines: [String] = []
///   @ObservationIgnored var isLoading = false
/// }
/// ```
///
/// Use it like the standard library's `@Observable`. For SwiftUI, `withObservationTracking` and `Observations` there is no difference: the
/// class conforms to `Observable`, and they see every read and every change. To move a class from `@Observable`, change this one word. The
/// observations of this package gain from it:
///
/// - Each read registers itself before the value is read. No change is missed, not even one that another thread makes during the first
///   pass.
/// - On every platform, the event of a pass knows which properties have changed, and immediate passes run inside the change: before the value
///   is stored with `.willSet`, afterwards with `.didSet`.
/// - An observation with `.deinit` is notified when the model is deallocated.
/// - Unobserved properties cost next to nothing: a read tests a thread-local variable, or asks the standard library where the exact backend
///   isn't available; a write stores the value and tests one word of the model.
///
/// What is observed:
///
/// - Each stored instance property declared with `var`, with or without `willSet` and `didSet`, unless it's marked with
///   `@ObservationIgnored`. Computed properties depend on what they read. Reads of an overriding property, and changes to it, are
///   reported as those of the property that it overrides.
/// - Assigning an equal value, or the same object, isn't a change. An assignment to a property that can't be compared always is, and so is a
///   change in place, such as `append(_:)`.
/// - Lazy properties, properties with the wrappers of SwiftUI, SwiftData and Combine, and several properties in one `var` are errors, with a
///   fix-it. For other wrappers, the compiler reports an error of its own: mark the property with `@ObservationIgnored`.
///
/// What is generated:
///
/// - The value of `title` is stored in the private property `_title`. This is also its key if the compiler synthesizes `Codable`, as with
///   `@Observable`. If the class declares its own `CodingKeys`, those are used; their cases have to be named
///   after the stored values, as in `case _title = "title"`; otherwise, an error offers to rename them. Declare them in the class itself, not in an extension, which the macro
///   doesn't see.
/// - `access(keyPath:)` and `withMutation(keyPath:_:)`, as with `@Observable`, for properties that store their value elsewhere.
/// - `derived(_:_:)`, for values that are computed from others, as in
///   `var length: Int { derived(\.length) { lines.reduce(0) { $0 + $1.count } } }`; see `DerivedValue`. Another key path than
///   that of the property is an error with a fix-it, and so is a call in a function or a subscript. A property that overrides another one names
///   its own class in the key path; otherwise, a warning offers to insert it.
///
/// Each class of a hierarchy is marked separately and has its own registrar. Its superclass can use either macro, or none. Classes declared
/// inside a function can't be marked.
///
/// The stored values are guarded by the isolation of the class, as with `@Observable`.
@attached(
  member,
  conformances: Decodable,
  Encodable,
  names: named(_$modelRegistrar),
  named(access),
  named(withMutation),
  named(derived),
  named(_$modelNumbers),
  named(_$observationRegistrar),
  named(shouldNotifyObservers),
  named(CodingKeys)
)
@attached(memberAttribute)
@attached(extension, conformances: _ObservationModelObservable)
public macro ObservableModel() = #externalMacro(module: "ObservationTrackingMacros", type: "ObservableModelMacro")

/// The macro that ``ObservableModel()`` attaches to properties. For generated code only.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _ObservationModelProperty(number: Int) =
  #externalMacro(module: "ObservationTrackingMacros", type: "ModelPropertyMacro")
