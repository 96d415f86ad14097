import SwiftSyntax

/// A set of subscriptions in a function, which becomes that of the object in the end: `var all = Set<AnyCancellable>()`, what is
/// stored in it, and `cancellables = all`.
struct LocalSet {
  let name: String
  let declaration: CodeBlockItemSyntax
  let handover: CodeBlockItemSyntax
  /// Where subscriptions are stored in it.
  let uses: [Int]
  /// It belongs to an initializer: there is none before it.
  let isFirst: Bool
  /// Where the name stands for it.
  private let scope: Range<Int>

  /// The set that a statement assigns; nil if it's anything else, or used in other ways.
  init?(_ value: ExprSyntax, in statement: CodeBlockItemSyntax) {
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName, name.isIdentifier,
      let list = statement.parent?.as(CodeBlockItemListSyntax.self),
      let declaration = list.first(where: { $0.declaresSet(name.text) }),
      declaration.startOffset < statement.startOffset
    else { return nil }
    var uses: [Int] = []
    for token in list.tokens(viewMode: .sourceAccurate) where token.tokenKind == name.tokenKind {
      if token.id == name.id || declaration.utf8Range.contains(token.startOffset) { continue }
      guard let reference = token.parent?.as(DeclReferenceExprSyntax.self), ExprSyntax(reference).isStoredIn else {
        return nil
      }
      uses.append(token.startOffset)
    }
    self.name = name.text
    self.declaration = declaration
    handover = statement
    self.uses = uses
    isFirst = list.parent?.parent?.is(InitializerDeclSyntax.self) == true
    scope = declaration.startOffset..<statement.startOffset
  }

  /// Whether a place that something is stored in is this set.
  func isMeant(by place: ExprSyntax) -> Bool {
    place.as(DeclReferenceExprSyntax.self)?.baseName.text == name && scope.contains(place.startOffset)
  }
}

extension TokenSyntax {
  fileprivate var isIdentifier: Bool {
    if case .identifier = tokenKind { true } else { false }
  }
}

extension CodeBlockItemSyntax {
  /// `var name = Set<AnyCancellable>()`
  fileprivate func declaresSet(_ name: String) -> Bool {
    guard let variable = item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.name?.text == name
    else { return false }
    let value = binding.initializer?.value.trimmedText
    return binding.typeAnnotation?.type.trimmedText == "Set<AnyCancellable>"
      ? value == "[]" || value == "Set()" : value == "Set<AnyCancellable>()"
  }
}

extension ExprSyntax {
  /// `.store(in: &cancellables)`
  var isStoredIn: Bool {
    guard let place = parent?.as(InOutExprSyntax.self), place.parent?.as(LabeledExprSyntax.self)?.label?.text == "in"
    else { return false }
    return place.callOfArgument?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "store"
  }
}
