import SwiftSyntax

/// A typical pipeline of Combine: a publisher, operators, `sink` or `assign`, and the storage.
struct Subscription {
  enum Source {
    /// `$property` or `object.$property`
    case published(object: ExprSyntax?, property: String, node: ExprSyntax)
    /// `object.objectWillChange`
    case objectWillChange(of: ExprSyntax)
  }

  struct Operator {
    let name: String
    let call: FunctionCallExprSyntax

    /// The only argument, or the only trailing closure.
    var argument: ExprSyntax? {
      guard call.arguments.count + (call.trailingClosure == nil ? 0 : 1) == 1 else { return nil }
      return call.trailingClosure.map { ExprSyntax($0) } ?? call.arguments.first?.expression
    }

    /// The source of a chain of operators, and the operators in order.
    static func chain(_ expression: ExprSyntax) -> (source: ExprSyntax, operators: [Operator]) {
      guard let call = expression.as(FunctionCallExprSyntax.self), let method = call.method else {
        return (expression, [])
      }
      let inner = chain(method.base)
      return (inner.source, inner.operators + [Operator(name: method.name.text, call: call)])
    }

    func argument(_ label: String) -> ExprSyntax? {
      call.arguments.first { $0.label?.text == label }?.expression
    }
  }

  enum End {
    case sink(ClosureExprSyntax)
    /// `assign(to: \.property, on: object)`
    case assign(property: String, object: ExprSyntax)
    /// `assign(to: &$property)`
    case assignPublished(property: String, target: DeclReferenceExprSyntax)
  }

  enum Storage {
    /// `.store(in: &cancellables)`
    case set(ExprSyntax)
    /// `cancellable = …`
    case single(ExprSyntax)
  }

  let source: Source
  let operators: [Operator]
  let end: End
  let storage: Storage?

  /// `storage` keeps the subscription if the expression doesn't store it.
  init?(_ expression: ExprSyntax, storage: Storage? = nil) {
    var pipeline = expression
    var storage = storage
    if let assignment = expression.assignment {
      guard storage == nil else { return nil }
      storage = .single(assignment.target)
      pipeline = assignment.value
    }
    guard var last = pipeline.as(FunctionCallExprSyntax.self), var method = last.method else { return nil }
    if method.name.text == "store" {
      guard storage == nil, let place = last.arguments.first?.expression.as(InOutExprSyntax.self)?.expression,
        let stored = method.base.as(FunctionCallExprSyntax.self), let storedMethod = stored.method
      else { return nil }
      storage = .set(place)
      last = stored
      method = storedMethod
    }
    guard let end = End(method.name.text, last) else { return nil }
    let chain = Operator.chain(method.base)
    guard let source = Source(chain.source) else { return nil }
    self.source = source
    operators = chain.operators
    self.end = end
    self.storage = storage
  }
}

extension Subscription.Source {
  init?(_ expression: ExprSyntax) {
    if let reference = expression.as(DeclReferenceExprSyntax.self), reference.baseName.text.hasPrefix("$") {
      self = .published(object: nil, property: String(reference.baseName.text.dropFirst()), node: expression)
    } else if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base {
      let name = access.declName.baseName.text
      if name == "objectWillChange" {
        self = .objectWillChange(of: base)
      } else if name.hasPrefix("$") {
        self = .published(object: base, property: String(name.dropFirst()), node: expression)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }
}

extension Subscription.End {
  init?(_ name: String, _ call: FunctionCallExprSyntax) {
    switch name {
    case "sink":
      guard call.additionalTrailingClosures.isEmpty else { return nil }
      if let closure = call.trailingClosure, call.arguments.isEmpty {
        self = .sink(closure)
      } else if call.trailingClosure == nil, call.arguments.count == 1, let argument = call.arguments.first,
        argument.label?.text == "receiveValue", let closure = argument.expression.as(ClosureExprSyntax.self)
      {
        self = .sink(closure)
      } else {
        return nil
      }
    case "assign":
      guard let target = call.arguments.first, target.label?.text == "to" else { return nil }
      if let object = call.arguments.dropFirst().first, object.label?.text == "on",
        let path = target.expression.as(KeyPathExprSyntax.self), path.components.count == 1,
        let property = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
      {
        self = .assign(property: property.declName.baseName.identifierText, object: object.expression)
      } else if call.arguments.count == 1, let place = target.expression.as(InOutExprSyntax.self)?.expression,
        let reference = place.ownReference, reference.baseName.text.hasPrefix("$")
      {
        self = .assignPublished(property: String(reference.baseName.text.dropFirst()), target: reference)
      } else {
        return nil
      }
    default: return nil
    }
  }
}
