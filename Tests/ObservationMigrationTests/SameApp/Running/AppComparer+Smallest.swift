extension AppComparer {
  /// A smaller app that fails as well, found by leaving things out as long as it does.
  ///
  /// Nothing can be left out of it any more, unless the attempts were used up before that: each of them compares an app.
  static func smallest(
    _ failing: ComparedApp,
    attempts: Int,
    compare: ([GeneratedApp]) throws -> [ComparedApp]
  ) rethrows -> ComparedApp {
    var smallest = failing.endingWithFirstDifference
    var left = attempts
    // After one that fails come those that haven't been tried: the others are unlikely to fail now.
    var (position, inVain) = (0, 0)
    while left > 0 {
      let reductions = smallest.app.reductions
      guard inVain < reductions.count else { break }
      let some = (0..<min(16, left, reductions.count - inVain)).map { reductions[(position + $0) % reductions.count] }
      left -= some.count
      let compared = try compare(some)
      if let index = compared.firstIndex(where: { $0.fails(like: failing) }) {
        smallest = compared[index].endingWithFirstDifference
        (position, inVain) = (position + index, 0)
      } else {
        (position, inVain) = (position + some.count, inVain + some.count)
      }
    }
    return smallest
  }
}

extension ComparedApp {
  /// Whether both fail in the same way.
  fileprivate func fails(like other: ComparedApp) -> Bool {
    switch (failure, other.failure) {
    case (.differences, .differences), (.doesNotCompile, .doesNotCompile), (.crash, .crash): true
    default: false
    }
  }

  /// Without the changes after the one that showed a difference first, on which nothing before it depends.
  fileprivate var endingWithFirstDifference: ComparedApp {
    guard case .differences(let differences) = failure, let last = differences.map(\.step).min() else { return self }
    var ending = self
    ending.app.steps.removeSubrange(min(last, app.steps.count)...)
    ending.failure = .differences(differences.filter { $0.step == last })
    return ending
  }
}
