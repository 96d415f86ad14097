import SwiftSyntax

/// The edits that turn a subscription into an observation or a stream.
///
/// They leave the body of the closure to other rules.
struct PipelineRewriter {
  private let conversion: PipelineConversion
  private let walk: Walk
  private let indentation: String
  private let newline: String
  private let step: String

  init(_ conversion: PipelineConversion, _ walk: Walk) {
    self.conversion = conversion
    self.walk = walk
    indentation = walk.source.indentation(at: conversion.statement.startOffset)
    newline = walk.source.newline
    step = conversion.owner.step
  }

  func edits() throws(Pipeline.Decline) -> [Edit] {
    let edits =
      switch conversion.subscription.end {
      case .sink(let closure): conversion.isObservation ? observation(closure) : try loop(closure)
      case .assign(let property, _), .assignPublished(let property, _): assignment(to: property)
      }
    guard case .property(_, let type) = conversion.keeper else { return edits }
    return edits + [edit(type, conversion.isObservation ? "PortableObservationToken?" : "Task<Void, Never>?")]
  }

  private func edit(_ range: Range<Int>, _ text: String) -> Edit {
    Edit(range, with: text)
  }

  /// A member of the class, qualified if a local name hides it.
  private func member(_ name: String) -> String {
    walk.names(in: conversion.function).contains(name) ? "self.\(name)" : name
  }

  // MARK: - Observations

  /// The parameter of an observation's closure.
  private var change: String {
    walk.freeName("change", in: conversion.function)
  }

  /// `observations.observe(…)`, or `token = withPropertyObservation(of: …)`.
  private var observe: String {
    let arguments = "\(conversion.object), \\.\(conversion.member.name)"
    return switch conversion.keeper {
    case .property(let place, _): "\(place) = withPropertyObservation(of: \(arguments))"
    case .shared: "\(member("observations")).observe(\(arguments))"
    }
  }

  private func assignment(to property: String) -> [Edit] {
    let range = conversion.statement.utf8Range
    let pipeline = conversion.pipeline
    let inner = indentation + step
    let target = conversion.target
    if conversion.isObservation {
      var text = ""
      if !pipeline.dropsFirst {
        text = "\(target.expression).\(property) = \(pipeline.sample(of: conversion.object))" + newline + indentation
      }
      let value = pipeline.sample(ofValue: "\(change).new", property: conversion.member.name)
      text += "\(observe) {\(target.capture) \(change) in\(newline)"
      text += "\(inner)\(target.captured).\(property) = \(value)\(newline)\(indentation)}"
      return [edit(range, text)]
    }
    let value = walk.freeName("value", in: conversion.function)
    let head = loopHead(capture: target.capture, value: value)
    let text =
      head + newline + inner + step + "\(target.captured).\(property) = \(value)" + newline + inner + "}" + newline
      + indentation
    return [edit(range, text + loopEnd)]
  }

  /// The closure stays; an observation calls it.
  private func observation(_ closure: ClosureExprSyntax) -> [Edit] {
    let statement = conversion.statement
    let pipeline = conversion.pipeline
    let head = statement.startOffset..<closure.leftBrace.startOffset
    let tail = closure.utf8Range.upperBound..<statement.utf8Range.upperBound
    if pipeline.dropsFirst {
      return [edit(head, observe + " ")] + takingChange(closure) + [edit(tail, "")]
        + reindentation(of: closure, to: indentation)
    }
    let name = walk.newName("\(conversion.member.name)DidChange", in: conversion.function)
    let end = newline + indentation
    return [
      edit(head, "let \(name): @MainActor (\(conversion.writtenType)) -> Void = "),
      edit(tail, end + "\(name)(\(pipeline.sample(of: conversion.object)))" + end + observe + " { \(name)($0.new) }"),
    ] + reindentation(of: closure, to: indentation)
  }

  /// `{ value in` becomes `{ change in` and `let value = change.new`.
  private func takingChange(_ closure: ClosureExprSyntax) -> [Edit] {
    func value(of change: String) -> String {
      conversion.pipeline.sample(ofValue: "\(change).new", property: conversion.member.name)
    }
    guard let parameter = closure.valueParameter else {
      return (closure.shorthands ?? []).map { edit($0.utf8Range, value(of: "$0")) }
    }
    guard parameter.name.text != "_" else { return parameter.type == nil ? [] : [edit(parameter.range, "_")] }
    let end = closure.signature?.inKeyword.utf8Range.upperBound ?? closure.leftBrace.utf8Range.upperBound
    let first = closure.statements.first
    let isInline = first.map { !walk.source.isFirstInLine($0.startOffset) } ?? false
    let separator = isInline ? " " : newline + indentation + step
    let type = parameter.type.map { ": \(walk.text($0))" } ?? ""
    return [
      edit(parameter.range, change),
      edit(end..<end, separator + "let \(parameter.name.text)\(type) = \(value(of: change))" + (isInline ? ";" : "")),
    ]
  }

  // MARK: - Streams

  private func loop(_ closure: ClosureExprSyntax) throws(Pipeline.Decline) -> [Edit] {
    let shorthands = closure.valueParameter == nil ? closure.shorthands ?? [] : []
    let value =
      closure.valueParameter?.name.text
      ?? (shorthands.isEmpty ? "_" : walk.freeName("value", in: conversion.function))
    let capture = closure.signature?.capture.map { " " + walk.text($0) } ?? ""
    let head = loopHead(capture: capture, value: value)
    let start = closure.signature?.inKeyword.utf8Range.upperBound ?? closure.leftBrace.utf8Range.upperBound
    let returns = try closure.ownReturns()
    return [edit(conversion.statement.startOffset..<start, head)]
      + shorthands.map { edit($0.utf8Range, value) }
      + returns.map { edit($0.utf8Range, "continue") }
      + reindentation(of: closure, to: indentation + step)
      + [
        edit(
          closure.rightBrace.startOffset..<conversion.statement.utf8Range.upperBound,
          "}" + newline + indentation + loopEnd
        )
      ]
  }

  private func loopHead(capture: String, value: String) -> String {
    let name = walk.newName("\(conversion.member.name)Values", in: conversion.function)
    let stream = conversion.pipeline.stream(of: conversion.object, newline: newline + indentation, step: step)
    var text = "let \(name) = \(stream)" + newline + indentation
    if case .property(let place, _) = conversion.keeper {
      text += "\(place)?.cancel()" + newline + indentation + "\(place) = Task {\(capture) in"
    } else {
      text += "\(member("tasks")).append(Task {\(capture) in"
    }
    if capture.isEmpty { text.removeLast(3) }
    return text + newline + indentation + step + "for await \(value) in \(name) where !Task.isCancelled {"
  }

  private var loopEnd: String {
    if case .property = conversion.keeper { return "}" }
    return "})"
  }

  // MARK: - Layout

  /// Indents the lines of a closure, except the first, for a closing brace at another indentation.
  private func reindentation(of closure: ClosureExprSyntax, to wanted: String) -> [Edit] {
    let brace = closure.rightBrace.startOffset
    let current = walk.source.indentation(at: brace)
    guard walk.source.isFirstInLine(brace), wanted != current,
      !closure.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .multilineStringQuote })
    else { return [] }
    var edits: [Edit] = []
    var line = walk.source.nextLineStart(of: closure.leftBrace.startOffset)
    while line <= brace {
      let byte = walk.source.bytes[line]
      if byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        guard walk.source.indentation(at: line).hasPrefix(current) else { return [] }
        edits.append(edit(line..<line + current.utf8.count, wanted))
      }
      line = walk.source.nextLineStart(of: line)
    }
    return edits
  }
}
