import SwiftSyntax
import SwiftSyntaxBuilder

/// The declarations that are added to a class marked with `@CancellableObservation`.
struct CancellableMembers {
  private let declaration: ClassDeclSyntax
  private let cancellable: CancellableClass
  private let starts: [ClassMember]

  /// - Parameters:
  ///   - declaration: The class.
  ///   - cancellable: What is known of it.
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

  /// What a subclass inherits.
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

  /// The method that starts all bindings in the order of the source, those of a superclass first.
  private var starting: DeclSyntax {
    let extendsAnother = cancellable.extendsAnother
    // What overrides a method of the superclass is started with that.
    let own = starts.filter { !extendsAnother || $0.function?.overrides != true }.flatMap(\.startingCode)
    let calls = (extendsAnother ? ["super._startObservations()"] : []) + own
    return """
      \(raw: declaration.access)\(raw: extendsAnother ? "override " : "")\(raw: isolation)func _startObservations() {
      \(raw: calls.map { "  \($0)" }.joined(separator: "\n"))
      }
      """
  }

  /// The actor that the methods are isolated to on their own account.
  private var isolation: String {
    starts.lazy.compactMap { $0.tracked?.globalActor }.first.map { $0.trimmedDescription + " " } ?? ""
  }
}

extension ClassMember {
  /// Starts its bindings, under the conditions that it is compiled and available under.
  fileprivate var startingCode: [String] {
    guard let function, let tracked else { return [] }
    // Its bindings use no parameters: they can be started without it.
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
