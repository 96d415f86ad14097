import SwiftSyntax

/// Assignments of wrappers in initializers.
extension ViewWrapperRule {
  /// `_model = StateObject(wrappedValue: Model())`
  static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let expression = item.item.as(ExprSyntax.self), let assignment = StorageAssignment(expression),
      let owner = walk.names.enclosingType, let (member, scope, _) = walk.member(assignment.property, in: [owner]),
      let wrapper = ViewWrapper.all.first(where: { member.hasAttribute($0.name) }), let storage = wrapper.storage,
      assignment.wrapper == wrapper.name || assignment.wrapper == nil,
      let types = walk.modelTypes(in: walk.table.type(of: member, in: scope)), !types.isEmpty,
      let label = assignment.label, storage.labels.contains(label.text)
    else { return }
    let id = id(wrapper)
    func edits(with name: String) -> [Edit] {
      let edit = walk.replacing(label, with: storage.label)
      return assignment.wrapper == nil
        ? [edit] : [edit, walk.replacing(assignment.callee, with: walk.qualified(name))]
    }
    switch wrapper.counterpart {
    case .wrapper(let name):
      assignment.claim(walk)
      let (edits, made) = (edits(with: name), assignment.value?.makesObject == true ? types : [])
      become(state: assignment.property, id, at: assignment.callee, of: types, edits, making: made, walk, &facts)
    case .plain(let projected):
      guard let plain = assignment.plainAssignment(in: expression) else { return }
      assignment.claim(walk)
      func proposal(_ edits: [Edit], _ message: String) -> Proposal {
        Proposal(id, .change, at: walk.place(of: assignment.target), of: types, edits, message)
      }
      let name = assignment.property
      facts.alternatives.append(
        (
          PropertyKey(type: owner, name: name), plain: proposal(plain, plainMessage(name)),
          projected: proposal(edits(with: projected), bindableMessage(name))
        )
      )
    case .key: return
    }
  }
}
