extension ConstraintRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "ObservableObject in protocols, constraints and typealiases becomes AnyObject and Observable.",
      explanation: """
        A protocol that inherits from `ObservableObject` converts together with all types that conform to it. The
        constraint of a generic type, `<Model: ObservableObject>`, converts together with what the sources pass for the
        parameter: `Panel<Store>`, `Panel(model: store)`. A constraint of a function, an `any ObservableObject` or a
        typealias accepts any such object: it converts if all types convert, together with them. To convert types one
        after the other nevertheless, put `// observation-migrate:ignore` above the declaration and change it by hand.

        A protocol needs a decision if a type conforms to it that the files don't declare, or if no class in the files does.
        """,
      before: """
        import Combine

        protocol Editing: ObservableObject {
          var text: String { get set }
        }

        final class Editor: Editing {
          @Published var text = ""
        }

        final class Box<Model: ObservableObject> {
          let model: Model
          init(_ model: Model) { self.model = model }
        }
        """
    )
  ]
}
