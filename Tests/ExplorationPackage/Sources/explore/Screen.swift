import ObservationBridge

/// An actor that observes a model.
actor Screen {
  private let life = Counted()
  private var token: PortableObservationToken?

  func observe(_ model: Model, _ passes: Passes, _ options: ObservationOptions) {
    observe(passes, options) { (model.first, model.second) }
  }

  func observe(
    _ passes: Passes,
    _ options: ObservationOptions,
    _ read: @escaping @Sendable () -> (first: Int, second: Int)
  ) {
    token = makeObservation(passes, options, read)
  }

  /// Begins an observation that whoever has the token ends.
  func makeObservation(
    _ passes: Passes,
    _ options: ObservationOptions,
    _ read: @escaping @Sendable () -> (first: Int, second: Int)
  ) -> PortableObservationToken {
    withPortableContinuousObservation(options: options) { [self] _ in
      // Captures its actor, as most do.
      assertIsolated("A pass runs elsewhere than on its actor.")
      passes.run(read)
    }
  }

  func cancel(_ passes: Passes) {
    token?.cancel()
    token = nil
    passes.end()
  }

  /// Takes the values of a model until one is the last.
  func consume(_ model: Model, _ passes: Passes, until isLast: @Sendable ((Int, Int)) -> Bool) async {
    let values = ObservationBridge {
      Stage.userCode()
      return (model.first, model.second)
    }
    for await value in values {
      passes.run { value }
      if isLast(value) { return }
    }
  }

  func perform(_ body: @Sendable () -> Void) {
    body()
  }
}
