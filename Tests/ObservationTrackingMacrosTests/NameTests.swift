import Testing

/// Generated methods keep the names from the published macros, since users call these methods.
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

  @Test(arguments: [
    ("bind()", "bind"),
    ("bindMore()", "bindMore"),
    ("`repeat`()", "repeat"),
    ("bind_more()", "bind_5F_more"),
    ("`2nd try`()", "_32_nd_20_try"),
    ("`inout`()", "inout_"),
    ("`self`()", "self_"),
    ("bind(_ row: Int)", "bind__Int"),
    ("bind(_ row: Int?)", "bind__Int_Optional_"),
    ("bind(_ rows: Int...)", "bind__Int_2E__2E__2E_"),
    ("bind(_ rows: [Int])", "bind_5B_Int_5D_"),
    ("bind(_ row: inout Int)", "bind__inout__Int"),
    ("bind(_ row: any Row)", "bind__any__Row"),
    ("bind(with user: User)", "bind__with_as_User"),
    ("bind(user: User, at index: Int)", "bind__user_as_User_and_at_as_Int"),
    ("bind<T>(_ row: T)", "bind_3C_T_3E_T"),
    ("bind() async throws", "bind_async__throws_"),
    ("bind() -> Int", "bind_returns_Int"),
    ("bind() -> (Int) -> Int", "bind_returns__28_Int_29__to_Int"),
    ("bind() where Value == Int", "bind_where_Value_is_Int"),
  ])
  func aMethodIsTheLabelOfItsBindings(method: String, label: String) {
    let expansion = Expansion("class A {\n  @ObservationTracking func \(method) { total = model.total; return }\n}")
    #expect(expansion.source.contains("private func observeTotal(\(label): () = ())"))
    #expect(expansion.source.contains("private let _observeTotal_\(label) ="))
    #expect(expansion.source.contains("{ $0.observeTotal(\(label): $1) }"))
    #expect(expansion.diagnostics == [])
    #expect(expansion.syntaxErrors == [])
  }

  @Test func noTwoOverloadsHaveTheSameLabel() {
    let methods = [
      "bind()", "bind_Int()", "bind__Int()", "bindInt()", "bind(_: Int)", "bind(_: int)", "bind(_: Int?)",
      "bind(_: Int!)",
      "bind(_: [Int])", "bind(_: Int...)", "bind(_: inout Int)", "bind(_: inoutInt)", "bind() -> Int", "bind(int: Int)",
      "bind(int_: Int)", "bind(_ int: _Int)", "bind(_: Int, _: Int)", "bind(_: (Int, Int))", "bind(_: [Int: Int])",
      "bind(_: () -> Int)", "bind(_: ()) -> Int", "bind(_: () async -> Int)", "bind(_: ()) async -> Int",
      "bind<Int>(_: Int)", "bind() async", "bind(_: Async)", "bind() where Value == Int", "bind() where Value: Int",
      "bind(_: Value<Int>)", "bind(_: Value.Int)", "bind(value: Int)",
    ]
    let labels = methods.map { method in
      let source = Expansion("class A {\n  @ObservationTracking func \(method) { total = model.total; return }\n}")
        .source
      return source.split(separator: "\n").first { $0.contains("private let") }.map { $0.split(separator: " ")[2] }
    }
    #expect(!labels.contains(nil))
    #expect(Set(labels).count == methods.count)
  }
}
