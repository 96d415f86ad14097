import SwiftSyntax

/// `@ObservedObject` to a plain property, or `@Bindable`.
enum ObservedObjectRule: Rule {
  static let id: RuleID = "observed-object"
  static let summary = "A view's @ObservedObject becomes a plain property, or @Bindable where bindings are made of it."
  static let explanation = """
    SwiftUI observes what a view's body reads: a property needs no wrapper for that. Where `$model` is used, anywhere in the
    view or its extensions, it is `@Bindable`. Access level and default value stay as they are, so that the memberwise
    initializer keeps its parameters.

    `_model = ObservedObject(wrappedValue:)` becomes `self.model = …`, or `_model = Bindable(wrappedValue:)`.

    Local variables become the same; with `@Previewable` always `@Bindable`. In a class that becomes `@Observable` itself the
    property stays untracked, with `@ObservationIgnored`.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import SwiftUI

    final class Note: ObservableObject {
      @Published var text = ""
    }

    struct NoteRow: View {
      @ObservedObject var note: Note
      var body: some View { Text(note.text) }
    }

    struct NoteEditor: View {
      @ObservedObject var note: Note
      var body: some View { TextField("Text", text: $note.text) }
    }

    """
  static let after = """
    import SwiftUI

    @Observable
    final class Note {
      var text = ""
    }

    struct NoteRow: View {
      var note: Note
      var body: some View { Text(note.text) }
    }

    struct NoteEditor: View {
      @Bindable var note: Note
      var body: some View { TextField("Text", text: $note.text) }
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard let attribute = node.attributes.attribute("ObservedObject"), let property = ViewProperty(node, id, inspection)
    else { return }
    guard let types = property.types else {
      return inspection.decide(self, at: attribute, of: inspection.models.candidates, property.needsType)
    }
    guard !types.isEmpty else { return }
    let untracking = inspection.untracking(node, of: id, self)
    var proposal = Proposal(
      rule: self.id,
      place: inspection.place(of: attribute),
      subjects: types + untracking.subjects,
      effect: .change,
      edits: untracking.edits + [inspection.removing(attribute: attribute, self)],
      message: untracking.edits.isEmpty ? isPlain(property.name) : isPlainAndUntracked(property.name)
    )
    proposal.whenProjected = Proposal.WhenProjected(
      property: PropertyKey(type: id, name: property.name),
      edits: untracking.edits + [inspection.replacing(attribute.attributeName, with: "Bindable", self)],
      message: isBindable(property.name)
    )
    inspection.propose(proposal)
  }

  /// In a function, a closure or a preview.
  static func inspectLocal(_ node: VariableDeclSyntax, _ inspection: Inspection) {
    guard let variable = LocalWrapper(node, "ObservedObject", inspection),
      let types = WrapperTypeRule.types(of: variable, self, inspection)
    else { return }
    let isBound = variable.isProjected || variable.isPreviewable
    let edit =
      isBound
      ? inspection.replacing(variable.attribute.attributeName, with: "Bindable", self)
      : inspection.removing(attribute: variable.attribute, self)
    let message = isBound ? isBindable(variable.name) : isPlain(variable.name)
    inspection.change(self, at: variable.attribute, of: types, [edit], message)
  }

  /// `_model = ObservedObject(wrappedValue: model)`
  static func inspectStatement(_ expression: ExprSyntax, _ inspection: Inspection) {
    guard let assignment = StorageAssignment(expression), let id = inspection.names.enclosingType,
      let member = inspection.table.members(assignment.property, of: id).first,
      member.member.hasAttribute("ObservedObject"),
      let types = inspection.modelTypes(in: inspection.table.type(of: member.member, in: member.scope)), !types.isEmpty,
      assignment.wrapper == "ObservedObject" || assignment.wrapper == nil,
      assignment.label == "wrappedValue" || assignment.label == "initialValue",
      let value = assignment.value, let label = assignment.labelToken
    else { return }
    assignment.markHandled(inspection)
    var proposal = Proposal(
      rule: self.id,
      place: inspection.place(of: assignment.target),
      subjects: types,
      effect: .change,
      edits: [
        Edit(
          range: assignment.target.startOffset..<value.startOffset,
          replacement: "self.\(assignment.property) = ",
          rule: self.id
        ),
        Edit(range: value.utf8Range.upperBound..<expression.utf8Range.upperBound, replacement: "", rule: self.id),
      ],
      message: isPlain(assignment.property)
    )
    var edits: [Edit] = [inspection.replacing(label, with: "wrappedValue", self)]
    if assignment.wrapper != nil { edits.append(inspection.replacing(assignment.callee, with: "Bindable", self)) }
    proposal.whenProjected = Proposal.WhenProjected(
      property: PropertyKey(type: id, name: assignment.property),
      edits: edits,
      message: isBindable(assignment.property)
    )
    inspection.propose(proposal)
  }
}

extension ObservedObjectRule {
  static func isPlain(_ property: String) -> String {
    "`\(property)` needs no wrapper: a view observes what its body reads."
  }

  static func isPlainAndUntracked(_ property: String) -> String {
    "`\(property)` needs no wrapper, and stays untracked: what reads the object's properties observes them."
  }

  static func isBindable(_ property: String) -> String {
    "`\(property)` is `@Bindable`, because bindings are made of it."
  }
}
