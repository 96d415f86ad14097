import SwiftSyntax
import SwiftSyntaxBuilder

/// The declarations added to a class marked with `@CancellableObservation`.
struct CancellableMembers {
  private let declaration: ClassDeclSyntax
  private let cancellable: CancellableClass
  private let starts: [ClassMember]

  /// - Parameters:
  ///   - declaration: The class.
  ///   - cancellable: The properties of the class.
  ///   - starts: The members whose bindings are started, in the order of the source.
  init(_ declaration: ClassDeclSyntax, _ cancellable: CancellableClass, starts: [ClassMember]) {
    self.declaration = declaration
    self.cancellable = cancellable
    self.starts = starts
  }

  var declarations: [DeclSyntax] {
    var members = cancellable.extendsAnother ? [] : observing
    members.append(starting)
    if cancellable.overridesScreenMethods {
      let functions = cancellable.members.compactMap(\.function)
      for event in ScreenEvent.allCases where !functions.contains(where: event.isHandled) {
        members.append(event.override(access: declaration.accessOfOverrides))
      }
    }
    return members
  }

  /// The inherited members.
  private var observing: [DeclSyntax] {
    let access = declaration.access == "open " ? "public " : declaration.access
    return [
      "\(raw: access)nonisolated let observationTokens = \(raw: GeneratedType.tokens)()",
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
        observationTokens._start { _startObservations() }
      }
      """,
    ]
  }

  /// The method starting all bindings in the order of the source, a superclass's bindings first.
  private var starting: DeclSyntax {
    let extendsAnother = cancellable.extendsAnother
    // An override is started together with the overridden method.
    let own = starts.filter { !extendsAnother || $0.function?.overrides != true }.flatMap(\.startingCode)
    let calls = (extendsAnother ? ["super._startObservations()"] : []) + own
    return """
      \(raw: declaration.access)\(raw: extendsAnother ? "override " : "")\(raw: isolation)func _startObservations() {
      \(raw: calls.map { "  \($0)" }.joined(separator: "\n"))
      }
      """
  }

  /// The actor in the methods' own isolation.
  private var isolation: String {
    starts.lazy.compactMap { $0.tracked?.globalActor }.first.map { $0.trimmedDescription + " " } ?? ""
  }
}

extension ClassMember {
  /// Starts the bindings, under the method's compilation conditions and availability.
  fileprivate var startingCode: [String] {
    guard let function, let tracked else { return [] }
    // The bindings use no parameters, and can start without the method.
    let calls =
      function.canBeCalledBare
      ? [(function.returnsAnything ? "_ = " : "") + "\(function.name.text)()"]
      : tracked.bindings.map { "\($0.name)()" }
    let available = function.availability.reversed().reduce(calls) { calls, versions in
      ["if #available(\(versions)) {"] + calls.map { "  " + $0 } + ["}"]
    }
    return conditions.reversed().reduce(available) { $1.heads + $0 + ["#endif"] }
  }
}

extension FunctionDeclSyntax {
  fileprivate var overrides: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.override) }
  }

  /// Whether a synchronous method can call this without arguments.
  fileprivate var canBeCalledBare: Bool {
    signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
      && signature.effectSpecifiers?.asyncSpecifier == nil && signature.effectSpecifiers?.throwsClause == nil
  }

  /// The versions of `@available(iOS 26, *)` and the like.
  fileprivate var availability: [String] {
    attributes.plain.compactMap { attribute in
      guard attribute.baseName == "available", case .availability(let arguments)? = attribute.arguments,
        arguments.contains(where: { $0.argument.is(TokenSyntax.self) && $0.trimmedDescription == "*" })
      else { return nil }
      return arguments.trimmedDescription
    }
  }
}

extension ClassDeclSyntax {
  /// Code for other modules is as visible as the class, with a blank behind it.
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
