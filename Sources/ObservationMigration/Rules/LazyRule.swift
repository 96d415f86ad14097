import SwiftSyntax

/// `@ObservationIgnored` for lazy properties.
enum LazyRule: Rule {
  static let id: RuleID = "lazy"
  static let summary = "A lazy property stays one, with @ObservationIgnored."
  static let explanation = """
    The macro turns tracked properties into computed ones, which can't be lazy: without the attribute the class does not
    compile.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Foundation
    import Combine

    final class Report: ObservableObject {
      @Published var rows: [Int] = []
      lazy var formatter = NumberFormatter()
    }

    """
  static let after = """
    import Foundation
    import Observation

    @Observable
    final class Report {
      var rows: [Int] = []
      @ObservationIgnored lazy var formatter = NumberFormatter()
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard StorageRule.needsAttribute(node), node.isLazy,
      let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return }
    if inspection.announcedProperties.contains(PropertyKey(type: id, name: name.identifierText)) {
      return inspection.decide(self, at: name, of: [id], isAnnounced(name.identifierText))
    }
    let edit = inspection.inserting("@ObservationIgnored ", at: node.startOffset, self)
    inspection.change(self, at: name, of: [id], [edit], isIgnored(name.identifierText))
  }
}

extension LazyRule {
  static func isAnnounced(_ name: String) -> String {
    "`\(name)` is lazy, which can't be tracked, and its changes are announced: give it its value at once, or in a method."
  }

  static func isIgnored(_ name: String) -> String {
    "`\(name)` is lazy, and stays so untracked."
  }
}
