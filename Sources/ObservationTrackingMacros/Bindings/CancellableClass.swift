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
  /// Whether a superclass is marked, too, and so has what would be added.
  private let extendsAnother: Bool

  init(
    _ group: some DeclGroupSyntax,
    attribute: AttributeSyntax,
    extendsAnother: Bool = false,
    lexicalContext: [Syntax]
  ) {
    self.extendsAnother = extendsAnother
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
  static let addedNames = [
    "observationTokens", "isObservingEnabled", "stopObservations", "startObservationsIfNeeded", "_startObservations",
  ]

  /// What is added to the class.
  var additions: [DeclSyntax] {
    guard let declaration, !isTaken else { return [] }
    var members = extendsAnother ? [] : observing(access: declaration.access)
    members.append(starting(access: declaration.access))
    if followsScreen {
      let functions = self.members.compactMap(\.function)
      for event in ScreenEvent.allCases where !functions.contains(where: event.isHandled) {
        members.append(event.override(access: declaration.accessOfOverrides))
      }
    }
    return members
  }

  /// What a subclass inherits.
  private func observing(access: String) -> [DeclSyntax] {
    [
      "\(raw: access == "open " ? "public " : access)nonisolated let observationTokens = ObservationTokens()",
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
        observationTokens.start { _startObservations() }
      }
      """,
    ]
  }

  /// The method that starts all bindings in the order of the source, those of a superclass first.
  private func starting(access: String) -> DeclSyntax {
    let calls = (extendsAnother ? ["super._startObservations()"] : []) + calls
    return """
      \(raw: access)\(raw: extendsAnother ? "override " : "")\(raw: isolation)func _startObservations() {
      \(raw: calls.map { "  \($0)" }.joined(separator: "\n"))
      }
      """
  }

  /// The actor that the methods are isolated to on their own account.
  private var isolation: String {
    members.lazy.compactMap { $0.tracked?.globalActor }.first.map { $0.trimmedDescription + " " } ?? ""
  }

  /// Starts the bindings of this class, under the conditions that they are compiled under.
  private var calls: [String] {
    // What overrides a method of the superclass is started with that.
    members.filter { !extendsAnother || $0.function?.overrides != true }.flatMap(\.calls)
  }
}

extension AttributeSyntax {
  /// What is given for `screen:`.
  var screenArgument: ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == "screen" }?.expression
  }
}

extension FunctionDeclSyntax {
  fileprivate var overrides: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.override) }
  }
}

extension ClassDeclSyntax {
  /// What other modules have to find is as visible as the class, with a blank behind it.
  fileprivate var access: String {
    let levels: [Keyword] = [.open, .public, .package]
    return modifiers.first { modifier in levels.contains { modifier.name.tokenKind == .keyword($0) } }
      .map { $0.name.text + " " } ?? ""
  }

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
