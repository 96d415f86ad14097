extension CodableRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A class with synthesized Codable gets coding keys that preserve the format.",
      explanation: """
        The macro stores `name` as `_name`, and adds a registrar. Synthesized coding would write both under these names,
        and couldn't read what was written before. So each tracked property gets a coding key with the new name and the
        old text, and the registrar gets none. Lazy properties have none either, as in synthesized coding. It makes no
        difference whether the class conforms itself, in an extension, or through another protocol. A class that
        implements `init(from:)` and `encode(to:)` itself needs nothing.

        It declines if only one of the two is implemented, because both use the same keys; if the keys are declared or
        used outside the class; if they have members besides their cases, or a raw type other than `String`; and if
        stored properties are inside `#if`.
        """,
      before: """
        import Combine

        final class Draft: ObservableObject, Codable {
          var title = "" {
            willSet { objectWillChange.send() }
          }
          var revision = 1
        }
        """
    )
  ]
}
