/// `@Published` off.
enum PublishedRule: Rule {
  static let id: RuleID = "published"
  static let summary = "A published property becomes a plain one, which the registrar tracks."
  static let explanation = """
    Every stored `var` of an `@Observable` class is tracked, so `@Published` goes. `willSet` and `didSet` stay.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    final class Counter: ObservableObject {
      @Published var value = 0
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Counter {
      var value = 0
    }

    """
}
