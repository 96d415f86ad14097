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
    var members: [DeclSyntax] = [
      "private let observationTokens = \(raw: GeneratedType.tokens)()",
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
      \(raw: starts.flatMap(\.startingCode).map { "  \($0)" }.joined(separator: "\n"))
      }
      """,
    ]
    if cancellable.followsScreen {
      let functions = cancellable.members.compactMap(\.function)
      for event in ScreenEvent.allCases where !functions.contains(where: event.isHandled) {
        members.append(event.override(access: declaration.accessOfOverrides))
      }
    }
    return members
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
