import ObservationBridge

/// What models with a registrar of this package take, and what observes them.
enum OwnMemoryRows {
  static let rows = [model, observation, derived]

  private static let number = 10_000

  /// Counts what a model takes beyond an object that nobody can observe.
  private static let model = row("an own model that nobody observes, beyond a plain object", limit: 16) {
    let plain = await bytes { PlainCounter() }
    return await bytes { OwnCounter() } - plain
  }

  private static let observation = row("an observation of an own model, token and closure included", limit: 220) {
    // Used by this thread only. One closure, which captures both: one around another would be counted, too.
    nonisolated(unsafe) let (model, total) = (OwnCounter(), Total())
    return await bytes {
      withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in unsafe total.value &+= model.count }
    }
  }

  private static let derived = row("a derived value of an own model, closure included", limit: 250) {
    let (model, total) = (OwnCounter(), Total())
    return await bytes {
      let value = DerivedValue { model.count &+ 1 }
      total.value &+= value.value
      return value
    }
  }

  private static func row(_ what: String, limit: Double, _ measure: @escaping @Sendable () async -> Double) -> Row {
    Row(
      name: "bytes of \(what)",
      rival: "nothing",
      isFloor: true,
      unit: .bytes,
      repetitions: 1,
      limit: limit,
      isAbsolute: true
    ) {
      (Contender { _ in await measure() }, Contender { _ in 0 })
    }
  }

  /// The bytes of one of many, which all live.
  ///
  /// They live on: the memory of those that end is used again, and would be missing from what others take.
  private static func bytes<Value: AnyObject>(_ make: () -> Value) async -> Double {
    var values: [Unmanaged<Value>] = unsafe []
    unsafe values.reserveCapacity(number)
    let bytes = await Allocations.bytes { for _ in 0..<number { unsafe values.append(Unmanaged.passRetained(make())) } }
    return bytes / Double(number)
  }
}
