import SwiftSyntax

extension Walk {
  func place(of node: some SyntaxProtocol) -> Place { Place(file: file, offset: node.startOffset) }

  func change(
    _ rule: RuleID,
    at node: some SyntaxProtocol,
    of subjects: [TypeSymbol.ID],
    _ edits: [Edit],
    importing modules: [String] = [],
    isRisky: Bool = false,
    sharing note: SharedNote? = nil,
    _ message: String
  ) {
    let at = place(of: node)
    var proposal = Proposal(rule, .change, at: at, of: subjects, edits, importing: modules, isRisky: isRisky, message)
    proposal.shared = note
    propose(proposal)
  }

  /// Reports a change that shows at run time without a change of the text.
  func review(_ rule: RuleID, at node: some SyntaxProtocol, of subjects: [TypeSymbol.ID], _ message: String) {
    propose(.review(rule, at: place(of: node), of: subjects, message))
  }

  /// A note that other places of the enclosing class share.
  func noteOfClass(_ message: String) -> SharedNote {
    let owner = names.enclosingType.map { table.types[$0].name } ?? String(file)
    return SharedNote(topic: "\(owner): \(message)", place: .place, rest: message)
  }

  /// Objects to the conversion of the subjects until a person has decided.
  func decide(_ rule: RuleID, at node: some SyntaxProtocol, of subjects: [TypeSymbol.ID], _ message: String) {
    guard !subjects.isEmpty else { return }
    propose(Proposal(rule, .objection(.needsDecision), at: place(of: node), of: subjects, message))
  }

  // MARK: Edits

  func text(_ node: some SyntaxProtocol) -> String { source[node.utf8Range] }

  /// A name of a module, with the module if a type of the sources has the same name.
  func qualified(_ name: String, of module: String = "SwiftUI") -> String {
    names.resolve(TypeReference.named([name])) == .external(name) ? name : "\(module).\(name)"
  }

  var observable: String {
    table.importsAnotherObservable(in: file) ? "Observation.Observable" : qualified("Observable", of: "Observation")
  }

  /// The macro that makes a class observable, and its module.
  var macro: (name: String, module: String) {
    options.models
      ? (qualified("ObservableModel", of: "ObservationModels"), "ObservationModels") : (observable, "Observation")
  }

  func name(_ id: TypeSymbol.ID) -> String { table.types[id].name }

  func replacing(_ node: some SyntaxProtocol, with text: String) -> Edit { Edit(node.utf8Range, with: text) }

  func inserting(_ text: String, at offset: Int) -> Edit { Edit(offset..<offset, with: text) }

  /// The indentation of a type's members relative to the type, measured at one of the members.
  func step(around node: some SyntaxProtocol) -> String {
    let block = Syntax(node).as(MemberBlockSyntax.self) ?? node.ancestor(MemberBlockSyntax.self)
    guard let members = block?.members.first, let type = block?.parent else { return "  " }
    let (outer, inner) = (source.indentation(at: type.startOffset), source.indentation(at: members.startOffset))
    return inner.hasPrefix(outer) && inner != outer ? String(inner.dropFirst(outer.count)) : "  "
  }

  /// Removes a statement or a declaration, with its lines if nothing else is in them.
  func removing(_ node: some SyntaxProtocol) -> Edit { Edit(source.removal(of: node.utf8Range), with: "") }

  /// Removes an attribute, with the white space behind. A comment there stays.
  func removing(attribute: AttributeSyntax) -> Edit {
    let following = attribute.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    let hasComment = attribute.trailingTrivia.hasComment || following?.leadingTrivia.hasComment == true
    if hasComment { return removing(attribute) }
    let end = following?.startOffset ?? attribute.utf8Range.upperBound
    return Edit(attribute.startOffset..<end, with: "")
  }
}
