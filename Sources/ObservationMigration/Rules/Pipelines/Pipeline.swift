import Foundation
import SwiftSyntax

/// The operators of a subscription, as those of a stream.
struct Pipeline {
  /// The sampled expression, with a mark in place of the object.
  private(set) var sample: String
  /// Values were delivered in a later turn of the main thread.
  private(set) var isDeferred = false
  private(set) var isMapped = false
  private(set) var dropsFirst = false
  private(set) var removesDuplicates = false
  /// `.debounce(…)` or `.throttle(…)` of a rate limit.
  private(set) var rateLimit: String?
  /// Operators of asynchronous sequences, as written.
  private(set) var tail = ""

  /// Without a rate limit and operators of a sequence. The registrar leaves out equal values of the property
  /// itself.
  var isPlain: Bool { rateLimit == nil && tail.isEmpty && !isDeferred && !(isMapped && removesDuplicates) }

  /// A character that sources don't contain.
  private static let mark = "\u{F8FF}"

  /// Why a subscription can't be converted.
  struct Decline: Error {
    let reason: String
  }

  private static let otherScheduler = Decline(reason: "its scheduler isn't the main queue")

  init(_ operators: [Subscription.Operator], of property: String) throws(Decline) {
    sample = "\(Self.mark).\(property)"
    for step in operators { try add(step) }
  }

  private mutating func add(_ step: Subscription.Operator) throws(Decline) {
    let isBare = step.call.arguments.isEmpty && step.call.trailingClosure == nil
    let misplaced = Decline(reason: "`\(step.name)` is in a place where a stream can't have it")
    switch step.name {
    case "eraseToAnyPublisher": break
    case "receive":
      guard step.argument?.isMainScheduler == true else { throw Self.otherScheduler }
      isDeferred = true
    case "removeDuplicates":
      guard isBare, tail.isEmpty else { throw misplaced }
      removesDuplicates = true
    case "dropFirst":
      guard isBare || step.argument?.trimmedText == "1", tail.isEmpty, !dropsFirst else { throw misplaced }
      dropsFirst = true
    case "debounce", "throttle":
      guard tail.isEmpty, rateLimit == nil else { throw misplaced }
      rateLimit = try limit(step, debounces: step.name == "debounce")
    // Part of the sampled expression, or an operator.
    case "map":
      if tail.isEmpty, !removesDuplicates, let mapped = Self.apply(step, to: sample) {
        sample = mapped
        isMapped = true
      } else {
        try addToTail(step)
      }
    case "filter", "compactMap": try addToTail(step)
    default: throw Decline(reason: "it doesn't rewrite `\(step.name)`")
    }
  }

  private mutating func addToTail(_ step: Subscription.Operator) throws(Decline) {
    guard let argument = step.argument, !argument.mentionsSelf else {
      throw Decline(reason: "the closure of `\(step.name)` uses `self`")
    }
    let text = argument.trimmedText
    if text.contains("\n") { throw Decline(reason: "the closure of `\(step.name)` has several lines") }
    tail += step.call.trailingClosure == nil ? ".\(step.name)(\(text))" : ".\(step.name) \(text)"
  }

  private func limit(_ step: Subscription.Operator, debounces: Bool) throws(Decline) -> String {
    guard let scheduler = step.argument("scheduler"), scheduler.isMainScheduler else {
      throw Self.otherScheduler
    }
    guard let interval = step.argument("for").flatMap({ Self.interval($0, on: scheduler) }) else {
      throw Decline(reason: "its interval is neither a literal nor a name")
    }
    if debounces {
      // The dropped first value must not wait: a change meanwhile would be dropped instead.
      let mode = dropsFirst ? "" : ", mode: .delayedFirst"
      return ".debounce(ObservationDebounce(interval: \(interval)\(mode)))"
    }
    guard let latest = step.argument("latest")?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind else {
      throw Decline(reason: "its `latest` isn't a literal")
    }
    let mode = latest == .keyword(.false) ? ", mode: .earliest" : ""
    return ".throttle(ObservationThrottle(interval: \(interval)\(mode)))"
  }

