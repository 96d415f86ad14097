import SwiftSyntax

/// Imports that come and go.
enum ImportRule: Rule {
  static let id: RuleID = "imports"
  static let summary = "import Combine goes when nothing of it is left; import Observation comes where it's needed."
  static let explanation = """
    A file with a converted class needs `Observation`, which SwiftUI exports. Combine stays as long as the file mentions
    anything that may be Combine's. Attributes and access level of the import stay as well. Files in which nothing else changes
    keep their imports.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine
    import Foundation

    final class Clock: ObservableObject {
      @Published var now = Date()
    }

    """
  static let after = """
    import Foundation
    import Observation

    @Observable
    final class Clock {
      var now = Date()
    }

    """

  /// Names whose mention keeps the import.
  private static let combine: Set = [
    "AnyCancellable", "AnyPublisher", "AnySubject", "AnySubscriber", "Cancellable", "Combine", "ConnectablePublisher",
    "CurrentValueSubject", "CustomCombineIdentifierConvertible", "Deferred", "Empty", "Fail", "Future",
    "ImmediateScheduler", "Just", "ObservableObject", "ObservableObjectPublisher", "PassthroughSubject", "Published",
    "Publisher", "Publishers", "Record", "Scheduler", "Subject", "Subscriber", "Subscribers", "Subscription",
    "Subscriptions", "TopLevelDecoder", "TopLevelEncoder", "assign", "autoconnect", "dataTaskPublisher",
    "combineLatest", "connect", "debounce", "eraseToAnyPublisher", "handleEvents", "multicast", "objectWillChange",
    "publish", "removeDuplicates", "throttle", "onReceive", "publisher", "receive", "sink", "store", "subscribe",
  ]

  static func note(_ name: String, at offset: Int, _ inspection: Inspection) {
    guard combine.contains(name) || inspection.storageNames.contains(name) else { return }
    inspection.result.mentions[name, default: []].append(offset)
  }

  static func collect(from tree: SourceFileSyntax, _ inspection: Inspection) {
    var previousIsImport = false
    for item in tree.statements {
      guard let node = item.item.as(ImportDeclSyntax.self) else {
        previousIsImport = false
        continue
      }
      let isInNextLine =
        item.leadingTrivia.pieces == [.newlines(1)] || item.leadingTrivia.pieces == [.carriageReturnLineFeeds(1)]
      defer { previousIsImport = true }
      let prefix = inspection.source[node.startOffset..<node.importKeyword.startOffset]
      inspection.result.imports.items.append(
        ImportList.Item(
          module: node.path.first?.name.identifierText ?? "",
          range: node.utf8Range,
          line: inspection.source.removal(of: node.utf8Range),
          end: item.endPosition.utf8Offset,
          prefix: prefix,
          isOfOneDeclaration: node.importKindSpecifier != nil || node.path.count > 1,
          followsImport: previousIsImport && isInNextLine
        )
      )
    }
    inspection.result.imports.start = start(of: tree)
  }

  /// Behind the comment at the top of a file, if a blank line follows it.
  private static func start(of tree: SourceFileSyntax) -> Int {
    guard let token = tree.firstToken(viewMode: .sourceAccurate) else { return 0 }
    var offset = token.position.utf8Offset
    var start: Int?
    for piece in token.leadingTrivia {
      offset += piece.sourceLength.utf8Length
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count), .carriageReturns(let count):
        if count > 1 { start = offset }
      case .unexpectedText:
        // A byte order mark.
        if start == nil { start = offset }
      default: continue
      }
    }
    return start ?? token.position.utf8Offset
  }

  /// The edits of a file's imports, once its other edits are known.
  static func edits(
    for inspection: FileInspection,
    after edits: [Edit],
    needsObservation: Bool,
    needsBridge: Bool,
    isPublic: Bool,
    newline: String
  ) -> [(edit: Edit, message: String)] {
    let imports = inspection.imports
    let modules = Set(imports.items.filter { !$0.isOfOneDeclaration }.map(\.module))
    var missing: [String] = []
    if needsObservation, modules.isDisjoint(with: ["Observation", "SwiftUI"]) { missing.append("Observation") }
    if needsBridge, !modules.contains("ObservationBridge") { missing.append("ObservationBridge") }

    let goes =
      isMentioned(inspection, edits)
      ? []
      : imports.items.filter {
        $0.module == "Combine" && !$0.prefix.contains("_exported")
      }
    var result: [(Edit, String)] = []
    // Where modules are sorted, they stay so.
    let publicPrefix = isPublic && imports.items.contains { $0.prefix.contains("public") } ? "public " : ""
    if let first = missing.first, let end = sortedEnd(for: first, imports.items, without: goes) {
      let prefix = goes.first?.prefix ?? publicPrefix
      let lines = missing.map { newline + prefix + "import " + $0 }
      result.append((Edit(range: end..<end, replacement: lines.joined(), rule: id), comes(missing, insteadOf: nil)))
      missing = []
    }
    for (index, item) in goes.enumerated() {
      if index == 0, !missing.isEmpty, !item.isOfOneDeclaration {
        let text = missing.map { "\(item.prefix)import \($0)" }.joined(separator: newline)
        result.append((Edit(range: item.range, replacement: text, rule: id), comes(missing, insteadOf: "Combine")))
        missing = []
      } else {
        result.append((Edit(range: item.line, replacement: "", rule: id), goesAway))
      }
    }
    if !missing.isEmpty {
      let lines = missing.map { "\(publicPrefix)import \($0)" }
      let edit: Edit
      if let last = imports.items.last {
        edit = Edit(range: last.end..<last.end, replacement: lines.map { newline + $0 }.joined(), rule: id)
      } else {
        edit = Edit(
          range: imports.start..<imports.start,
          replacement: lines.map { $0 + newline }.joined() + newline,
          rule: id
        )
      }
      result.append((edit, comes(missing, insteadOf: nil)))
    }
    return result
  }

  /// After the module that comes before it by name, in a block of imports that are sorted. Nil if there is none, or if it is
  /// what makes way.
  private static func sortedEnd(
    for module: String,
    _ items: [ImportList.Item],
    without goes: [ImportList.Item]
  ) -> Int? {
    let names = items.map { $0.module.lowercased() }
    let end = items.dropFirst().firstIndex { !$0.followsImport } ?? items.endIndex
    guard zip(names[..<end], names[..<end].dropFirst()).allSatisfy({ $0 <= $1 }),
      let last = names[..<end].lastIndex(where: { $0 < module.lowercased() }),
      !goes.contains(where: { $0.range.lowerBound >= items[last].range.lowerBound })
    else { return nil }
    return items[last].end
  }

  /// Whether anything that may be Combine's is left.
  private static func isMentioned(_ inspection: FileInspection, _ edits: [Edit]) -> Bool {
    inspection.mentions.contains { name, offsets in
      combine.contains(name)
        && offsets.contains { offset in
          !edits.contains { $0.range.contains(offset) }
            && !inspection.imports.items.contains { $0.range.contains(offset) }
        }
    }
  }
}

extension ImportRule {
  static let goesAway = "Nothing of Combine is left in the file."

  static func comes(_ modules: [String], insteadOf other: String?) -> String {
    "The file needs \(modules.map { "`\($0)`" }.joined(separator: " and "))"
      + (other.map { ", and nothing of `\($0)` any more." } ?? ".")
  }
}
