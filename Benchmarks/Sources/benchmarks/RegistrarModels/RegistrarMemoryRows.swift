import ObservationBridge

/// What models with a registrar of this package take, and what observes them.
enum RegistrarMemoryRows {
  static let rows = [model, observation, laterObservation, derived, derivedProperty]

  private static let number = 10_000

  /// Counts what a model takes beyond an object that nobody can observe.
  private static let model = row("a registrar model that nobody observes, beyond a plain object", limits: 16) {
    let plain = await bytes { PlainCounter() }
    return await bytes { RegistrarCounter() } - plain
  }

  private static let observation = row(
    "an observation of a registrar model, token and closure included",
    limits: Limits(public: 370, exact: 370)
  ) {
    // Used by this thread only. One closure, which captures both: one around another would be counted, too.
    nonisolated(unsafe) let (model, total) = (RegistrarCounter(), Total())
    return await bytes {
      withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in unsafe total.value &+= model.count }
    }
  }

  /// An observation takes more once it has waited for a turn.
  private static let laterObservation = row(
    "an observation of a registrar model that has run in a later turn, token and closure included"
  ) {
    let passes = Passes()
    let bytes = await Allocations.bytes {
      await passes.observe(number)
      await passes.change()
    }
    liveOn(passes)
    return bytes / Double(number)
  }

  /// Observes on an actor of its own.
  private actor Passes {
    private let model = RegistrarCounter()
    private var total = 0
    private var passCount = 0
    private var tokens: [PortableObservationToken] = []

    func observe(_ count: Int) {
      // The array isn't what is counted.
      tokens.reserveCapacity(count)
      for _ in 0..<count {
        tokens.append(
          withPortableContinuousObservation { _ in
            self.total &+= self.model.count
            self.passCount += 1
          }
        )
      }
    }

    /// Returns when all passes have run.
    func change() async {
      model.count += 1
      while passCount < 2 * tokens.count { await Task.yield() }
    }
  }

  private static let derived = row(
    "a derived value of a registrar model, closure included",
    limits: Limits(public: 250, exact: 250)
  ) {
    let (model, total) = (RegistrarCounter(), Total())
    return await bytes {
      let value = DerivedValue { model.count &+ 1 }
      total.value &+= value.value
      return value
    }
  }

  /// A derived property of a model that has another one already, which is where it keeps them.
  private static let derivedProperty = row("a derived property of a registrar model") {
    let models = (0..<number).map { _ in RegistrarSums() }
    let total = Total()
    for model in models { total.value &+= model.next }
    let bytes = await Allocations.bytes { for model in models { total.value &+= model.second } }
    for model in models { liveOn(model) }
    return bytes / Double(number)
  }

  /// As below.
  private static func liveOn(_ object: some AnyObject) {
    _ = unsafe Unmanaged.passRetained(object)
  }

  private static func row(_ what: String, limits: Limits? = nil, _ measure: @escaping @Sendable () async -> Double)
    -> Row
  {
    Row(
      name: "bytes of \(what)",
      rival: "nothing",
      isFloor: true,
      unit: .bytes,
      repetitions: 1,
      limits: limits,
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
