import Testing

@testable import ObservationMigration

/// At which places is a view created without an object of a type in its environment?
@Suite struct EnvironmentAnalysisTests {
  /// The view of the question is `Page`, created at offset 1 in what stands around it; `Root` creates what `Page` may be in.
  enum Case: CaseIterable {
    case withModifier, withoutAnything, inUnknownPlace, inFunctionThatGives, inContainerThatGives, inViewThatTakes,
      inViewThatIsGiven, inViewThatIsNot, inViewOfUnknownPlace, inMethodCalledWithIt, inMethodCalledWithout,
      inOverloadCalledWithout, besideWhatIsGiven, inPartOfUnknownUse
  }

  @Test(
    arguments: [
      (.withModifier, false), (.withoutAnything, true), (.inUnknownPlace, false), (.inFunctionThatGives, false),
      (.inContainerThatGives, false), (.inViewThatTakes, false), (.inViewThatIsGiven, false), (.inViewThatIsNot, true),
      (.inViewOfUnknownPlace, false), (.inMethodCalledWithIt, false), (.inMethodCalledWithout, true),
      (.inOverloadCalledWithout, false), (.besideWhatIsGiven, true), (.inPartOfUnknownUse, false),
    ] as [(Case, Bool)]
  )
  func objectIsMissingOnlyWhereTheTextShowsIt(_ place: Case, _ isMissing: Bool) throws {
    let project = analysed("import Combine\nfinal class Router: ObservableObject {}\nstruct Page {}\nstruct Root {}\n")
    let router = try #require(project.type("Router"))
    let (page, root) = (try #require(project.type("Page")), try #require(project.type("Root")))
    var creation = ViewCreation(subject: .view(page), place: Place(file: 0, offset: 1), rest: .nothing)
    var outer = ViewCreation(subject: .view(root), place: Place(file: 0, offset: 2), rest: .nothing)
    var gifts: [EnvironmentAnalysis.Gift] = []
    var taken: [TypeSymbol.ID: Set<TypeSymbol.ID>] = [page: [router]]
    var creations: [ViewCreation] = []
    switch place {
    case .withModifier: creation.given = [router]
    case .withoutAnything: break
    case .inUnknownPlace: creation.rest = .anything
    case .inFunctionThatGives:
      creation.modifiers = ["giving"]
      gifts = [EnvironmentAnalysis.Gift(types: [router], owner: nil, function: "giving")]
    case .inContainerThatGives:
      creation.containers = [root]
      gifts = [EnvironmentAnalysis.Gift(types: [router], owner: root, function: nil)]
    case .inViewThatTakes:
      creation.rest = .same(root)
      taken[root] = [router]
    case .inViewThatIsGiven:
      creation.rest = .same(root)
      outer.given = [router]
      creations = [outer]
    case .inViewThatIsNot:
      creation.rest = .same(root)
      creations = [outer]
    case .besideWhatIsGiven, .inPartOfUnknownUse:
      creation.rest = .same(root)
      creation.isInMemberOfUnknownUse = place == .inPartOfUnknownUse
      gifts = [EnvironmentAnalysis.Gift(types: [router], owner: root, function: nil)]
      creations = [outer]
    case .inViewOfUnknownPlace: creation.rest = .same(root)
    case .inMethodCalledWithIt, .inMethodCalledWithout, .inOverloadCalledWithout:
      creation.rest = .method("paged", of: nil, parameters: [Parameter(label: "by")])
      var call = ViewCreation(subject: .method("paged", of: nil), place: Place(file: 0, offset: 3), rest: .nothing)
      call.arguments.labels = place == .inOverloadCalledWithout ? ["of"] : ["by"]
      if place == .inMethodCalledWithIt { call.given = [router] }
      creations = [call]
    }
    let analysis = EnvironmentAnalysis(creations + [creation], gifts, taken: taken, project)
    #expect(analysis.isCreated(page))
    let beginning = creations.first ?? creation
    let found = analysis.beginnings(showing: page, without: router).map(\.place)
    #expect(found == (isMissing ? [beginning.place] : []))
  }
}
