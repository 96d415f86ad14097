import SwiftSyntax

/// `@FocusedObject`, which needs a decision.
enum FocusedObjectRule: Rule {
  static let id: RuleID = "focused-object"
  static let summary = "@FocusedObject and what gives it objects need a decision."
  static let explanation = """
    `@FocusedObject` takes an `ObservableObject`. Its place takes `@FocusedValue(Model.self)`, which is given objects by
    `.focusedValue(model)` and `.focusedSceneValue(model)`, where it was `.focusedObject(model)` and `.focusedSceneObject(model)`.
    Bindings are made with a local `@Bindable`. Commands and views often stand far apart: change all of them at once.
    """
  static let outcome = Finding.State.needsDecision
  static let before = """
    import SwiftUI

    final class Score: ObservableObject {
      @Published var title = ""
    }

    struct TitleField: View {
      @FocusedObject var score: Score?

      var body: some View {
        Text(score?.title ?? "")
      }
    }

    struct ScoreView: View {
      @StateObject private var score = Score()

      var body: some View {
        TitleField().focusedSceneObject(score)
      }
    }

    """
  static let after = """
    import SwiftUI

    @Observable
    final class Score {
      var title = ""
    }

    struct TitleField: View {
      @FocusedValue(Score.self) var score

      var body: some View {
        Text(score?.title ?? "")
      }
    }

    struct ScoreView: View {
      @State private var score = Score()

      var body: some View {
        TitleField().focusedSceneValue(score)
      }
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard let attribute = node.attributes.attribute("FocusedObject"),
      let property = ViewProperty(node, id, inspection)
    else { return }
    guard let types = property.types, let type = property.binding.typeAnnotation?.type else {
      return inspection.decide(self, at: attribute, of: inspection.models.candidates, property.needsType)
    }
    let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
    inspection.decide(self, at: attribute, of: types, isFocused(property.name, wrapped.trimmedDescription))
  }

  /// `.focusedObject(model)`, `.focusedSceneObject(model)`
  static func inspect(_ node: FunctionCallExprSyntax, _ inspection: Inspection) {
    guard let callee = node.calleeName, let replacement = modifiers[callee.baseName.text], node.arguments.count == 1,
      let object = node.arguments.first?.expression
    else { return }
    // Where nothing is known of the object it may be any.
    let types = inspection.modelTypes(in: inspection.type(of: object)) ?? inspection.models.candidates
    inspection.decide(self, at: callee, of: types, isGiven(callee.baseName.text, replacement))
  }

  private static let modifiers = ["focusedObject": "focusedValue", "focusedSceneObject": "focusedSceneValue"]
}

extension FocusedObjectRule {
  static func isFocused(_ property: String, _ type: String) -> String {
    """
    `@FocusedObject` takes no `@Observable` object: write `@FocusedValue(\(type).self) var \(property)`, and give it the object \
    with `.focusedValue(_:)` or `.focusedSceneValue(_:)`.
    """
  }

  static func isGiven(_ modifier: String, _ replacement: String) -> String {
    """
    `.\(modifier)(_:)` takes no `@Observable` object: write `.\(replacement)(_:)`, and `@FocusedValue(T.self)` where the object is \
    used.
    """
  }
}
