import Testing

/// Assignments: the right side is tracked, the left side keeps its form.
@Suite struct AssignmentExpansionTests {
  @Test func anAssignment() {
    expectExpansion(
      of: #"""
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
            observeTitleLabelText(bind: ())
          }

          private let _observeTitleLabelText_bind = _ObservationTrackingBinding()

          private func observeTitleLabelText(bind: () = ()) {
            _observeTitleLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeTitleLabelText(bind: $1) }
          }

          private func observeTitleLabelText(bind pass: _ObservationTrackingPass) {
            titleLabel.text = pass.value(model.title)
          }
        }
        """#
    )
  }

  @Test func aPropertyOfTheClassAndSelf() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            value =model.data
            self.count = model.count
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeValue(bind: ())
            observeSelfCount(bind: ())
          }

          private let _observeValue_bind = _ObservationTrackingBinding()

          private func observeValue(bind: () = ()) {
            _observeValue_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeValue(bind: $1) }
          }

          private func observeValue(bind pass: _ObservationTrackingPass) {
            value = pass.value(model.data)
          }

          private let _observeSelfCount_bind = _ObservationTrackingBinding()

          private func observeSelfCount(bind: () = ()) {
            _observeSelfCount_bind.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeSelfCount(bind: $1) }
          }

          private func observeSelfCount(bind pass: _ObservationTrackingPass) {
            self.count = pass.value(model.count)
          }
        }
        """#
    )
  }

  @Test func subscriptsAndOptionalChaining() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            self.items[currentIndex].title = model.title
            rows[0]?.label!.text = model.text
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeSelfItemscurrentIndexTitle(bind: ())
            observeRows0LabelText(bind: ())
          }

          private let _observeSelfItemscurrentIndexTitle_bind = _ObservationTrackingBinding()

          private func observeSelfItemscurrentIndexTitle(bind: () = ()) {
            _observeSelfItemscurrentIndexTitle_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeSelfItemscurrentIndexTitle(bind: $1) }
          }

          private func observeSelfItemscurrentIndexTitle(bind pass: _ObservationTrackingPass) {
            self.items[currentIndex].title = pass.value(model.title)
          }

          private let _observeRows0LabelText_bind = _ObservationTrackingBinding()

          private func observeRows0LabelText(bind: () = ()) {
            _observeRows0LabelText_bind.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeRows0LabelText(bind: $1) }
          }

          private func observeRows0LabelText(bind pass: _ObservationTrackingPass) {
            rows[0]?.label!.text = pass.value(model.text)
          }
        }
        """#
    )
  }

  @Test func commentsAndLayout() {
    expectExpansion(
      of: #"""
        final class Card {
          /// Shows the model.
          @ObservationTracking
          func bind() {
            // The name.
            name.text = model.name  // as it is

            /* Over several lines. */
            age.text =
              model.age > 99
                // nobody knows
                ? "old"
                : "\(model.age)"; hint.text = model.hint
          }
        }
        """#,
      to: #"""
        final class Card {
          /// Shows the model.
          func bind() {
            // The name.
            observeNameText(bind: ())  // as it is

            /* Over several lines. */
            observeAgeText(bind: ())
            observeHintText(bind: ())
          }

          private let _observeNameText_bind = _ObservationTrackingBinding()

          private func observeNameText(bind: () = ()) {
            _observeNameText_bind.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeNameText(bind: $1) }
          }

          private func observeNameText(bind pass: _ObservationTrackingPass) {
            name.text = pass.value(model.name)
          }

          private let _observeAgeText_bind = _ObservationTrackingBinding()

          private func observeAgeText(bind: () = ()) {
            _observeAgeText_bind.observeOnIsolationOrMainActor(self, at: .line(9)) { $0.observeAgeText(bind: $1) }
          }

          private func observeAgeText(bind pass: _ObservationTrackingPass) {
            age.text = pass.value({
              model.age > 99
                // nobody knows
                ? "old"
                : "\(model.age)" }())
          }

          private let _observeHintText_bind = _ObservationTrackingBinding()

          private func observeHintText(bind: () = ()) {
            _observeHintText_bind.observeOnIsolationOrMainActor(self, at: .line(13)) { $0.observeHintText(bind: $1) }
          }

          private func observeHintText(bind pass: _ObservationTrackingPass) {
            hint.text = pass.value(model.hint)
          }
        }
        """#
    )
  }

  @Test func aStringOverSeveralLines() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            label.text = """
              \(model.name)
                \(model.age)

              """
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeLabelText(bind: ())
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            label.text = pass.value({ """
              \(model.name)
                \(model.age)

              """ }())
          }
        }
        """#
    )
  }

  @Test func anExpressionWithBranches() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            label.text = if model.isShown { model.text } else { nil }
            label.color = model.isOn ? .red : .gray
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeLabelText(bind: ())
            observeLabelColor(bind: ())
          }

          private let _observeLabelText_bind = _ObservationTrackingBinding()

          private func observeLabelText(bind: () = ()) {
            _observeLabelText_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(bind: $1) }
          }

          private func observeLabelText(bind pass: _ObservationTrackingPass) {
            label.text = pass.value({ if model.isShown { model.text } else { nil } }())
          }

          private let _observeLabelColor_bind = _ObservationTrackingBinding()

          private func observeLabelColor(bind: () = ()) {
            _observeLabelColor_bind.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeLabelColor(bind: $1) }
          }

          private func observeLabelColor(bind pass: _ObservationTrackingPass) {
            label.color = pass.value(model.isOn ? .red : .gray)
          }
        }
        """#
    )
  }

  @Test func equalNamesAreNumbered() {
    expectExpansion(
      of: #"""
        final class Card {
          @ObservationTracking
          func bind() {
            foo.bar = model.a
            fooBar = model.b
            foo.bar = model.c
          }
        }
        """#,
      to: #"""
        final class Card {
          func bind() {
            observeFooBar(bind: ())
            observeFooBar2(bind: ())
            observeFooBar3(bind: ())
          }

          private let _observeFooBar_bind = _ObservationTrackingBinding()

          private func observeFooBar(bind: () = ()) {
            _observeFooBar_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeFooBar(bind: $1) }
          }

          private func observeFooBar(bind pass: _ObservationTrackingPass) {
            foo.bar = pass.value(model.a)
          }

          private let _observeFooBar2_bind = _ObservationTrackingBinding()

          private func observeFooBar2(bind: () = ()) {
            _observeFooBar2_bind.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeFooBar2(bind: $1) }
          }

          private func observeFooBar2(bind pass: _ObservationTrackingPass) {
            fooBar = pass.value(model.b)
          }

          private let _observeFooBar3_bind = _ObservationTrackingBinding()

          private func observeFooBar3(bind: () = ()) {
            _observeFooBar3_bind.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeFooBar3(bind: $1) }
          }

          private func observeFooBar3(bind pass: _ObservationTrackingPass) {
            foo.bar = pass.value(model.c)
          }
        }
        """#
    )
  }
}
