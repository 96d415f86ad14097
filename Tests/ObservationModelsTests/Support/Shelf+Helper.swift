import ObservationModels

extension Shelf where Item == Int {
  /// Not the property of this name in the class's own file.
  private var helper: Int { derived(\.helper) { items.reduce(0, +) } }
  var helpedElsewhere: Int { helper }
}
