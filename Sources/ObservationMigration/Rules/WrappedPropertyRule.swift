import SwiftSyntax

/// `@ObservationIgnored` for properties with wrappers.
enum WrappedPropertyRule: Rule {
  static let id: RuleID = "wrapped-property"
  static let summary = "A property with a wrapper of its own keeps it, with @ObservationIgnored."
  static let explanation = """
    The macro can't track a property that has a wrapper: `@AppStorage`, `@Injected`, `@Dependency`, one of your own. It stays
    as it is, untracked, and is reported: where a wrapper used to make the object announce changes, as `@AppStorage` does,
    nothing notifies any more. To have them tracked, keep the value in a plain property and write it through in `didSet`.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import SwiftUI

    final class Settings: ObservableObject {
      @Published var name = ""
      @AppStorage("volume") var volume = 0.5
    }

    """
  static let after = """
    import SwiftUI

    @Observable
    final class Settings {
      var name = ""
      @ObservationIgnored @AppStorage("volume") var volume = 0.5
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    // What the rules for views take on is theirs.
    guard StorageRule.needsAttribute(node), !node.isLazy, !ViewProperty.isTaken(node, id, inspection),
      let wrapper = node.wrappers(inspection).first,
      let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
    else { return }
    let edit = inspection.inserting("@ObservationIgnored ", at: node.startOffset, self)
    inspection.change(self, at: wrapper, of: [id], [edit], isRisky: true, isIgnored(name, wrapper.name))
  }
}

extension WrappedPropertyRule {
  static func isIgnored(_ name: String, _ wrapper: String) -> String {
    """
    `\(name)` keeps `@\(wrapper)` and is untracked: if its changes have to reach observers, keep the value in a plain property \
    and write it through in `didSet`.
    """
  }
}
