// What the tests use of Apple's UIKit, as declarations only: sources are type-checked against it.

@_exported import Foundation

/// What every `NSObject` has for key-value observing.
public final class KeyValueObservation {}

@MainActor open class UIView {
    public func addSubview(_ view: UIView) {}
    public func observe<Value>(
        _ keyPath: KeyPath<UIView, Value>,
        changeHandler: @escaping (Value) -> Void
    ) -> KeyValueObservation { fatalError() }
}

@MainActor public final class UILabel: UIView {
    public var text: String?
    override public init() {}
}

@MainActor open class UIViewController: NSObject {
    public var view: UIView! { fatalError() }
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) { nil }
    open func viewDidLoad() {}
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {}
