/// A graph of sources, derived values and effects, made by one means or another.
///
/// Readers name what they may read, for means that can't find out.
protocol SignalGraph: AnyObject, SendableMetatype {
  associatedtype Value
  associatedtype Node

  init()

  func source(_ value: Value) -> Node
  func derived(from inputs: [Node], _ compute: @escaping () -> Value) -> Node
  /// Runs `body` now, and again whenever something has changed.
  func effect(on inputs: [Node], _ body: @escaping () -> Void)

  func read(_ node: Node) -> Value
  func write(_ value: Value, to node: Node)
  /// Makes several changes that count as one.
  func batch(_ body: () -> Void)

  /// Ends the effects.
  func end()
}
