// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of UIKit as the screens use, with its isolation, for systems that don't have it. What a user would do, tests do by the functions of the
// extensions at the end of each part, which UIKit doesn't have.

@_exported public import Foundation
import Observation

public struct CGRect: Sendable {
  public static let zero = CGRect()
}

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?
  private let update = TrackedUpdate()

  public init(frame: CGRect) {}
  public required init?(coder: NSCoder) { nil }
  public convenience override init() { self.init(frame: .zero) }

  open func addSubview(_ view: UIView) {
    subviews.append(view)
    view.superview = self
  }

  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  open func updateProperties() {}

  public func setNeedsUpdateProperties() {
    update.isNeeded = true
  }

  /// Updates this view and those below it, where necessary.
  public func updatePropertiesIfNeeded() {
    update.runIfNeeded(updateProperties)
    for view in subviews { view.updatePropertiesIfNeeded() }
  }
}

/// Runs an update when it's needed, and tracks what the update reads: a change makes another update necessary.
@MainActor private final class TrackedUpdate {
  var isNeeded = true

  func runIfNeeded(_ update: () -> Void) {
    guard isNeeded else { return }
    isNeeded = false
    withObservationTracking(update) {
      Task { @MainActor [weak self] in self?.isNeeded = true }
    }
  }
}

@MainActor public final class UILabel: UIView {
  public var text: String?
}

// MARK: Controls

@MainActor public final class UIAction: NSObject {
  fileprivate let handler: @MainActor (UIAction) -> Void

  public init(handler: @escaping @MainActor (UIAction) -> Void) {
    self.handler = handler
  }
}

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let valueChanged = Event(rawValue: 1)
    public static let editingChanged = Event(rawValue: 2)
    public static let editingDidEnd = Event(rawValue: 4)
  }

  private var actions: [(action: UIAction, events: Event)] = []

  open func addAction(_ action: UIAction, for events: Event) {
    actions.append((action, events))
  }

  open func sendActions(for events: Event) {
    for (action, its) in actions where !its.isDisjoint(with: events) { action.handler(action) }
  }
}

public final class UITextRange: NSObject {}

@MainActor public final class UITextField: UIControl {
  public var text: String? = "" {
    didSet { timesSet += 1 }
  }
  public fileprivate(set) var markedTextRange: UITextRange?
  /// Each time sets the cursor to the end.
  public private(set) var timesSet = 0
}

extension UITextField {
  /// Edits the text, as a user does; `isComposing` while a character isn't complete.
  public func type(_ newText: String, isComposing: Bool = false) {
    markedTextRange = isComposing ? UITextRange() : nil
    text = newText
    sendActions(for: .editingChanged)
  }

  public func endEditing() {
    sendActions(for: .editingDidEnd)
  }
}

@MainActor public final class UISwitch: UIControl {
  public private(set) var isOn = false
  public private(set) var timesSet = 0

  public func setOn(_ isOn: Bool, animated: Bool) {
    self.isOn = isOn
    timesSet += 1
  }
}

@MainActor public final class UIStepper: UIControl {
  public var value = 0.0 {
    didSet { timesSet += 1 }
  }
  public private(set) var timesSet = 0
}

// MARK: Controllers

@MainActor open class UIViewController: UIResponder {
  public private(set) var children: [UIViewController] = []
  public private(set) weak var parent: UIViewController?
  open var title: String? {
    didSet { timesTitled += 1 }
  }
  public private(set) var timesTitled = 0
  private var loadedView: UIView?
  private let update = TrackedUpdate()

  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) { nil }

  public var view: UIView! {
    if let loadedView { return loadedView }
    let view = makeView()
    loadedView = view
    viewDidLoad()
    return view
  }

  open func makeView() -> UIView { UIView() }
  open func viewDidLoad() {}
  open func updateProperties() {}
  public func loadViewIfNeeded() { _ = view }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  open func addChild(_ child: UIViewController) {
    children.append(child)
    child.parent = self
  }

  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }
}

extension UIViewController {
  /// Updates whatever needs it, as the system does before it shows the next frame.
  public func showFrame() {
    update.runIfNeeded(updateProperties)
    view.updatePropertiesIfNeeded()
    for child in children { child.showFrame() }
  }
}

// MARK: Tables

@MainActor open class UITableViewCell: UIView {
  public enum CellStyle: Sendable { case `default`, value1 }
  public let textLabel: UILabel? = UILabel()
  public let detailTextLabel: UILabel?

  public init(style: CellStyle, reuseIdentifier: String?) {
    detailTextLabel = style == .default ? nil : UILabel()
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { nil }

  /// What a table calls for a class that has been registered.
  public required convenience init(reuseIdentifier: String) {
    self.init(style: .default, reuseIdentifier: reuseIdentifier)
  }

  open func prepareForReuse() {}
}

@MainActor public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var row: Int { self[1] }
}

@MainActor open class UITableView: UIView {
  public weak var dataSource: (any UITableViewDataSource)?
  private var cellClass = UITableViewCell.self
  private var unused: [UITableViewCell] = []
  /// The visible cells.
  public fileprivate(set) var cells: [Int: UITableViewCell] = [:]

  public func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {
    self.cellClass = cellClass
  }

  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    guard let cell = unused.popLast() else { return cellClass.init(reuseIdentifier: identifier) }
    cell.prepareForReuse()
    return cell
  }

  fileprivate func reload(_ rows: Range<Int>) {
    unused += cells.sorted { $0.key > $1.key }.map(\.value)
    cells = [:]
    for row in rows { cells[row] = dataSource?.tableView(self, cellForRowAt: IndexPath(row: row, section: 0)) }
  }
}

extension UITableView {
  /// Scrolls so that a user sees these rows: others' cells are reused.
  public func scroll(to rows: Range<Int>) {
    reload(rows.clamped(to: 0..<(dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0)))
  }
}

@MainActor open class UITableViewController: UIViewController {
  public enum Style { case plain }
  public let tableView: UITableView! = UITableView()

  public init(style: Style) { super.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { nil }
  open override func makeView() -> UIView { tableView }
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

public struct NSDiffableDataSourceSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  public private(set) var itemIdentifiers: [Item] = []
  public init() {}
  public mutating func appendSections(_ sections: [Section]) {}
  public mutating func appendItems(_ items: [Item], toSection section: Section? = nil) { itemIdentifiers += items }
}

@MainActor
open class UITableViewDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: NSObject,
  UITableViewDataSource
{
  public typealias CellProvider = @MainActor (UITableView, IndexPath, Item) -> UITableViewCell?

  private weak var table: UITableView?
  private let provider: CellProvider
  private var items: [Item] = []
  /// How many animations there have been.
  public private(set) var timesApplied = 0

  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    table = tableView
    provider = cellProvider
    super.init()
    tableView.dataSource = self
  }

  public func apply(_ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true) {
    timesApplied += 1
    items = snapshot.itemIdentifiers
    guard let table else { return }
    table.reload(0..<items.count)
  }

  public func itemIdentifier(for indexPath: IndexPath) -> Item? {
    items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
  }

  public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

  public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    provider(tableView, indexPath, items[indexPath.row]) ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }
}
