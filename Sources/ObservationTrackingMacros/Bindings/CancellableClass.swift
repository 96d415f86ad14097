import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A class marked with `@CancellableObservation`: what is added to it, and what is wrong with it.
struct CancellableClass {
  /// Whether bindings pause while the view of the controller is not shown.
  let followsScreen: Bool
  let diagnostics: [Diagnostic]
  /// Whether the class has already what would be added.
  private let isTaken: Bool
  private let declaration: ClassDeclSyntax?
  private let members: [ClassMember]

  init(_ group: some DeclGroupSyntax, attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    declaration = group.as(ClassDeclSyntax.self)
    var misuses = CancellableClassMisuses()
    let screen = attribute.screenArgument
    let literal = screen?.as(BooleanLiteralExprSyntax.self)
    let follows = literal?.literal.tokenKind == .keyword(.true)
    if let declaration {
      let place = BindingPlace([Syntax(declaration)] + lexicalContext)
      members = ClassMember.all(of: declaration, place)
      if let screen, literal == nil { misuses.check(unreadable: screen) }
      misuses.check(members)
      if follows { misuses.check(screenOf: declaration, members, attribute) }
    } else {
      members = []
      misuses.check(notAClass: group, attribute)
    }
    diagnostics = misuses.diagnostics
    isTaken = misuses.haveReservedNames
    followsScreen = follows && declaration != nil
  }

  /// The names of what is added to every class.
  static let addedNames = ["observationTokens", "isObservingEnabled", "stopObservations", "startObservationsIfNeeded"]

  /// What is added to the class.
  var additions: [DeclSyntax] {
    guard let declaration, !isTaken else { return [] }
    var members: [DeclSyntax] = [
      "private let observationTokens = ObservationTokens()",
      """
      var isObservingEnabled: Bool {
        observationTokens.isEnabled
      }
      """,
      """
      func stopObservations() {
        observationTokens.stop()
      }
      """,
      """
      \(raw: isolation)func startObservationsIfNeeded() {
        guard observationTokens.start() else { return }
      \(raw: calls.map { "  \($0)" }.joined(separator: "\n"))
      }
      """,
    ]
    if followsScreen {
      let functions = self.members.compactMap(\.function)
      for event in ScreenEvent.allCases where !functions.contains(where: event.isHandled) {
        members.append(event.override(access: declaration.accessOfOverrides))
      }
    }
    return members
  }

  /// The actor that the methods are isolated to on their own account.
  private var isolation: String {
    members.lazy.compactMap { $0.tracked?.globalActor }.first.map { $0.trimmedDescription + " " } ?? ""
  }

  /// Starts all bindings in the order of the source, under the conditions that they are compiled under.
  private var calls: [String] {
    members.flatMap(\.calls)
  }
}

extension AttributeSyntax {
  /// What is given for `screen:`.
  var screenArgument: ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == "screen" }?.expression
  }
}

extension ClassDeclSyntax {
  /// An override has to be as visible as its class.
  fileprivate var accessOfOverrides: String {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.open), .keyword(.public): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }
}
