import ObservationModels

extension Shelf where Item == Int {
  /// That of the class's own file is another one.
  private var helper: Int { derived(\.helper) { items.reduce(0, +) } }
  var helpedElsewhere: Int { helper }
}
