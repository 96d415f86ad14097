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
    #expect(expansion.source.contains("private func \(name)(bind: () = ()) {"))
    #expect(expansion.source.contains("{ $0.\(name)(bind: $1) }"))
    #expect(expansion.diagnostics == [])
  }

  @Test(arguments: [
    ("updateCorners(radius: defaults.corners)", "observeUpdateCornersradiusdefaultsCorners"),
    ("render()", "observeRender"),
    ("label.show(/* now */ model.text)", "observeLabelShowmodelText"),
    ("if model.isOn { label.text = \"on\" }", "observeLabelText"),
    ("switch model.state { default: label.hide() }", "observeLabelHide"),
    ("label.show(true)", "observeLabelShowtrue"),
    ("show(10)", "observeShow10"),
    ("builder.title(model.name).animated(true)", "observeBuilderTitlemodelNameAnimatedtrue"),
    ("total += model.count", "observeTotal"),
    ("super.set(title: model.title)", "observeSuperSettitlemodelTitle"),
    ("button.action = { [name = model.name] in print(name) }", "observeButtonAction"),
    ("try? save(model.text)", "observeSavemodelText"),
    ("try! label.text = model.text()", "observeLabelText"),
    ("unsafe show(model.pointer)", "observeShowmodelPointer"),
    ("do { try save(model.text) } catch { show(error) }", "observeSavemodelText"),
    ("if model.isOn { spinner.show(true) }", "observeSpinnerShowtrue"),
    ("if isOn { print(\"on\") }", "observePrinton"),
    ("if model.isOn { print(1); super.reload(); count += 1; label.text = \"\" }", "observeLabelText"),
    ("if model.isOn { count += 1 }", "observeCount"),
    ("if model.isOn { super.reload() }", "observeSuperReload"),
    ("if model.isOn { button.action = { print(1) } }", "observeButtonAction"),
    ("if model.isOn { try? save() }", "observeSave"),
    ("switch model.value { case 1: show(10); default: show(-1) }", "observeShow10"),
  ])
  func otherStatementsAreNamedAfterTheirFirstOperation(statement: String, name: String) {
    let expansion = Expansion("class A {\n  @ObservationTracking func bind() { \(statement) }\n}")
    #expect(expansion.source.contains("private func \(name)(bind: () = ()) {"))
    #expect(expansion.diagnostics == [])
  }

  @Test(arguments: [
    "print(\"bound\", 1, -2.5, [true], nil)", "print()", "assertionFailure(\"never\")", "super.bind()",
    "super.show(true)",
    "super.prepare(for: segue.destination)", "button.action = { [weak self, model] in self?.show(model.text) }",
    "count += 1", "if animated { super.show(true) }", "do { label.text = model.text }", "do {} catch {}",
    "_ = label.show()", "if isOn {}",
  ])
  func whatReadsNothingStays(statement: String) {
    let expansion = Expansion(
      """
      class A: B {
        @ObservationTracking func bind(for segue: Segue, animated: Bool) {
          value = model.value
          \(statement)
        }
      }
      """
    )
    #expect(expansion.source.contains(statement))
    #expect(expansion.source.split(separator: "\n").count { $0.contains("private let") } == 1)
    #expect(expansion.diagnostics == [])
  }

  @Test func aNumberMakesNoNameThatIsThereAlready() {
    let expansion = Expansion(
      "class A {\n  @ObservationTracking func bind() { foo = a.a; foo = a.b; foo2 = a.c; foo = a.d }\n}"
    )
    let names = expansion.source.split(separator: "\n").filter { $0.contains("private let") }.map {
      $0.split(separator: " ")[2]
    }
    #expect(names == ["_observeFoo_bind", "_observeFoo3_bind", "_observeFoo2_bind", "_observeFoo4_bind"])
  }
}
