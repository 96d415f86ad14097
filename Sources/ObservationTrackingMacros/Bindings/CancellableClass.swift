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
  private let methods: [(function: FunctionDeclSyntax, tracked: TrackedMethod)]

  init(_ group: some DeclGroupSyntax, attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    declaration = group.as(ClassDeclSyntax.self)
    var misuses = CancellableClassMisuses()
    let screen = attribute.screenArgument
    let literal = screen?.as(BooleanLiteralExprSyntax.self)
    if let declaration {
      let place = BindingPlace([Syntax(declaration)] + lexicalContext)
      let functions = declaration.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
      methods = functions.compactMap { function in
        function.attributes.plain.first { $0.baseName == "ObservationTracking" }.map {
          (function, TrackedMethod(function, attribute: $0, place: place))
        }
      }
      if let screen, literal == nil { misuses.check(unreadable: screen) }
      misuses.check(declaration, methods)
    } else {
      methods = []
      misuses.check(notAClass: group, attribute)
    }
    diagnostics = misuses.diagnostics
    isTaken = misuses.haveReservedNames
    followsScreen = literal?.literal.tokenKind == .keyword(.true) && declaration != nil
  }

  /// The names of what is added to every class.
  static let addedNames = ["observationTokens", "isObservingEnabled", "stopObservations", "startObservationsIfNeeded"]

  var members: [DeclSyntax] {
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
      func startObservationsIfNeeded() {
        guard observationTokens.start() else { return }
      \(raw: calls.map { "  \($0)" }.joined(separator: "\n"))
      }
      """,
    ]
    if followsScreen {
      let functions = declaration.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
      for event in ScreenEvent.allCases where !functions.contains(where: event.isHandled) {
        members.append(event.override(access: declaration.accessOfOverrides))
      }
    }
    return members
  }

  /// Starts all bindings in the order of the source.
  private var calls: [String] {
    methods.flatMap { function, tracked -> [String] in
      if function.canBeCalledBare { return ["\(function.name.text)()"] }
      // Its bindings use no parameters: they can be started without it.
      return tracked.bindings.map { "\($0.name)()" }
    }
  }
}

extension AttributeSyntax {
  /// What is given for `screen:`.
  fileprivate var screenArgument: ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == "screen" }?.expression
  }
}

extension FunctionDeclSyntax {
  /// Whether a synchronous method can call this without arguments.
  fileprivate var canBeCalledBare: Bool {
    signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
      && signature.effectSpecifiers?.asyncSpecifier == nil && signature.effectSpecifiers?.throwsClause == nil
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
