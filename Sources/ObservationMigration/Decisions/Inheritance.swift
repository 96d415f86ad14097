/// A step of the plan: a class converts together with its superclasses, its subclasses and its protocols.
enum Inheritance {
  static let id: RuleID = "inheritance"

  static func ties(_ project: Project) -> [Proposal] {
    project.models.candidates.flatMap { type -> [Proposal] in
      let symbol = project.table.types[type]
      var proposals = symbol.inherited.flatMap { inherited in
        project.table.symbols(in: inherited.resolved).map { parent in
          Proposal(id, .tie, at: symbol.place, of: [type, parent], "")
        }
      }
      if let name = project.table.unknownSuperclass(of: type) {
        let message = """
          `\(name)` isn't declared in these files. If it's the superclass, pass the path of the file or package that \
          declares it, or `--observes-nothing \(name)` if it's no `ObservableObject`; if that's wrong, the result doesn't \
          compile. If it's a protocol, write it after `ObservableObject`.
          """
        proposals.append(project.objection(id, to: type, .needsDecision, message))
      }
      for name in project.table.foreignSupertypes(of: type) where KnownSupertypes.observableProtocols.contains(name) {
        let message =
          "`\(name)` requires an `ObservableObject`: keep what views observe in a separate `@Observable` class."
        proposals.append(project.objection(id, to: type, .needsDecision, message))
      }
      return proposals
    }
  }

  /// States the objection to each unconverted type of a group, unless an objection in the type itself does.
  static func explain(_ decisions: Decisions, _ proposals: [Proposal], _ project: Project) -> [Proposal] {
    let explained = proposals.reduce(into: Set<TypeSymbol.ID>()) { explained, proposal in
      guard case .objection = proposal.effect, proposal.subjects.count == 1 else { return }
      explained.formUnion(proposal.subjects)
    }
    let causes = RootCauses(places: [], ties: decisions.ties)
    // One search from an objection serves all types held back by the objection.
    var reaches: [Int: Reach] = [:]
    return project.models.candidates.filter { !explained.contains($0) }.compactMap { type in
      guard let objection = decisions.objection(to: type), let group = decisions.group(of: [type]) else { return nil }
      let reach = reaches[group] ?? causes.reach(from: objection.subjects)
      reaches[group] = reach
      let place = project.describe(objection.place)
      let other = objection.subjects.count == 1 ? objection.subjects.first { $0 != type } : nil
      let reason =
        other.map { "it must convert together with `\(project.table.types[$0].name)`, which is blocked at \(place)." }
        ?? "it's blocked at \(place)."
      let ties = reach.path(to: type).map { project.describe($0.place) }
      let rest = ties.isEmpty ? "" : " They depend on each other at \(ties.shortList(of: "place"))."
      let message = "Not converted: \(reason)\(rest)"
      return Proposal(id, .note(.needsDecision), at: project.table.types[type].place, of: [type], message)
    }
  }

  static let guide = RuleGuide(
    id: id,
    summary: "Superclasses, subclasses, protocols and what they share convert together or not at all.",
    explanation: """
      A subclass of an `ObservableObject` needs its own `@Observable`, and so does its superclass. A protocol that
      inherits from `ObservableObject` ties its conformers together; a constraint that accepts any such object ties
      all types together. One place that needs a decision holds the whole group back; the finding names it.

      A class whose superclass isn't among the files needs a decision as well, unless that is known to observe
      nothing, such as `NSObject`, `NSDocument` or `UIViewController`: pass the files that declare it. If a protocol
      of another module is the first in the list, it's taken for a superclass: put it after `ObservableObject`.
      """,
    outcome: .needsDecision,
    before: """
      import Combine

      @MainActor
      class Account: ObservableObject {
        @Published var name = ""
        var names: AnyPublisher<String, Never> { $name.eraseToAnyPublisher() }
      }

      final class Premium: Account {
        @Published var level = 1
      }
      """,
    after: """
      import Observation
      import ObservationBridge

      @Observable
      @MainActor
      class Account {
        var name = ""
        var names: ObservationBridge<String> { ObservationBridge { self.name } }
      }

      @Observable
      final class Premium: Account {
        var level = 1
      }
      """
  )
}
