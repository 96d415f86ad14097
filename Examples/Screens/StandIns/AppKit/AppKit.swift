// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of AppKit as the screens use, with its isolation, for systems that don't have it. What a user would do, tests do by the functions of the
// extensions, which AppKit doesn't have.

@_exported public import Foundation

public struct NSRect: Sendable {
  public static let zero = NSRect()
}

public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
  public let rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

@MainActor open class NSView: NSObject {
  public var identifier: NSUserInterfaceItemIdentifier?
  public private(set) var subviews: [NSView] = []

  public init(frame: NSRect) {}
  public required init?(coder: NSCoder) { nil }
  public convenience override init() { self.init(frame: .zero) }
  open func addSubview(_ view: NSView) { subviews.append(view) }
  open func prepareForReuse() {}
}

@MainActor public protocol NSTextFieldDelegate: AnyObject {
  func controlTextDidChange(_ notification: Notification)
}

@MainActor public protocol NSSearchFieldDelegate: NSTextFieldDelegate {}

@MainActor open class NSTextField: NSView {
  public weak var delegate: (any NSTextFieldDelegate)?
  public var stringValue = ""

  public convenience init(labelWithString text: String) {
    self.init(frame: .zero)
    stringValue = text
  }
}

extension NSTextField {
  /// Edits the text, as a user does.
  public func type(_ text: String) {
    stringValue = text
    delegate?.controlTextDidChange(Notification(name: Notification.Name("NSControlTextDidChangeNotification")))
  }
}

@MainActor public final class NSSearchField: NSTextField {}

@MainActor open class NSWindow: NSObject {
  public var title = ""
  public override init() {}
}

@MainActor open class NSWindowController: NSObject {
  public var window: NSWindow?

  public init(window: NSWindow?) { self.window = window }
  public required init?(coder: NSCoder) { nil }
}

@MainActor open class NSTableCellView: NSView {}
@MainActor public final class NSTableColumn: NSObject {}

@MainActor public protocol NSTableViewDataSource: AnyObject {
  func numberOfRows(in tableView: NSTableView) -> Int
}

@MainActor public protocol NSTableViewDelegate: AnyObject {
  func tableView(_ tableView: NSTableView, viewFor column: NSTableColumn?, row: Int) -> NSView?
}

@MainActor public final class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let effectFade = AnimationOptions(rawValue: 1)
  }

  public weak var dataSource: (any NSTableViewDataSource)?
  public weak var delegate: (any NSTableViewDelegate)?
  public private(set) var rows: [NSView] = []
  private var unused: [NSView] = []
  /// What has been done since the table was made: `+` or `-`, and the row.
  public private(set) var updates: [String] = []
  private var inserted: [Int] = []

  public func makeView(withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?) -> NSView? {
    let view = unused.popLast()
    view?.prepareForReuse()
    return view
  }

  public func beginUpdates() { inserted = [] }

  public func removeRows(at rows: IndexSet, withAnimation animation: AnimationOptions) {
    for row in rows.reversed() {
      updates.append("-\(row)")
      unused.append(self.rows.remove(at: row))
    }
  }

  public func insertRows(at rows: IndexSet, withAnimation animation: AnimationOptions) {
    for row in rows {
      updates.append("+\(row)")
      self.rows.insert(NSView(), at: row)
      inserted.append(row)
    }
  }

  public func endUpdates() {
    precondition(
      dataSource?.numberOfRows(in: self) == rows.count,
      "The updates don't lead to what the data source has."
    )
    for row in inserted {
      if let view = delegate?.tableView(self, viewFor: nil, row: row) { rows[row] = view }
    }
  }
}
