import Testing

/// Calls and branches, and what stays as it is.
@Suite struct StatementExpansionTests {
  @Test func calls() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            render()
            updateCorners(radius: defaults.corners)
            label?.show(model.text)
            rows.forEach { row in
              row.update(model)
            }
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeRender()
            observeUpdateCornersradiusdefaultsCorners()
            observeLabelShowmodelText()
            observeRowsForEachrowinrowUpdatemodel()
          }

          private let _observeRender = _ObservationBinding()

          private func observeRender() {
            _observeRender.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeRender(in: $1) }
          }

          private func observeRender(in pass: _ObservationPass) {
            pass.tracking { render() }
          }

          private let _observeUpdateCornersradiusdefaultsCorners = _ObservationBinding()

          private func observeUpdateCornersradiusdefaultsCorners() {
            _observeUpdateCornersradiusdefaultsCorners.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeUpdateCornersradiusdefaultsCorners(in: $1) }
          }

          private func observeUpdateCornersradiusdefaultsCorners(in pass: _ObservationPass) {
            pass.tracking { updateCorners(radius: defaults.corners) }
          }

          private let _observeLabelShowmodelText = _ObservationBinding()

          private func observeLabelShowmodelText() {
            _observeLabelShowmodelText.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeLabelShowmodelText(in: $1) }
          }

          private func observeLabelShowmodelText(in pass: _ObservationPass) {
            pass.tracking { label?.show(model.text) }
          }

          private let _observeRowsForEachrowinrowUpdatemodel = _ObservationBinding()

          private func observeRowsForEachrowinrowUpdatemodel() {
            _observeRowsForEachrowinrowUpdatemodel.observeOnIsolationOrMainActor(self, at: .line(7)) { $0.observeRowsForEachrowinrowUpdatemodel(in: $1) }
          }

          private func observeRowsForEachrowinrowUpdatemodel(in pass: _ObservationPass) {
            pass.tracking {
              rows.forEach { row in
                row.update(model)
              }
            }
          }
        }
        """#
    )
  }

  @Test func callsOfTheSuperclassAndWithLiteralsStay() {
    expectExpansion(
      of: #"""
        final class Card: Base {
          @ObservationTracking
          override func bind() {
            super.bind()
            print("binding", 1, -2.5, true, nil, ["a"])
            print("\(model.title)")
          }
        }
        """#,
      to: #"""
        final class Card: Base {
          override func bind() {
            super.bind()
            print("binding", 1, -2.5, true, nil, ["a"])
            observePrintmodelTitle()
          }

          private let _observePrintmodelTitle = _ObservationBinding()

          private func observePrintmodelTitle() {
            _observePrintmodelTitle.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observePrintmodelTitle(in: $1) }
          }

          private func observePrintmodelTitle(in pass: _ObservationPass) {
            pass.tracking { print("\(model.title)") }
          }
        }
        """#
    )
  }

  @Test func branches() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            if let text = model.text, !text.isEmpty {
              label.text = text
            } else {
              label.hide()
            }
            switch model.state {
            case .idle: break
            case .busy(let count):
              spinner.count = count
            }
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeLabelText()
            observeSpinnerCount()
          }

          private let _observeLabelText = _ObservationBinding()

          private func observeLabelText() {
            _observeLabelText.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(in: $1) }
          }

          private func observeLabelText(in pass: _ObservationPass) {
            pass.tracking {
              if let text = model.text, !text.isEmpty {
                label.text = text
              } else {
                label.hide()
              }
            }
          }

          private let _observeSpinnerCount = _ObservationBinding()

          private func observeSpinnerCount() {
            _observeSpinnerCount.observeOnIsolationOrMainActor(self, at: .line(9)) { $0.observeSpinnerCount(in: $1) }
          }

          private func observeSpinnerCount(in pass: _ObservationPass) {
            pass.tracking {
              switch model.state {
              case .idle: break
              case .busy(let count):
                spinner.count = count
              }
            }
          }
        }
        """#
    )
  }

  @Test func branchesAreNamedAfterTheFirstOperationInside() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            if model.a() {
              if model.b { show(model.c) }
            }
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeShowmodelC()
          }

          private let _observeShowmodelC = _ObservationBinding()

          private func observeShowmodelC() {
            _observeShowmodelC.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeShowmodelC(in: $1) }
          }

          private func observeShowmodelC(in pass: _ObservationPass) {
            pass.tracking {
              if model.a() {
                if model.b { show(model.c) }
              }
            }
          }
        }
        """#
    )
  }

  @Test func whatIsNoBindingStays() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            let start = now()
            guard isReady else { return }
            for row in rows { row.text = model.text }
            while isBusy { wait() }
            do { log(model.text) }
            defer { finish(start) }
            func helper() { label.text = model.text }
            button.action = { print(model.text) }
            _ = model.text
            count += model.count
            if isLate { }
            label.text = model.text
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            let start = now()
            guard isReady else { return }
            for row in rows { row.text = model.text }
            while isBusy { wait() }
            do { log(model.text) }
            defer { finish(start) }
            func helper() { label.text = model.text }
            button.action = { print(model.text) }
            _ = model.text
            count += model.count
            if isLate { }
            observeLabelText()
          }

          private let _observeLabelText = _ObservationBinding()

          private func observeLabelText() {
            _observeLabelText.observeOnIsolationOrMainActor(self, at: .line(15)) { $0.observeLabelText(in: $1) }
          }

          private func observeLabelText(in pass: _ObservationPass) {
            label.text = pass.tracking { model.text }
          }
        }
        """#
    )
  }

  /// The compiler does not compile these in an expanded body.
  @Test func captureListsStayInAFunction() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind(_ body: Int) async throws -> Int {
            label.text = model.text
            // What it does.
            button.action = { [weak self] in
              self?.press()
            }
            return body
            // The end.
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind(_ body: Int) async throws -> Int {
            func body2() async throws -> Int {
              observeLabelText()
              // What it does.
              button.action = { [weak self] in
                self?.press()
              }
              return body
              // The end.
            }
            return try await body2()
          }

          private let _observeLabelText = _ObservationBinding()

          private func observeLabelText() {
            _observeLabelText.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(in: $1) }
          }

          private func observeLabelText(in pass: _ObservationPass) {
            label.text = pass.tracking { model.text }
          }
        }
        """#
    )
  }

  @Test func commentsInAnAssignmentStayInTheBody() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            label.text /* shown */ = // why
              model.text // what
            // last
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeLabelText() /* shown */ // why // what
            // last
          }

          private let _observeLabelText = _ObservationBinding()

          private func observeLabelText() {
            _observeLabelText.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(in: $1) }
          }

          private func observeLabelText(in pass: _ObservationPass) {
            label.text = pass.tracking { model.text }
          }
        }
        """#
    )
  }
}
