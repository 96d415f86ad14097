extension AppComparer {
  /// The smallest app that fails as well, found by leaving things out as long as it does.
  static func smallest(_ failing: ComparedApp) throws -> ComparedApp {
    var smallest = failing
    while true {
      var reductions = smallest.app.reductions
      if case .differences(let differences) = smallest.failure, let last = differences.map(\.step).min() {
        var app = smallest.app
        app.steps.removeSubrange(last...)
        if app != smallest.app { reductions.insert(app, at: 0) }
      }
      var smaller: ComparedApp?
      var start = 0
      // The first of them often do, and later ones cost less when they are of the smaller app.
      while smaller == nil, start < reductions.count {
        let some = reductions[start..<min(start + 16, reductions.count)]
        smaller = try compare(Array(some)) { _ in failing.hand }.first {
          $0.failure.map(failing.isFailed(like:)) ?? false
        }
        start += 16
      }
      guard let smaller else { return smallest }
      smallest = smaller
    }
  }
}

extension ComparedApp {
  /// Whether a failure is of the same kind as its own.
  fileprivate func isFailed(like other: Failure) -> Bool {
    switch (failure, other) {
    case (.differences, .differences), (.doesNotCompile, .doesNotCompile), (.crash, .crash): true
    default: false
    }
  }
}
