/// What holds a type back.
enum InheritanceRule: Rule {
  static let id: RuleID = "inheritance"
  static let summary = "Superclasses, subclasses, protocols and what they share convert together or not at all."
  static let explanation = """
    A subclass of an `ObservableObject` needs `@Observable` of its own, as does its superclass. A protocol that inherits from
    `ObservableObject` ties its conformers together, a constraint that takes any object ties all types. One place that needs a
    decision holds the whole group back; the finding names it.

    A class whose superclass is not among the files needs a decision as well, unless it is one known to observe nothing, such as
    `NSObject`: pass the files that declare it. A protocol of another module is taken for a superclass where it is the first in
    the list: put it behind `ObservableObject`.
    """
  static let outcome = Finding.State.needsDecision
  static let before = """
    import Combine

    @MainActor
    class Account: ObservableObject {
      @Published var name = ""
      var names: AnyPublisher<String, Never> { $name.eraseToAnyPublisher() }
    }

    final class Premium: Account {
      @Published var level = 1
    }

    """
  static let after = """
    import Observation
    import ObservationBridge

    @Observable
    @MainActor
    class Account {
      var name = ""
      var names: ObservationBridge<String> { ObservationBridge { self.name } }
    }

    @Observable
    final class Premium: Account {
      var level = 1
    }

    """
}

extension InheritanceRule {
  static func waits(for other: String, _ place: String, _ ties: [String]) -> String {
    "Stays as it is, because it converts only together with `\(other)`, which \(place) stands against." + tied(ties)
  }

  static func waits(_ place: String, _ ties: [String]) -> String {
    "Stays as it is, because \(place) stands against it." + tied(ties)
  }

  private static func tied(_ ties: [String]) -> String {
    switch ties.count {
    case 0: ""
    case 1: " \(ties[0]) ties them together."
    default: " What ties them together: \(ties.joined(separator: ", "))."
    }
  }

  static func hasUnknownSuperclass(_ name: String) -> String {
    """
    `\(name)` is not declared in these files: pass the file that declares it if it is the superclass; if it is a protocol, write \
    it after `ObservableObject`.
    """
  }
}
