import SwiftSyntax

/// Forwarding of a nested object's changes.
enum NestedObservableRule: Rule {
  static let id: RuleID = "nested-observable"
  static let summary = "Forwarding a nested object's objectWillChange goes."
  static let explanation = """
    Who reads `parent.child.name` observes the child's property: the parent need not pass its changes on. A subscription that
    does nothing else goes, if the child's type converts as well. A child in an array is tracked the same way.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    final class Profile: ObservableObject {
      @Published var name = ""
    }

    final class Session: ObservableObject {
      @Published var profile = Profile()
      private var cancellables = Set<AnyCancellable>()

      init() {
        profile.objectWillChange
          .sink { [weak self] _ in self?.objectWillChange.send() }
          .store(in: &cancellables)
      }
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Profile {
      var name = ""
    }

    @Observable
    final class Session {
      var profile = Profile()

      init() {
      }
    }

    """

  /// - Returns: Whether the statement is such a subscription.
  static func inspect(_ item: CodeBlockItemSyntax, _ expression: ExprSyntax, _ inspection: Inspection) -> Bool {
    guard let parent = inspection.names.enclosingType, inspection.models[parent] == .model,
      let subscription = Subscription(expression), subscription.isStored,
      case .objectWillChange(let child) = subscription.source,
      subscription.operators.allSatisfy({ $0.name == "receive" || $0.name == "dropFirst" }),
      case .sink(let closure) = subscription.end, onlyAnnounces(closure)
    else { return false }
    guard let types = inspection.modelTypes(in: inspection.type(of: child)),
      types.contains(where: { inspection.models.isCandidate($0) })
    else { return false }
    for type in types { inspection.result.links.append((parent, type)) }
    inspection.change(
      self,
      at: expression,
      of: [parent],
      [inspection.removing(loop(around: item) ?? item, self)],
      isTracked(inspection.text(child))
    )
    return true
  }

  /// `for child in children { … }`, where nothing else is in it.
  private static func loop(around item: CodeBlockItemSyntax) -> CodeBlockItemSyntax? {
    guard let statements = item.parent?.as(CodeBlockItemListSyntax.self), statements.count == 1,
      let body = statements.parent?.as(CodeBlockSyntax.self), !item.leadingTrivia.hasComment,
      !item.trailingTrivia.hasComment, !body.rightBrace.leadingTrivia.hasComment,
      let loop = body.parent?.as(ForStmtSyntax.self), loop.whereClause == nil, loop.awaitKeyword == nil,
      // What makes the sequence may do something.
      loop.sequence.is(DeclReferenceExprSyntax.self) || loop.sequence.is(MemberAccessExprSyntax.self)
    else { return nil }
    return loop.parent?.as(CodeBlockItemSyntax.self)
  }

  /// `{ [weak self] _ in self?.objectWillChange.send() }`
  private static func onlyAnnounces(_ closure: ClosureExprSyntax) -> Bool {
    let statements = Array(closure.statements).filter { item in
      // `guard let self else { return }`
      guard let statement = item.item.as(GuardStmtSyntax.self) else { return true }
      return !(statement.conditions.count == 1 && statement.conditions.trimmedDescription.contains("self"))
    }
    guard statements.count == 1, let expression = statements.first?.item.as(ExprSyntax.self),
      let path = ExpressionPath(expression)
    else { return false }
    return path == ExpressionPath(name: nil, [.member("objectWillChange"), .member("send"), .call])
      || path == ExpressionPath(name: "objectWillChange", [.member("send"), .call])
  }
}

extension NestedObservableRule {
  static func isTracked(_ child: String) -> String {
    "Who reads through `\(child)` observes it; its changes need no forwarding."
  }
}
