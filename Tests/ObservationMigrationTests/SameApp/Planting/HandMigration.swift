import ObservationMigration

/// Converts generated apps of a few shapes as a person would, who may make a mistake.
struct HandMigration {
  let fault: Fault?

  func migrated(_ app: GeneratedApp, _ files: [SourceFile]) -> [String] {
    files.map { file in
      // Each declaration at the top level follows an empty line, and has empty lines behind indented ones only.
      let parts = file.text.replacing(/\n\n(?=[^ \n])/, with: "\n\n\u{0}").split(separator: "\u{0}")
      return parts.map { converted(String($0), in: app) }.joined()
    }
  }

  private func converted(_ text: String, in app: GeneratedApp) -> String {
    if text.contains(/class (Model|Base)/) { return convertedClass(text, in: app) }
    return convertedView(text, in: app)
  }

  private func model(_ name: Substring, in app: GeneratedApp) -> GeneratedApp.Model? {
    name.firstMatch(of: /(Model|Base)([0-9]+)/).flatMap { match in app.models.first { $0.id == Int(match.2) } }
  }

  // MARK: - Models

  private func convertedClass(_ text: String, in app: GeneratedApp) -> String {
    guard let head = text.firstMatch(of: /class [^{]*/)?.0, let model = model(head, in: app) else { return text }
    switch model.shape {
    case .observableConformer:
      let text = text.replacing(": ObservableObject", with: "")
      return fault == .ignoresVariablesOfObservableClass ? ignoringVariables(text) : text
    case .observableManagedObject:
      return text
    case .superclassWithoutConformance where fault == .leavesPublishedInSuperclass && head.hasPrefix("class Base"):
      return text
    default:
      var text = text.replacing(/: ObservableObject|, ObservableObject/, with: "")
      if fault == .ignoresShownVariables { text = ignoringVariables(text) }
      text = text.replacing("@Published ", with: "")
      text = text.replacing(/@AppStorage\("(.*)"\) var (\w+) = 0/) { match in
        fault == .ignoresStoredDefaults ? "@ObservationIgnored \(match.0)" : tracked(match.2, key: match.1)
      }
      return text.replacing(/(@MainActor\n)?(final )?class/, maxReplacements: 1) { "@Observable\n\($0.0)" }
    }
  }

  /// All that is stored and not published.
  private func ignoringVariables(_ text: String) -> String {
    text.replacing(/\n    ((private\(set\)|private) )?var \w+( = 0|: Int\?)(?=\n)/) { match in
      "\n    @ObservationIgnored " + match.0.dropFirst(5)
    }
  }

  /// A property that all objects of the class share, as the stored value is one.
  private func tracked(_ name: Substring, key: Substring) -> String {
    """
    var \(name): Int {
            get { Stored_\(name).shared.value }
            set { Stored_\(name).shared.value = newValue }
        }
        @Observable final class Stored_\(name) {
            static let shared = Stored_\(name)()
            var value = UserDefaults.standard.object(forKey: "\(key)") as? Int ?? 0 {
                didSet { UserDefaults.standard.set(value, forKey: "\(key)") }
            }
        }
    """
  }

  // MARK: - Views

  private func convertedView(_ text: String, in app: GeneratedApp) -> String {
    var text = text.replacing(".environmentObject(", with: ".environment(")
    text = text.replacing(/@(ObservedObject|StateObject|EnvironmentObject) (private )?var (\w+)(: | = )(Model\w+)/) {
      match in
      let isManaged = model(match.5, in: app)?.shape == .observableManagedObject
      let modifier = match.2 ?? ""
      switch match.1 {
      case "StateObject": return isManaged ? String(match.0) : "@State \(modifier)var \(match.3) = \(match.5)"
      case "EnvironmentObject": return "@Environment(\(match.5).self) var \(match.3)"
      default:
        let isKept = isManaged && fault != .removesObservationOfSuperclass
        return isKept ? String(match.0) : "@Bindable var \(match.3): \(match.5)"
      }
    }
    for match in text.matches(of: /@Environment\(.*\) var (\w+)/) {
      text = text.replacing("$\(match.1).", with: "Bindable(\(match.1)).")
    }
    return text
  }
}
