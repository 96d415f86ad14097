import ObservationBridge

/// Models, derived values and immediate observations of this package.
final class RegistrarSignals<Model: SignalModel>: SignalGraph {
  typealias Value = Model.Value

  enum Node {
    case source(Model)
    case derived(DerivedValue<Model.Value, Never>)
  }

  private var tokens: [PortableObservationToken] = []

  func source(_ value: Value) -> Node {
    .source(Model(value))
  }

  func derived(from inputs: [Node], _ compute: @escaping () -> Value) -> Node {
    .derived(DerivedValue(compute))
  }

  func effect(on inputs: [Node], _ body: @escaping () -> Void) {
    tokens.append(RegistrarModelRows.immediately(body))
  }

  @inline(__always)
  func read(_ node: Node) -> Value {
    switch node {
    case .source(let model): model.value
    case .derived(let derived): derived.value
    }
  }

  func write(_ value: Value, to node: Node) {
    if case .source(let model) = node { model.value = value }
  }

  func batch(_ body: () -> Void) {
    withObservationTransaction(body)
  }

  func end() {
    tokens = []
  }
}
