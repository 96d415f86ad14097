import Testing

/// Statements that stay unchanged, and whether the compiler warns about missed changes.
@Suite struct StayingStatementTests {
  /// From real controllers and views: these statements read nothing observable, or run at another time.
  @Test(arguments: [
    "defer { lock.unlock() }",
    "defer { self.store.lock.unlock() }",
    "defer { isUpdating = false }",
    "for view in subviews { view.isHidden = true }",
    "for view in stackView.arrangedSubviews { stackView.removeArrangedSubview(view); view.removeFromSuperview() }",
    "for case let label as Label in contentView.subviews { label.text = nil }",
    "for (index, button) in buttons.enumerated() { button.tag = index }",
    "for row in rows where row.isShown { row.title.text = row.name.uppercased() }",
    "while let view = stackView.arrangedSubviews.last { view.removeFromSuperview() }",
    "while index < count { index += 1 }",
    "guard isViewLoaded else { return }",
    "guard let window = view.window, window.isKeyWindow else { return }",
    "guard !titleLabel.isHidden, self.tableView?.isEditing == false else { return }",
    "guard UIDevice.current.userInterfaceIdiom == .pad else { return }",
    "guard Bundle.main.bundleIdentifier != nil, Style.Weight.bold != .light else { return }",
    "guard let self = self as? Other else { return }",
    "guard !Task.isCancelled, Thread.isMainThread else { return }",
    "guard segue.identifier == \"details\" else { return }",
    "guard $0.isEmpty else { return }",
    "if animated { return 0 }",
    "if isBound { print(\"bound already\"); return 0 }",
    "let formatter = NumberFormatter()",
    "let center = NotificationCenter.default, model = self.model",
    "let handler = { [weak self] in self?.model.reload() }",
    "let path = \\Model.rows, action = #selector(Controller.tapped)",
    "var length: Int { model.text.count }",
    "func helper() { label.text = model.text }",
    "struct Row { let title = model.title }",
    "button.action = { print(model.text) }",
    "button.onTap = { [model] in model.store.save() }",
    "_ = view.layer.superlayer",
    "_ = navigationController?.popViewController(animated: true)",
    "do { log(model.text); for row in model.rows { show(row) } }",
    "do { guard model.isEnabled else { return } }",
    "defer { do { log(model.text) } }",
    "#if DEBUG\n      print(\"bound\")\n      #endif",
    "return model.rows.count",
    "Task { [name = model.name] in label.text = name; log(model.text) }",
    "Task { await model.store.load() }",
    "Task.immediate { label.text = model.text; await load(model.text) }",
    "DispatchQueue.main.async { self.label.text = self.title }",
    "DispatchQueue.main.sync { label.text = model.text }",
    "DispatchQueue.main.async { button.onTap { save(model.text) } }",
    "task = Task { let rows = await load(); show(rows.count) }",
    "button.onTap { Task { await save(model.text) } }",
    "button.action = { [id = model.id] in Task { await save(id, model.text) } }",
    "do { Task { label.text = model.text } }",
    "UIView.animate(withDuration: 1) { view.alpha = model.alpha }",
    "let task = Task { await reload() }",
    "await MainActor.run { reload() }",
  ])
  func whatMissesNothingIsNotWarnedOf(statement: String) {
    #expect(Self.diagnostics(of: statement) == [])
  }

  @Test(arguments: [
    ("guard model.isEnabled else { return }", "model.isEnabled"),
    ("guard let name = model.user?.name, name != self.settings.name else { return }", "model.user?.name"),
    ("guard animated, self.settings.name.isEmpty else { return }", "self.settings.name.isEmpty"),
    ("for row in model.rows { print(row) }", "model.rows"),
    ("for row in model.rows() { print(row) }", "model.rows"),
    ("for view in subviews { view.isHidden = model.isHidden }", "model.isHidden"),
    ("for view in subviews { view.show(model.text) }", "model.text"),
    ("while model.rows[0].isBusy { wait() }", "model.rows[0].isBusy"),
    ("repeat { wait() } while !model.isReady", "model.isReady"),
    ("if model.isBound { super.show(true); return 0 }", "model.isBound"),
    ("defer { if model.isReady { finish() } }", "model.isReady"),
    ("total <- model.count", "model.count"),
    ("_ = model.text", "model.text"),
    ("let text = Session.shared.user", "Session.shared.user"),
    ("let text = rows[model.index]", "model.index"),
    ("let text = makeModel().title", "makeModel().title"),
    ("#if DEBUG\n      print(model.title)\n      #endif", "model.title"),
    ("let task = Task { label.text = model.text }", "model.text"),
    ("await MainActor.run { label.text = model.text }", "model.text"),
    ("for row in rows { group.addTask { row.show(model.text) } }", "model.text"),
  ])
  func whatMissesChangesIsWarnedOf(statement: String, reading: String) throws {
    let diagnostics = Self.diagnostics(of: statement)
    #expect(diagnostics.count == 1)
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostic.hasPrefix("6:5: "))
    #expect(diagnostic.contains("misses later changes of '\(reading)';"))
  }

  @Test(arguments: [
    ("guard self.isEnabled else { return }", "self.isEnabled"),
    ("guard let self, self.user != nil else { return }", "self.user"),
    ("for item in self.items { show(item) }", "self.items"),
    ("for item in self.items.reversed() { show(item) }", "self.items"),
    ("for view in subviews { view.isHidden = self.isHidden }", "self.isHidden"),
    ("let text = self.text", "self.text"),
    ("_ = self.text", "self.text"),
    // Not the local one.
    ("let text = self.segue", "self.segue"),
  ])
  func whatAnObservableClassReadsOfItselfIsWarnedOf(statement: String, reading: String) throws {
    for attribute in ["@Observable", "@Observation.Observable @MainActor", "@ObservableModel"] {
      let diagnostics = Self.diagnostics(of: statement, attribute)
      #expect(diagnostics.count == 1)
      #expect(try #require(diagnostics.first).contains("misses later changes of '\(reading)';"))
    }
    #expect(Self.diagnostics(of: statement) == [])
  }

  @Test(arguments: [
    "guard isEnabled else { return }",
    "guard self.titleLabel != nil, self.validate() else { return }",
    "for view in self.subviews { view.isHidden = true }",
    "let view = self.makeView()",
    "let maximum = Self.maximum, type = self.self",
    "defer { self.lock.unlock() }",
    "defer { self.isUpdating = false }",
    "let handler = { [weak self] in self?.reload() }",
    "button.action = { print(self.text) }",
  ])
  func whatAnObservableClassDoesIsNotWarnedOf(statement: String) {
    #expect(Self.diagnostics(of: statement, "@Observable") == [])
  }

  private static func diagnostics(of statement: String, _ attribute: String = "") -> [String] {
    Expansion(
      """
      \(attribute)
      final class Card: Base {
        @ObservationTracking
        func bind(for segue: Segue, animated: Bool) -> Int {
          label.text = model.text
          \(statement)
        }
      }
      """
    ).diagnostics
  }
}
