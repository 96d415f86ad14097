import Testing

/// Classes whose bindings can be cancelled and started again.
@Suite struct CancellableExpansionTests {
  @Test func aClass() {
    expectExpansion(
      of: #"""
        @CancellableObservation
        final class Card {
          @ObservationTracking
          func bind() {
            titleLabel.text = model.title
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeTitleLabelText()
          }

          func observeTitleLabelText() {
            observationTokens._binding("observeTitleLabelText").observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeTitleLabelText(in: $1) }
          }

          func cancelObserveTitleLabelText() {
            observationTokens.cancel("observeTitleLabelText")
          }

          private func observeTitleLabelText(in pass: _ObservationTrackingPass) {
            titleLabel.text = pass.value(model.title)
          }

          nonisolated let observationTokens = _ObservationTrackingTokens()

          var isObservingEnabled: Bool {
            observationTokens.isEnabled
          }

          func stopObservations() {
            observationTokens.stop()
          }

          func startObservationsIfNeeded() {
            observationTokens._start {
              _startObservations()
            }
          }

          func _startObservations() {
            bind()
          }
        }

        extension Card: nonisolated _ObservationTrackingTokensOwner {
        }
        """#
    )
  }

  @Test func everyMarkedMethodIsStartedInTheOrderOfTheSource() {
    expectExpansion(
      of: #"""
        @CancellableObservation
        class Card {
          @ObservationTracking func bindName() { name = model.name }
          func other() {}
          @ObservationTracking func bindAge(animated: Bool) { age = model.age }
          @ObservationTracking func bindHint(animated: Bool = false) { hint = model.hint }
          @ObservationTracking func bindLater() async throws { later = model.later }
        }
        """#,
      to: #"""
        class Card {
          func bindName() {
            observeName()
          }

          func observeName() {
            observationTokens._binding("observeName").observeOnIsolationOrMainActor(self, at: .line(3)) { $0.observeName(in: $1) }
          }

          func cancelObserveName() {
            observationTokens.cancel("observeName")
          }

          private func observeName(in pass: _ObservationTrackingPass) {
            name = pass.value(model.name)
          }
          func other() {}
          func bindAge(animated: Bool) {
            observeAge()
          }

          func observeAge() {
            observationTokens._binding("observeAge").observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeAge(in: $1) }
          }

          func cancelObserveAge() {
            observationTokens.cancel("observeAge")
          }

          private func observeAge(in pass: _ObservationTrackingPass) {
            age = pass.value(model.age)
          }
          func bindHint(animated: Bool = false) {
            observeHint()
          }

          func observeHint() {
            observationTokens._binding("observeHint").observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeHint(in: $1) }
          }

          func cancelObserveHint() {
            observationTokens.cancel("observeHint")
          }

          private func observeHint(in pass: _ObservationTrackingPass) {
            hint = pass.value(model.hint)
          }
          func bindLater() async throws {
            observeLater()
          }

          func observeLater() {
            observationTokens._binding("observeLater").observeOnIsolationOrMainActor(self, at: .line(7)) { $0.observeLater(in: $1) }
          }

          func cancelObserveLater() {
            observationTokens.cancel("observeLater")
          }

          private func observeLater(in pass: _ObservationTrackingPass) {
            later = pass.value(model.later)
          }

          nonisolated let observationTokens = _ObservationTrackingTokens()

          var isObservingEnabled: Bool {
            observationTokens.isEnabled
          }

          func stopObservations() {
            observationTokens.stop()
          }

          func startObservationsIfNeeded() {
            observationTokens._start {
              _startObservations()
            }
          }

