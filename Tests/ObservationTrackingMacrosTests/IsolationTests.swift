import Testing

/// All published spellings of the isolation, and the inferred isolation.
@Suite struct IsolationTests {
  @Test(arguments: [
    ("", "observeOnIsolationOrMainActor"),
    ("(isolation: nil)", "observeOnIsolationOrMainActor"),
    ("(isolation: .inferred)", "observeOnIsolationOrMainActor"),
    ("(isolation: .mainActor)", "observeOnMainActor"),
    ("(isolation: OnChangeBlockIsolation.mainActor)", "observeOnMainActor"),
    ("(isolation: .task)", "observe"),
    ("(isolation: .actor)", "observe"),
    ("(isolation: .synchronous)", "observeSynchronously"),
    ("(isolation: .none)", "observeSynchronously"),
    ("(isolation: .some(.mainActor))", "observeOnMainActor"),
    ("(isolation: OnChangeBlockIsolation.some(.task))", "observe"),
  ])
  func everySpellingIsUnderstood(argument: String, method: String) {
    expect(method, argument, in: "class A")
  }

  @Test(arguments: [
    ("class A", "observeOnIsolationOrMainActor"),
    ("@MainActor class A", "observeOnIsolationOrMainActor"),
    ("@DatabaseActor class A", "observeOnIsolationOrMainActor"),
    ("@Module.DatabaseActor class A", "observeOnIsolationOrMainActor"),
    ("actor A", "observe"),
    ("extension A", "observeOnIsolationOrMainActor"),
    ("@DatabaseActor extension A", "observeOnIsolationOrMainActor"),
  ])
  func withoutAnArgumentThePlaceDecides(place: String, method: String) {
    expect(method, "", in: place)
    expect(method, "(isolation: nil)", in: place)
  }

  @Test func anActorsMethodOnTheMainActorRunsThere() {
    let expansion = Expansion(
      "actor A {\n  @MainActor @ObservationTracking(isolation: .mainActor) func bind() { label.text = model.text }\n}"
    )
    #expect(expansion.diagnostics == [])
    #expect(expansion.source.contains("@MainActor private func observeLabelText(bind: () = ())"))
    #expect(expansion.source.contains(".observeOnMainActor(self, at:"))
  }

  private func expect(
    _ method: String,
    _ argument: String,
    in place: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expansion = Expansion("\(place) {\n  @ObservationTracking\(argument) func bind() { value = model.value }\n}")
    #expect(expansion.source.contains(".\(method)(self, at:"), sourceLocation: sourceLocation)
    #expect(expansion.diagnostics == [], sourceLocation: sourceLocation)
  }
}
