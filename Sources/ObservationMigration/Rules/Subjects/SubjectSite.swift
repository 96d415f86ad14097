import SwiftSyntax

/// The declaration of a published property, and the places of its `willSet` and its subject.
///
/// A property sends each value in `willSet`, since `@Published` sends it before the change: code that gets the value and
/// reads the property still finds the old one there.
struct SubjectSite: Sendable {
  /// The code that uses the publisher, and so has to see the subject.
  enum Audience: Comparable {
    case type, file, module
  }

  /// A place in the declaration, and the text around an insertion.
  private struct Slot: Sendable {
    let offset: Int
    var before = ""
    var after = ""
  }

  let place: Place
  private let name: String
  /// The written type of the values, or `_`.
  private let type: String
  /// The access level of the property, from `package` on.
  private let access: String
  private let isolation: String
  /// The place for a statement in `willSet`, which may have to be added.
  private let slot: Slot
  /// The name of the new value in `willSet`.
  private let newValue: String
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
    // The observers of a published property that only announce its change are removed with the announcement.
    let keepsAll = walk.names.enclosingType.map(walk.project.keepsPublisher) ?? true
    var accessors: [AccessorDeclSyntax] = []
    if case .accessors(let all)? = binding.accessorBlock?.accessors {
      accessors = Array(all).filter { keepsAll || !$0.onlyAnnounces }
    }
    if let last = accessors.last {
      let observer = accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
      newValue = observer?.parameters?.name.text ?? "newValue"
      if let body = observer?.body {
        slot = Self.lastSlot(in: body, source)
      } else {
        let isInline = !source.isFirstInLine(last.startOffset)
        let before = isInline ? " " : newline + source.indentation(at: last.startOffset)
        slot = Slot(offset: last.utf8Range.upperBound, before: before + "willSet { ", after: " }")
      }
    } else {
      newValue = "newValue"
      let isFirst = source.isFirstInLine(node.startOffset)
      slot = Slot(
        offset: binding.utf8Range.upperBound,
        before: (isFirst ? " {" + newline + indentation + step : " { ") + "willSet { ",
        after: " }" + (isFirst ? newline + indentation + "}" : " }")
      )
    }
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

  /// The end of a body, also after `return`: a wrapper sends after `willSet` has run.
  private static func lastSlot(in body: CodeBlockSyntax, _ source: SourceText) -> Slot {
    guard let first = body.statements.first, let last = body.statements.last else {
      return Slot(offset: body.leftBrace.utf8Range.upperBound, before: " ", after: " ")
    }
    let isInline = !source.isFirstInLine(first.startOffset)
    if body.statements.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.return) }) {
      return isInline
        ? Slot(offset: first.startOffset, before: "defer { ", after: " }; ")
        : Slot(
          offset: source.nextLineStart(of: body.leftBrace.utf8Range.upperBound),
          before: source.indentation(at: first.startOffset) + "defer { ",
          after: " }" + source.newline
        )
    }
    guard source.isFirstInLine(body.rightBrace.startOffset) else {
      return Slot(offset: last.utf8Range.upperBound, before: "; ")
    }
    return Slot(
      offset: source.lineStart(of: body.rightBrace.startOffset),
      before: source.indentation(at: last.startOffset),
      after: source.newline
    )
  }

  struct Feed {
    let subject: String
    let audience: Audience
  }

  /// The edits that declare and feed a subject, and announce changes as those of the object.
  func edits(_ feed: Feed?, announces: Bool) -> [Edit] {
    let statements = [
      announces ? "objectWillChange.send()" : nil, feed.map { "\($0.subject).send(\(newValue))" },
    ]
    return [edit(slot, statements.compactMap(\.self).joined(separator: "; "))]
      + (feed.map { [edit(newProperty, declaration(of: $0))] } ?? [])
  }

  /// The initial value is that of the macro's storage. The subject may be made while a body is evaluated, and the view
  /// would depend on the property otherwise: what a subscription changes might make the next object, and so on.
  private func declaration(of feed: Feed) -> String {
    let modifiers =
      switch feed.audience {
      case .type: "private "
      case .file: "fileprivate "
      case .module: access + "private(set) "
      }
    return "@ObservationIgnored \(isolation)\(modifiers)lazy var \(feed.subject) = "
      + "CurrentValueSubject<\(type), Never>(_\(name))"
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
