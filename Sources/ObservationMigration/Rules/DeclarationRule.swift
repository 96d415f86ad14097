/// Declarations that the macro can't be attached to.
enum DeclarationRule: Rule {
  static let id: RuleID = "declaration"
  static let summary = "Only classes can be @Observable, with one declaration, outside functions."
  static let explanation = """
    Structures, enumerations and actors that are written as an `ObservableObject` need a decision, as do classes inside functions,
    which a macro can't extend, and two declarations of the same name, in `#if` branches or in different modules: uses can't be told
    apart. Migrate modules one at a time, or give one of them another name.
    """
  static let outcome = Finding.State.needsDecision
  static let before = """
    import Combine

    actor Feed: ObservableObject {
      @Published var posts: [String] = []
    }

    """
  static let after = """
    import Observation

    @Observable
    @MainActor
    final class Feed {
      var posts: [String] = []
    }

    """
}

extension DeclarationRule {
  static let isLocal = """
    The class is declared in a function, where `@Observable` can't extend it: move it out of the function.
    """

  static let isInPrivateType = """
    The class is declared in a private type, where what `@Observable` adds to it can't reach: make that type fileprivate.
    """

  static func isNoClass(_ kind: String) -> String {
    "Only a class can be `@Observable`, not \("aeiou".contains(kind.first ?? " ") ? "an" : "a") \(kind): make it a class."
  }

  static func hidesObservable(_ place: String) -> String {
    "A type called `Observable`, declared at \(place), hides that of Observation: rename it."
  }

  static func hasRival(_ name: String, _ place: String) -> String {
    "`\(name)` is declared at \(place) as well, and uses can't be told apart: migrate one module at a time, or rename one."
  }
}
