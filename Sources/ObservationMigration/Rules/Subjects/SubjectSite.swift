import SwiftSyntax

/// The declaration of a published property, and the places of its observer and its subject.
struct SubjectSite: Sendable {
  /// The code that uses the publisher, and so has to see the subject.
  enum Audience: Comparable {
    case type, file, module
  }

  /// The observer that sends to the subject: before a change, as `@Published` does, or after it.
  enum Observer: String {
    case willSet, didSet
  }

  /// A place in the declaration, and the text around an insertion.
  private struct Slot: Sendable {
    let offset: Int
    var before = ""
    /// The text between two insertions.
    var between = ""
    var after = ""
  }

  let place: Place
  private let name: String
  /// The written type of the values, or `_`.
  private let type: String
  /// The access level of the property, from `package` on.
  private let access: String
  private let isolation: String
  /// The existing observers: their place for a statement, and their parameter.
  private let observers: [Observer: (slot: Slot, parameter: String?)]
  private let newObserver: Slot
  private let newProperty: Slot

  /// - Returns: Nil for several variables in one declaration.
  init?(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard let (binding, identifier) = node.onlyVariable else { return nil }
    let source = walk.source
    place = walk.place(of: identifier)
    name = identifier.identifierText
    type = Self.type(of: binding)
    access =
      node.modifiers.first { ["public", "open", "package"].contains($0.name.text) }.map { $0.name.text + " " } ?? ""
    isolation =
      node.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { [$0.name].hasGlobalActor }.map { walk.text($0) + " " } ?? ""

    let indentation = source.indentation(at: node.startOffset)
    let newline = source.newline
    let step = walk.step(around: node)
    var observers: [Observer: (Slot, String?)] = [:]
    if case .accessors(let accessors)? = binding.accessorBlock?.accessors, let last = accessors.last {
      for accessor in accessors {
        guard let observer = Observer(rawValue: accessor.accessorSpecifier.text), let body = accessor.body else {
          continue
        }
        let slot = observer == .willSet ? Self.lastSlot(in: body, source) : Self.firstSlot(in: body, source)
        observers[observer] = (slot, accessor.parameters?.name.text)
      }
      let isInline = !source.isFirstInLine(last.startOffset)
      let before = isInline ? " " : newline + source.indentation(at: last.startOffset)
      newObserver = Slot(offset: last.utf8Range.upperBound, before: before, between: before)
    } else {
      let isFirst = source.isFirstInLine(node.startOffset)
      newObserver = Slot(
        offset: binding.utf8Range.upperBound,
        before: isFirst ? " {" + newline + indentation + step : " { ",
        between: isFirst ? newline + indentation + step : " ",
        after: isFirst ? newline + indentation + "}" : " }"
      )
    }
    self.observers = observers
    let end = node.utf8Range.upperBound
    let next = source.nextLineStart(of: end)
    let rest = source[end..<next].drop(while: \.isWhitespace)
    if rest.isEmpty || rest.hasPrefix("//") {
      newProperty = Slot(offset: next, before: indentation, after: newline)
    } else {
      newProperty = Slot(offset: end, before: "; ")
    }
  }

  private static func type(of binding: PatternBindingSyntax) -> String {
    guard let annotation = binding.typeAnnotation?.type else { return binding.initializer?.value.typeOfLiteral ?? "_" }
    if let unwrapped = annotation.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return unwrapped.wrappedType.trimmedText + "?"
    }
    // An opaque type has no name.
    return annotation.is(SomeOrAnyTypeSyntax.self) && annotation.trimmedText.hasPrefix("some ")
      ? "_" : annotation.trimmedText
  }

  /// The beginning of a body: a wrapper sends before `didSet` runs.
  private static func firstSlot(in body: CodeBlockSyntax, _ source: SourceText) -> Slot {
    let brace = body.leftBrace.utf8Range.upperBound
    guard let first = body.statements.first else { return Slot(offset: brace, before: " ", after: " ") }
    if source.isFirstInLine(first.startOffset) {
      let indentation = source.indentation(at: first.startOffset)
      return Slot(offset: source.nextLineStart(of: brace), before: indentation, after: source.newline)
    }
    return Slot(offset: first.startOffset, after: "; ")
  }

  /// The end of a body, also after `return`: a wrapper sends after `willSet` has run.
  private static func lastSlot(in body: CodeBlockSyntax, _ source: SourceText) -> Slot {
    var slot = firstSlot(in: body, source)
    guard let last = body.statements.last else { return slot }
    if body.statements.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.return) }) {
      slot.before += "defer { "
      slot.after = " }" + slot.after
      return slot
    }
    let end = last.utf8Range.upperBound
    guard source.isFirstInLine(body.rightBrace.startOffset) else { return Slot(offset: end, before: "; ") }
    let indentation = source.indentation(at: last.startOffset)
    return Slot(offset: source.lineStart(of: body.rightBrace.startOffset), before: indentation, after: source.newline)
  }

  struct Feed {
    let subject: String
    let observer: Observer
    let audience: Audience
  }

  /// The edits that declare and feed a subject, and announce changes as those of the object.
  func edits(_ feed: Feed?, announces: Bool) -> [Edit] {
    var statements: [Observer: [String]] = announces ? [.willSet: ["objectWillChange.send()"]] : [:]
    if let feed {
      statements[feed.observer, default: []].append("\(feed.subject).send(\(value(in: feed.observer)))")
    }
    let observing = [Observer.willSet, .didSet].compactMap { observer in
      statements[observer].map { (observer: observer, text: $0.joined(separator: "; ")) }
    }
    let new = observing.filter { observers[$0.observer] == nil }.map { "\($0.observer.rawValue) { \($0.text) }" }
    return observing.compactMap { observer, text in observers[observer].map { edit($0.slot, text) } }
      + (new.isEmpty ? [] : [edit(newObserver, new.joined(separator: newObserver.between))])
      + (feed.map { [edit(newProperty, declaration(of: $0))] } ?? [])
  }

  /// The name of the new value in an observer.
  private func value(in observer: Observer) -> String {
    let parameter = observers[observer]?.parameter
    switch observer {
    case .willSet: return parameter ?? "newValue"
    // The parameter is the old value.
    case .didSet: return name == parameter ?? "oldValue" ? "self." + name : name
    }
  }

  private func declaration(of feed: Feed) -> String {
    let modifiers =
      switch feed.audience {
      case .type: "private "
      case .file: "fileprivate "
      case .module: access + "private(set) "
      }
    return "@ObservationIgnored \(isolation)\(modifiers)lazy var \(feed.subject) = "
      + "CurrentValueSubject<\(type), Never>(\(name))"
  }

  private func edit(_ slot: Slot, _ text: String) -> Edit {
    Edit(slot.offset..<slot.offset, with: slot.before + text + slot.after)
  }
}

extension String {
  /// The first free name: this one, or this one with a number.
  func numbered(_ isFree: (String) -> Bool) -> String {
    isFree(self) ? self : (2...).lazy.map { "\(self)\($0)" }.first(where: isFree) ?? self
  }
}