          func _startObservations() {
            bindName()
            observeAge()
            bindHint()
            observeLater()
          }
        }

        extension Card: nonisolated _ObservationTrackingTokensOwner {
        }
        """#
    )
  }

  @Test func aScreen() {
    expectExpansion(
      of: #"""
        @CancellableObservation(screen: true)
        public final class Controller: UIViewController {
          @ObservationTracking func bind() { title = model.title }
        }
        """#,
      to: #"""
        public final class Controller: UIViewController {
          func bind() {
            observeTitle()
          }

          func observeTitle() {
            observationTokens._binding("observeTitle").observeOnIsolationOrMainActor(self, at: .line(3)) { $0.observeTitle(in: $1) }
          }

          func cancelObserveTitle() {
            observationTokens.cancel("observeTitle")
          }

          private func observeTitle(in pass: _ObservationTrackingPass) {
            title = pass.value(model.title)
          }

          public nonisolated let observationTokens = _ObservationTrackingTokens()

          var isObservingEnabled: Bool {
            observationTokens.isEnabled
          }

          func stopObservations() {
            observationTokens.stop()
          }

          func startObservationsIfNeeded() {
            observationTokens._start {
              _startObservations()
            }
          }

          public func _startObservations() {
            bind()
          }

          public override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            startObservationsIfNeeded()
          }

          public override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            stopObservations()
          }
        }

        extension Controller: nonisolated _ObservationTrackingTokensOwner {
        }
        """#
    )
  }

  @Test func aScreenWithOverridesOfItsOwn() {
    expectExpansion(
      of: #"""
        @CancellableObservation(screen: true)
        final class Controller: UIViewController {
          @ObservationTracking func bind() { title = model.title }

          override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            // Only the first time.
            prepare()
          }

          @StopObservations
          override func viewDidDisappear(_ animated: Bool) { super.viewDidDisappear(animated) }
        }
        """#,
      to: #"""
        final class Controller: UIViewController {
          func bind() {
            observeTitle()
          }

          func observeTitle() {
            observationTokens._binding("observeTitle").observeOnIsolationOrMainActor(self, at: .line(3)) { $0.observeTitle(in: $1) }
          }

          func cancelObserveTitle() {
            observationTokens.cancel("observeTitle")
          }

          private func observeTitle(in pass: _ObservationTrackingPass) {
            title = pass.value(model.title)
          }

          override func viewWillAppear(_ animated: Bool) {
            defer { startObservationsIfNeeded() }
            super.viewWillAppear(animated)
            // Only the first time.
            prepare()
          }
          override func viewDidDisappear(_ animated: Bool) {
            defer { stopObservations() }
            super.viewDidDisappear(animated)
          }

          nonisolated let observationTokens = _ObservationTrackingTokens()

          var isObservingEnabled: Bool {
            observationTokens.isEnabled
          }

          func stopObservations() {
            observationTokens.stop()
          }

          func startObservationsIfNeeded() {
            observationTokens._start {
              _startObservations()
            }
          }

          func _startObservations() {
            bind()
          }
        }

        extension Controller: nonisolated _ObservationTrackingTokensOwner {
        }
        """#
    )
  }

  @Test func startingAndStopping() {
    expectExpansion(
      of: #"""
        final class Controller: Base {
          @StartObservations
          func resume() {
            prepare()
          }

          @StopObservations func pause() {}
        }
        """#,
      to: #"""
        final class Controller: Base {
          func resume() {
            defer { startObservationsIfNeeded() }
            prepare()
          }

          func pause() {
            stopObservations()
          }
        }
        """#
    )
  }

  /// An attribute with another module's name refers to a macro of the same name in that module.
  @Test func attributesOfOtherModulesAreLeftAlone() {
    let expansion = Expansion(
      #"""
      @Other.CancellableObservation(screen: true)
      class Card {
        @ObservationTracking func bind() { label.text = model.text }
      }

      @ObservationTracking.CancellableObservation
      class Row {
        @ObservationTracking func bind() { label.text = model.text }
      }

      @CancellableObservation
      class List {
        @Other.ObservationTracking func bind() { label.text = model.text }
      }
      """#
    )
    #expect(expansion.diagnostics == [])
    #expect(expansion.source.contains("private let _observeLabelText_bind"))
    #expect(expansion.source.contains("observationTokens._binding(\"observeLabelText\")"))
    #expect(expansion.source.contains("func _startObservations() {\n\n  }"))
  }

  @Test func methodsUnderConditionsAreStartedUnderThem() {
    let expansion = Expansion(
      #"""
      @CancellableObservation
      final class Card {
        @ObservationTracking func bind() { a = model.a }
        #if os(iOS)
          @ObservationTracking func bindPhone() { b = model.a }
          #if DEBUG
            @ObservationTracking func bindDebug() { c = model.a }
          #endif
        #elseif os(macOS)
          @ObservationTracking func bindMac() { b = model.a }
        #else
          @available(iOS 26, *)
          @available(*, deprecated)
          @ObservationTracking func bindOther() -> Int {
            b = model.a
            return 1
          }
        #endif
      }
      """#
    )
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source.contains(
        """
            bind()
            #if os(iOS)
            bindPhone()
            #endif
            #if os(iOS)
            #if DEBUG
            bindDebug()
            #endif
            #endif
            #if os(iOS)
            #elseif os(macOS)
            bindMac()
            #endif
            #if os(iOS)
            #elseif os(macOS)
            #else
            if #available(iOS 26, *) {
              _ = bindOther()
            }
            #endif
          }
        """
      ),
      "\(expansion.source)"
    )
  }
}