  /// A `Duration` for the stride of a scheduler.
  private static func interval(_ expression: ExprSyntax, on scheduler: ExprSyntax) -> String? {
    if expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self) {
      return ".seconds(\(expression.trimmedText))"
    }
    if expression.isName {
      // Strides of a queue count nanoseconds, others seconds.
      let unit = scheduler.trimmedText.hasPrefix("DispatchQueue") ? "nanoseconds" : "seconds"
      return ".\(unit)(\(expression.trimmedText).magnitude)"
    }
    guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self), callee.base == nil,
      ["seconds", "milliseconds", "microseconds", "nanoseconds"].contains(callee.declName.baseName.text)
    else { return nil }
    return expression.trimmedText
  }

  private static func apply(_ step: Subscription.Operator, to value: String) -> String? {
    guard let argument = step.argument, !argument.mentionsSelf else { return nil }
    let value =
      value.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) || String($0) == mark } ? value : "(\(value))"
    if let path = argument.as(KeyPathExprSyntax.self) {
      let components = path.components.trimmedText
      return value + (components.hasPrefix(".") ? components : ".\(components)")
    }
    guard let closure = argument.as(ClosureExprSyntax.self), closure.statements.count == 1,
      let body = closure.statements.first?.item.as(ExprSyntax.self), !body.trimmedText.contains("\n")
    else { return nil }
    let places: [TokenSyntax]
    if let signature = closure.signature {
      guard signature.capture == nil, case .simpleInput(let parameters)? = signature.parameterClause,
        parameters.count == 1, let name = parameters.first?.name.text
      else { return nil }
      // An inner declaration would hide the parameter.
      let captures = body.nodes(ClosureCaptureSyntax.self).map(\.name.text)
      guard !body.localNames.contains(name), !captures.contains(name) else { return nil }
      places = body.references(to: name)
    } else {
      guard let shorthands = closure.shorthands else { return nil }
      places = shorthands
    }
    return body.replacing(places, with: value)
  }

  /// The stream of an object, on several lines if `newline` is one.
  func stream(of object: String, newline: String = "", step: String = "") -> String {
    var text = "ObservationBridge(of: \(object)) "
    if let rateLimit {
      text =
        newline.isEmpty
        ? "ObservationBridge(of: \(object), options: .rateLimit(\(rateLimit))) "
        : "ObservationBridge(\(newline)\(step)of: \(object),\(newline)\(step)options: .rateLimit(\(rateLimit))\(newline)) "
    }
    text += "{ \(sample.replacing(Self.mark, with: "$0")) }"
    if removesDuplicates { text += ".removeDuplicates()" }
    if dropsFirst { text += ".dropFirst()" }
    return text + tail
  }

  func sample(of object: String) -> String {
    sample.replacing(Self.mark, with: object)
  }

  func sample(ofValue value: String, property: String) -> String {
    sample.replacing("\(Self.mark).\(property)", with: value)
  }
}

extension ExprSyntax {
  /// `DispatchQueue.main`, `RunLoop.main` and the like.
  var isMainScheduler: Bool { MainScheduler.names.contains(trimmedText) }

  /// `delay`, `self.delay`, `Settings.delay`
  fileprivate var isName: Bool {
    if let access = self.as(MemberAccessExprSyntax.self) { return access.base?.isName == true }
    return self.is(DeclReferenceExprSyntax.self)
  }
}

extension SyntaxProtocol {
  var mentionsSelf: Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.self) }
  }

  /// The places of a name as a value, not as a member or a label.
  fileprivate func references(to name: String) -> [TokenSyntax] {
    tokens(viewMode: .sourceAccurate).filter { token in
      guard token.text == name, let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
      return reference.access == nil
    }
  }

  fileprivate func replacing(_ places: [TokenSyntax], with text: String) -> String {
    let ids = Set(places.map(\.id))
    return tokens(viewMode: .sourceAccurate).map { token in
      ids.contains(token.id)
        ? token.leadingTrivia.description + text + token.trailingTrivia.description : token.description
    }.joined().trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
