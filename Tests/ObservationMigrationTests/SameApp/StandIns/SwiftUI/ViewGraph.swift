/// All views of an app, brought up to date when the test says so, as at the end of a turn of the main queue.
@MainActor public final class ViewGraph {
  private struct Invalid {
    weak var node: Node?
    let depth: Int
  }

  private var invalid: [Invalid] = []
  private var actions: [() -> Void] = []
  private(set) var root: Node!
  /// Counts the turns of the main queue.
  var turn = 0

  public init(_ view: any View) {
    root = Node(view, path: "", depth: 0, environment: [:], in: self)
  }

  func enqueue(_ node: Node, depth: Int) {
    invalid.append(Invalid(node: node, depth: depth))
  }

  /// Does something after the views that are being updated.
  func perform(_ action: @escaping () -> Void) {
    actions.append(action)
  }

  /// Evaluates the bodies that have to be, those of outer views first, until nothing is left to do.
  public func update() {
    for _ in 0..<100 {
      if invalid.isEmpty, actions.isEmpty { return }
      while let index = invalid.indices.min(by: { invalid[$0].depth < invalid[$1].depth }) {
        invalid.remove(at: index).node?.evaluate()
      }
      let actions = actions
      self.actions = []
      for action in actions { action() }
    }
    fatalError("The views change what they depend on, again and again.")
  }

  /// Touches the button with a title.
  public func tap(_ title: String) {
    var outline = Node.Outline()
    root.addShown(to: &outline)
    for (path, action) in outline.controls where path.hasSuffix(" \(title)") { action(1) }
  }
}
