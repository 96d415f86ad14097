import Testing

/// The names of generated methods are those that users of the published macros know.
@Suite struct NameTests {
  @Test(arguments: [
    ("titleLabel.text", "observeTitleLabelText"),
    ("self.property", "observeSelfProperty"),
    ("_privateVar", "observePrivateVar"),
    ("$dollarVar", "observeDollarVar"),
    ("`class`", "observeClass"),
    ("property_with_underscores", "observePropertywithunderscores"),
    ("items[0]", "observeItems0"),
    ("dictionary[\"key\"]", "observeDictionarykey"),
    ("array[index]", "observeArrayindex"),
    ("self.items[currentIndex].title", "observeSelfItemscurrentIndexTitle"),
    ("label?.text", "observeLabelText"),
    ("größe.wert", "observeGrößeWert"),
  ])
  func anAssignmentIsNamedAfterItsLeftSide(target: String, name: String) {
    let expansion = Expansion("class A {\n  @ObservationTracking func bind() { \(target) = model.value }\n}")
    #expect(expansion.source.contains("private func \(name)() {"))
    #expect(expansion.source.contains("{ $0.\(name)(in: $1) }"))
    #expect(expansion.diagnostics == [])
  }

  @Test(arguments: [
    ("updateCorners(radius: defaults.corners)", "observeUpdateCornersradiusdefaultsCorners"),
    ("render()", "observeRender"),
    ("label.show(/* now */ model.text)", "observeLabelShowmodelText"),
    ("if model.isOn { label.text = \"on\" }", "observeLabelText"),
    ("switch model.state { default: label.hide() }", "observeLabelHide"),
  ])
  func otherStatementsAreNamedAfterTheirFirstOperation(statement: String, name: String) {
    let expansion = Expansion("class A {\n  @ObservationTracking func bind() { \(statement) }\n}")
    #expect(expansion.source.contains("private func \(name)() {"))
    #expect(expansion.diagnostics == [])
  }

  @Test func aNumberMakesNoNameThatIsThereAlready() {
    let expansion = Expansion(
      "class A {\n  @ObservationTracking func bind() { foo = a.a; foo = a.b; foo2 = a.c; foo = a.d }\n}"
    )
    let names = expansion.source.split(separator: "\n").filter { $0.contains("private let") }.map {
      $0.split(separator: " ")[2]
    }
    #expect(names == ["_observeFoo", "_observeFoo3", "_observeFoo2", "_observeFoo4"])
  }
}
