import SwiftSyntax

/// `@StateObject` to `@State`.
enum StateObjectRule: Rule {
  static let id: RuleID = "state-object"
  static let summary = "A view's @StateObject becomes @State."
  static let explanation = """
    `_model = StateObject(wrappedValue:)` becomes `_model = State(initialValue:)`. Bindings, `$model.name`, stay.

    At run time: `@StateObject` made its object once for the life of the view, `@State` evaluates its initial value each time
    the view's value is made, and keeps the first one. So an initializer must be cheap and free of side effects: start work in
    `.task` or `onAppear`.

    Local variables, in previews and functions, become the same. Where `$model` is handed on as a whole they need a decision.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import SwiftUI

    final class Store: ObservableObject {
      @Published var count = 0
    }

    struct StoreView: View {
      @StateObject private var store: Store

      init(store: @autoclosure @escaping () -> Store) {
        _store = StateObject(wrappedValue: store())
      }

      var body: some View {
        Stepper("Count", value: $store.count)
      }
    }

    """
  static let after = """
    import SwiftUI

    @Observable
    final class Store {
      var count = 0
    }

    struct StoreView: View {
      @State private var store: Store

      init(store: @autoclosure @escaping () -> Store) {
        _store = State(initialValue: store())
      }

      var body: some View {
        Stepper("Count", value: $store.count)
      }
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard let attribute = node.attributes.attribute("StateObject"), let property = ViewProperty(node, id, inspection)
    else { return }
    guard let types = property.types else {
      return inspection.decide(self, at: attribute, of: inspection.models.candidates, property.needsType)
    }
    guard !types.isEmpty else { return }
    let untracking = inspection.untracking(node, of: id, self)
    let edit = inspection.replacing(attribute.attributeName, with: "State", self)
    inspection.change(
      self,
      at: attribute,
      of: types + untracking.subjects,
      untracking.edits + [edit],
      isRisky: true,
      isState(property.name)
    )
  }

  /// In a function, a closure or a preview.
  static func inspectLocal(_ node: VariableDeclSyntax, _ inspection: Inspection) {
    guard let variable = LocalWrapper(node, "StateObject", inspection),
      let types = WrapperTypeRule.types(of: variable, self, inspection)
    else { return }
    let edit = inspection.replacing(variable.attribute.attributeName, with: "State", self)
    inspection.change(self, at: variable.attribute, of: types, [edit], isRisky: true, isState(variable.name))
  }

  /// `_model = StateObject(wrappedValue: Model())`
  static func inspectStatement(_ expression: ExprSyntax, _ inspection: Inspection) {
    guard let assignment = StorageAssignment(expression), let id = inspection.names.enclosingType,
      let member = inspection.table.members(assignment.property, of: id).first,
      member.member.hasAttribute("StateObject"),
      let types = inspection.modelTypes(in: inspection.table.type(of: member.member, in: member.scope)), !types.isEmpty,
      assignment.wrapper == "StateObject" || assignment.wrapper == nil,
      assignment.label == "wrappedValue", let label = assignment.labelToken
    else { return }
    assignment.markHandled(inspection)
    var edits: [Edit] = [inspection.replacing(label, with: "initialValue", self)]
    if assignment.wrapper != nil {
      edits.append(inspection.replacing(assignment.callee, with: "State", self))
    }
    inspection.change(self, at: assignment.callee, of: types, edits, isRisky: true, isState(assignment.property))
  }
}

extension StateObjectRule {
  static func isState(_ property: String) -> String {
    """
    `\(property)` is `@State`, whose initial value is made each time the view's value is: keep the object's initializer cheap, \
    and start work in `.task`.
    """
  }
}
