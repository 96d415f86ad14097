import Testing

/// Calls and branches, and the statements that stay unchanged.
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
            observeRender(bind: ())
            observeUpdateCornersradiusdefaultsCorners(bind: ())
            observeLabelShowmodelText(bind: ())
            observeRowsForEachrowinrowUpdatemodel(bind: ())
          }

          private let _observeRender_bind = _ObservationTrackingBinding()

          private func observeRender(bind: () = ()) {
            _observeRender_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeRender(bind: $1) }
          }

          private func observeRender(bind pass: _ObservationTrackingPass) {
            pass.tracking { render() }
          }

          private let _observeUpdateCornersradiusdefaultsCorners_bind = _ObservationTrackingBinding()

          private func observeUpdateCornersradiusdefaultsCorners(bind: () = ()) {
            _observeUpdateCornersradiusdefaultsCorners_bind.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeUpdateCornersradiusdefaultsCorners(bind: $1) }
          }

          private func observeUpdateCornersradiusdefaultsCorners(bind pass: _ObservationTrackingPass) {
            pass.tracking { updateCorners(radius: (pass.reading(defaults.corners), defaults.corners).1) }
          }

          private let _observeLabelShowmodelText_bind = _ObservationTrackingBinding()

          private func observeLabelShowmodelText(bind: () = ()) {
            _observeLabelShowmodelText_bind.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeLabelShowmodelText(bind: $1) }
          }

          private func observeLabelShowmodelText(bind pass: _ObservationTrackingPass) {
            pass.tracking { label?.show((pass.reading(model.text), model.text).1) }
          }

          private let _observeRowsForEachrowinrowUpdatemodel_bind = _ObservationTrackingBinding()

          private func observeRowsForEachrowinrowUpdatemodel(bind: () = ()) {
            _observeRowsForEachrowinrowUpdatemodel_bind.observeOnIsolationOrMainActor(self, at: .line(7)) { $0.observeRowsForEachrowinrowUpdatemodel(bind: $1) }
          }

          private func observeRowsForEachrowinrowUpdatemodel(bind pass: _ObservationTrackingPass) {
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
            observePrintmodelTitle(bind: ())
          }

          private let _observePrintmodelTitle_bind = _ObservationTrackingBinding()

          private func observePrintmodelTitle(bind: () = ()) {
            _observePrintmodelTitle_bind.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observePrintmodelTitle(bind: $1) }
          }

          private func observePrintmodelTitle(bind pass: _ObservationTrackingPass) {
            pass.tracking { print("\((pass.reading(model.title), model.title).1)") }
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
            observeLabelText(bind: ())
            observeSpinnerCount(bind: ())
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            pass.tracking {
              if let text = pass.reading(model.text), pass.reading(!text.isEmpty) {
                label.text = text
              } else {
                label.hide()
              }
            }
          }

          private let _observeSpinnerCount_bind = _ObservationTrackingBinding()

          private func observeSpinnerCount(bind: () = ()) {
            _observeSpinnerCount_bind.observeOnIsolationOrMainActor(self, at: .line(9)) { $0.observeSpinnerCount(bind: $1) }
          }

          private func observeSpinnerCount(bind pass: _ObservationTrackingPass) {
            pass.tracking {
              switch pass.reading(model.state) {
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
            observeShowmodelC(bind: ())
          }

          private let _observeShowmodelC_bind = _ObservationTrackingBinding()

          private func observeShowmodelC(bind: () = ()) {
            _observeShowmodelC_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeShowmodelC(bind: $1) }
          }

          private func observeShowmodelC(bind pass: _ObservationTrackingPass) {
            pass.tracking {
              if pass.reading(model.a()) {
                if pass.reading(model.b) { show((pass.reading(model.c), model.c).1) }
              }
            }
          }
        }
        """#
    )
  }

  @Test func otherStatementsAreKept() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            let start = now()
            guard isReady else { return }
            for view in subviews { view.isHidden = true }
            while isBusy { wait() }
            do { log(model.text) }
            defer { finish(start) }
            func helper() { label.text = model.text }
            button.action = { print(model.text) }
            _ = field.becomeFirstResponder()
            count += 1
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
            for view in subviews { view.isHidden = true }
            while isBusy { wait() }
            do { log(model.text) }
            defer { finish(start) }
            func helper() { label.text = model.text }
            button.action = { print(model.text) }
            _ = field.becomeFirstResponder()
            count += 1
            if isLate { }
            observeLabelText(bind: ())
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(15)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            label.text = pass.value(model.text)
          }
        }
        """#
    )
  }

  @Test func assignmentsWithOtherOperators() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            total += model.count
            flags[index] .&= model.isOn ? .max : 0
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeTotal(bind: ())
            observeFlagsindex(bind: ())
          }

          private let _observeTotal_bind = _ObservationTrackingBinding()

          private func observeTotal(bind: () = ()) {
            _observeTotal_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeTotal(bind: $1) }
          }

          private func observeTotal(bind pass: _ObservationTrackingPass) {
            total += pass.value(model.count)
          }

          private let _observeFlagsindex_bind = _ObservationTrackingBinding()

          private func observeFlagsindex(bind: () = ()) {
            _observeFlagsindex_bind.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeFlagsindex(bind: $1) }
          }

          private func observeFlagsindex(bind pass: _ObservationTrackingPass) {
            flags[index] .&= pass.value(model.isOn ? .max : 0)
          }
        }
        """#
    )
  }

  /// The reads of a statement are registered before its body runs, since the body may change the values.
  @Test func whatAStatementReadsIsRegisteredAtOnce() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            if isOn, let user, let name = model.user?.name, case .big(let size) = model.size, #available(macOS 15, *) {
              label.text = name + model.sizes[size]
            } else if !model.isEmpty && model.total() > 3 {
              let rows = model.rows  // all
              list.show(rows: model.format(model.rows[0], style: .plain), animated: self.isOn, count: model.limit! * 2)
            } else if model.isHidden {
              for row in model.rows { row.update(model.text) }
              list.rows.forEach { $0.update(model.text) }
              list.rows.map(model.format)
              list.add(to: &model.rows, \.rows[model.index], model.show(_:), { [model] in model.count }, super.count)
            }
            do {
              try check(model.text, try model.read(model.path))
              title = if model.isOn { model.title } else { "off" }
            } catch {
              show(
                error,
                // What else there is.
                model.details  // all
              )
            }
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeLabelText(bind: ())
            observeCheckmodelTexttrymodelReadmodelPath(bind: ())
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            pass.tracking {
              if pass.reading(isOn), let user = pass.reading(user), let name = pass.reading(model.user?.name), case .big(let size) = pass.reading(model.size), #available(macOS 15, *) {
                label.text = name + (pass.reading(model.sizes[size]), model.sizes[size]).1
              } else if pass.reading(!model.isEmpty && model.total() > 3) {
                let rows = (pass.reading(model.rows), model.rows).1  // all
                list.show(rows: model.format((pass.reading(model.rows[0]), model.rows[0]).1, style: .plain), animated: (pass.reading(self.isOn), self.isOn).1, count: (pass.reading(model.limit!), model.limit!).1 * 2)
              } else if pass.reading(model.isHidden) {
                for row in model.rows { row.update(model.text) }
                list.rows.forEach { $0.update(model.text) }
                list.rows.map(model.format)
                list.add(to: &model.rows, \.rows[model.index], model.show(_:), { [model] in model.count }, super.count)
              }
            }
          }

          private let _observeCheckmodelTexttrymodelReadmodelPath_bind = _ObservationTrackingBinding()

          private func observeCheckmodelTexttrymodelReadmodelPath(bind: () = ()) {
            _observeCheckmodelTexttrymodelReadmodelPath_bind.observeOnIsolationOrMainActor(self, at: .line(15)) { $0.observeCheckmodelTexttrymodelReadmodelPath(bind: $1) }
          }

          private func observeCheckmodelTexttrymodelReadmodelPath(bind pass: _ObservationTrackingPass) {
            pass.tracking {
              do {
                try check((pass.reading(model.text), model.text).1, try model.read((pass.reading(model.path), model.path).1))
                title = if pass.reading(model.isOn) { (pass.reading(model.title), model.title).1 } else { "off" }
              } catch {
                show(
                  error,
                  // What else there is.
                  (pass.reading(model.details), model.details).1  // all
                )
              }
            }
          }
        }
        """#
    )
  }

  @Test func statementsThatCatchErrors() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            do {
              label.text = try model.text()
            } catch {
              label.text = "\(error)"
            }
            try? save(model.text)
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeLabelText(bind: ())
            observeSavemodelText(bind: ())
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            pass.tracking {
              do {
                label.text = try model.text()
              } catch {
                label.text = "\(error)"
              }
            }
          }

          private let _observeSavemodelText_bind = _ObservationTrackingBinding()

          private func observeSavemodelText(bind: () = ()) {
            _observeSavemodelText_bind.observeOnIsolationOrMainActor(self, at: .line(9)) { $0.observeSavemodelText(bind: $1) }
          }

          private func observeSavemodelText(bind pass: _ObservationTrackingPass) {
            pass.tracking { try? save((pass.reading(model.text), model.text).1) }
          }
        }
        """#
    )
  }

  @Test func callsOfTheSuperclassThatReadSomething() {
    expectExpansion(
      of: #"""
        final class Card: Base {
          @ObservationTracking
          func bind(animated: Bool) {
            super.prepare(animated)
            super.set(title: model.title)
            if model.isStale { super.reload() }
          }
        }
        """#,
      to: #"""
        final class Card: Base {
          func bind(animated: Bool) {
            super.prepare(animated)
            observeSuperSettitlemodelTitle(bind__animated_as_Bool: ())
            observeSuperReload(bind__animated_as_Bool: ())
          }

          private let _observeSuperSettitlemodelTitle_bind__animated_as_Bool = _ObservationTrackingBinding()

          private func observeSuperSettitlemodelTitle(bind__animated_as_Bool: () = ()) {
            _observeSuperSettitlemodelTitle_bind__animated_as_Bool.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeSuperSettitlemodelTitle(bind__animated_as_Bool: $1) }
          }

          private func observeSuperSettitlemodelTitle(bind__animated_as_Bool pass: _ObservationTrackingPass) {
            pass.tracking { super.set(title: (pass.reading(model.title), model.title).1) }
          }

          private let _observeSuperReload_bind__animated_as_Bool = _ObservationTrackingBinding()

          private func observeSuperReload(bind__animated_as_Bool: () = ()) {
            _observeSuperReload_bind__animated_as_Bool.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeSuperReload(bind__animated_as_Bool: $1) }
          }

          private func observeSuperReload(bind__animated_as_Bool pass: _ObservationTrackingPass) {
            pass.tracking { if pass.reading(model.isStale) { super.reload() } }
          }
        }
        """#
    )
  }

  /// Nothing in an expansion hides what the statement means.
  @Test func aMemberOfTheNameOfTheParameter() {
    expectExpansion(
      of: #"""
        final class Ticket {
          @ObservationTracking
          func pass() {
            pass.text = "\(pass2.number)"
            label.text = model.text
          }
        }
        """#,
      to: #"""
        final class Ticket {
          func pass() {
            observePassText(pass: ())
            observeLabelText(pass: ())
          }

          private let _observePassText_pass = _ObservationTrackingBinding()

          private func observePassText(pass: () = ()) {
            _observePassText_pass.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observePassText(pass: $1) }
          }

          private func observePassText(pass pass3: _ObservationTrackingPass) {
            pass.text = pass3.value("\(pass2.number)")
          }

          private let _observeLabelText_pass = _ObservationTrackingBinding()

          private func observeLabelText(pass: () = ()) {
            _observeLabelText_pass.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeLabelText(pass: $1) }
          }

          private func observeLabelText(pass: _ObservationTrackingPass) {
            label.text = pass.value(model.text)
          }
        }
        """#
    )
  }

  /// In another method it would be the name of that.
  @Test func theNameOfTheMethodIsKept() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind(_ row: Int, in list: List) {
            label.text = #function + model.text
            log(#function) { func inner() { log(#function) } }
            button.action = { [label] in label.text = #function }
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind(_ row: Int, in list: List) {
            func body() {
              observeLabelText(bind__Int_and_in_as_List: ())
              observeLogfunctionfuncinnerlogfunction(bind__Int_and_in_as_List: ())
              button.action = { [label] in label.text = "bind(_:in:)" }
            }
            body()
          }

          private let _observeLabelText_bind__Int_and_in_as_List = _ObservationTrackingBinding()

          private func observeLabelText(bind__Int_and_in_as_List: () = ()) {
            _observeLabelText_bind__Int_and_in_as_List.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind__Int_and_in_as_List: $1) }
          }

          private func observeLabelText(bind__Int_and_in_as_List pass: _ObservationTrackingPass) {
            label.text = pass.value("bind(_:in:)" + model.text)
          }

          private let _observeLogfunctionfuncinnerlogfunction_bind__Int_and_in_as_List = _ObservationTrackingBinding()

          private func observeLogfunctionfuncinnerlogfunction(bind__Int_and_in_as_List: () = ()) {
            _observeLogfunctionfuncinnerlogfunction_bind__Int_and_in_as_List.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeLogfunctionfuncinnerlogfunction(bind__Int_and_in_as_List: $1) }
          }

          private func observeLogfunctionfuncinnerlogfunction(bind__Int_and_in_as_List pass: _ObservationTrackingPass) {
            pass.tracking { log("bind(_:in:)") { func inner() { log(#function) } } }
          }
        }
        """#
    )
  }

  @Test func twoMethodsThatBindTheSame() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking func bind() { label.text = model.text }
          @ObservationTracking func bind<T>(_ rows: [T], at index: Int) async -> Bool { label.text = model.text; return true }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeLabelText(bind: ())
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(2)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            label.text = pass.value(model.text)
          }
          func bind<T>(_ rows: [T], at index: Int) async -> Bool {
            observeLabelText(bind_3C_T_3E__5B_T_5D__and_at_as_Int_async__returns_Bool: ())
            return true
          }

          private let _observeLabelText_bind_3C_T_3E__5B_T_5D__and_at_as_Int_async__returns_Bool = _ObservationTrackingBinding()

          private func observeLabelText(bind_3C_T_3E__5B_T_5D__and_at_as_Int_async__returns_Bool: () = ()) {
            _observeLabelText_bind_3C_T_3E__5B_T_5D__and_at_as_Int_async__returns_Bool.observeOnIsolationOrMainActor(self, at: .line(3)) { $0.observeLabelText(bind_3C_T_3E__5B_T_5D__and_at_as_Int_async__returns_Bool: $1) }
          }

          private func observeLabelText(bind_3C_T_3E__5B_T_5D__and_at_as_Int_async__returns_Bool pass: _ObservationTrackingPass) {
            label.text = pass.value(model.text)
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
              observeLabelText(bind__Int_async__throws__returns_Int: ())
              // What it does.
              button.action = { [weak self] in
                self?.press()
              }
              return body
              // The end.
            }
            return try await body2()
          }

          private let _observeLabelText_bind__Int_async__throws__returns_Int = _ObservationTrackingBinding()

          private func observeLabelText(bind__Int_async__throws__returns_Int: () = ()) {
            _observeLabelText_bind__Int_async__throws__returns_Int.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind__Int_async__throws__returns_Int: $1) }
          }

          private func observeLabelText(bind__Int_async__throws__returns_Int pass: _ObservationTrackingPass) {
            label.text = pass.value(model.text)
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
            observeLabelText(bind: ()) /* shown */ // why // what
            // last
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            label.text = pass.value({
              model.text }())
          }
        }
        """#
    )
  }
}
