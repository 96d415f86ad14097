import ObservationBridge

/// What derived values of models with a registrar of this package cost, in calls of closures.
enum RegistrarDerivedRows {
  static let rows = [value, property, hundredValues, readValue, readProperty, readFirstOfTen]

  private static let value = row("registrar model, write, derived value and immediate pass") { repetitions in
    let (model, total) = (RegistrarCounter(), Total())
    let next = DerivedValue { model.count &+ 1 }
    let token = RegistrarModelRows.immediately { total.value &+= next.value }
    defer { token.cancel() }
    return RegistrarModelRows.timeOfLaterPasses(repetitions) { model.count = $0 &+ 1 }
  }

  private static let property = row("registrar model, write, derived property and immediate pass") { repetitions in
    let (model, total) = (RegistrarNumber(), Total())
    let token = RegistrarModelRows.immediately { total.value &+= model.next }
    defer { token.cancel() }
    return RegistrarModelRows.timeOfLaterPasses(repetitions) { model.count = $0 &+ 1 }
  }

  /// As an observation does that shows a table: one of its values is computed anew, the others are looked at.
  private static let hundredValues = row(
    "registrar models, write and immediate pass over 100 derived values",
    limits: Limits(public: 140, exact: 125)
  ) { repetitions in
    let (models, total) = ((0..<100).map { _ in RegistrarCounter() }, Total())
    let values = models.map { model in DerivedValue { model.count &+ 1 } }
    let token = RegistrarModelRows.immediately { for value in values { total.value &+= value.value } }
    defer { token.cancel() }
    let written = models[50]
    return RegistrarModelRows.timeOfLaterPasses(repetitions) { written.count = $0 &+ 1 }
  }

  private static let readValue = row("derived value, read where nothing has changed") { repetitions in
    let (model, total) = (RegistrarCounter(), Total())
    let values = (0..<100).map { number in DerivedValue { model.count &+ number } }
    let loops = repetitions / 100 + 1
    let seconds = RegistrarModelRows.time(loops) { _ in for value in values { total.value &+= value.value } }
    return seconds / Double(loops * 100) * Double(repetitions)
  }

  private static let readProperty = row(
    "derived property, read where nothing has changed",
    limits: Limits(public: 4.5, exact: 4)
  ) { repetitions in
    let (models, total) = ((0..<100).map { _ in RegistrarNumber() }, Total())
    let loops = repetitions / 100 + 1
    let seconds = RegistrarModelRows.time(loops) { _ in for model in models { total.value &+= model.next } }
    return seconds / Double(loops * 100) * Double(repetitions)
  }

  /// The property that is found last.
  private static let readFirstOfTen = row(
    "derived property, first of ten of its model, read where nothing has changed"
  ) { repetitions in
    let (models, total) = ((0..<100).map { _ in RegistrarTable() }, Total())
    for model in models { total.value &+= model.sum }
    let loops = repetitions / 100 + 1
    let seconds = RegistrarModelRows.time(loops) { _ in for model in models { total.value &+= model.first } }
    return seconds / Double(loops * 100) * Double(repetitions)
  }

  private static func row(
    _ name: String,
    limits: Limits? = nil,
    _ measure: @escaping @Sendable (_ repetitions: Int) async -> Double
  ) -> Row {
    Row(name: name, rival: ClosureCalls.name, isFloor: true, limits: limits) {
      (Contender { await measure($0) }, ClosureCalls.contender)
    }
  }
}
