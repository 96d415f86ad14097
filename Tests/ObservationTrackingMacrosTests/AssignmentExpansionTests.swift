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
            observeTitleLabelText()
          }

          private let _observeTitleLabelText = _ObservationBinding()

          private func observeTitleLabelText() {
            _observeTitleLabelText.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeTitleLabelText(in: $1) }
          }

          private func observeTitleLabelText(in pass: _ObservationPass) {
            titleLabel.text = pass.tracking { model.title }
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
            observeValue()
            observeSelfCount()
          }

          private let _observeValue = _ObservationBinding()

          private func observeValue() {
            _observeValue.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeValue(in: $1) }
          }

          private func observeValue(in pass: _ObservationPass) {
            value = pass.tracking { model.data }
          }

          private let _observeSelfCount = _ObservationBinding()

          private func observeSelfCount() {
            _observeSelfCount.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeSelfCount(in: $1) }
          }

          private func observeSelfCount(in pass: _ObservationPass) {
            self.count = pass.tracking { model.count }
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
            observeSelfItemscurrentIndexTitle()
            observeRows0LabelText()
          }

          private let _observeSelfItemscurrentIndexTitle = _ObservationBinding()

          private func observeSelfItemscurrentIndexTitle() {
            _observeSelfItemscurrentIndexTitle.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeSelfItemscurrentIndexTitle(in: $1) }
          }

          private func observeSelfItemscurrentIndexTitle(in pass: _ObservationPass) {
            self.items[currentIndex].title = pass.tracking { model.title }
          }

          private let _observeRows0LabelText = _ObservationBinding()

          private func observeRows0LabelText() {
            _observeRows0LabelText.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeRows0LabelText(in: $1) }
          }

          private func observeRows0LabelText(in pass: _ObservationPass) {
            rows[0]?.label!.text = pass.tracking { model.text }
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
            observeNameText()  // as it is

            /* Over several lines. */
            observeAgeText()
            observeHintText()
          }

          private let _observeNameText = _ObservationBinding()

          private func observeNameText() {
            _observeNameText.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeNameText(in: $1) }
          }

          private func observeNameText(in pass: _ObservationPass) {
            name.text = pass.tracking { model.name }
          }

          private let _observeAgeText = _ObservationBinding()

          private func observeAgeText() {
            _observeAgeText.observeOnIsolationOrMainActor(self, at: .line(9)) { $0.observeAgeText(in: $1) }
          }

          private func observeAgeText(in pass: _ObservationPass) {
            age.text = pass.tracking {
              model.age > 99
                // nobody knows
                ? "old"
                : "\(model.age)"
            }
          }

          private let _observeHintText = _ObservationBinding()

          private func observeHintText() {
            _observeHintText.observeOnIsolationOrMainActor(self, at: .line(13)) { $0.observeHintText(in: $1) }
          }

          private func observeHintText(in pass: _ObservationPass) {
            hint.text = pass.tracking { model.hint }
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
            observeLabelText()
          }

          private let _observeLabelText = _ObservationBinding()

          private func observeLabelText() {
            _observeLabelText.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(in: $1) }
          }

          private func observeLabelText(in pass: _ObservationPass) {
            label.text = pass.tracking {
              """
                \(model.name)
                  \(model.age)

                """
            }
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
            observeLabelText()
            observeLabelColor()
          }

          private let _observeLabelText = _ObservationBinding()

          private func observeLabelText() {
            _observeLabelText.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeLabelText(in: $1) }
          }

          private func observeLabelText(in pass: _ObservationPass) {
            label.text = pass.tracking { if model.isShown { model.text } else { nil } }
          }

          private let _observeLabelColor = _ObservationBinding()

          private func observeLabelColor() {
            _observeLabelColor.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeLabelColor(in: $1) }
          }

          private func observeLabelColor(in pass: _ObservationPass) {
            label.color = pass.tracking { model.isOn ? .red : .gray }
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
            observeFooBar()
            observeFooBar2()
            observeFooBar3()
          }

          private let _observeFooBar = _ObservationBinding()

          private func observeFooBar() {
            _observeFooBar.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeFooBar(in: $1) }
          }

          private func observeFooBar(in pass: _ObservationPass) {
            foo.bar = pass.tracking { model.a }
          }

          private let _observeFooBar2 = _ObservationBinding()

          private func observeFooBar2() {
            _observeFooBar2.observeOnIsolationOrMainActor(self, at: .line(5)) { $0.observeFooBar2(in: $1) }
          }

          private func observeFooBar2(in pass: _ObservationPass) {
            fooBar = pass.tracking { model.b }
          }

          private let _observeFooBar3 = _ObservationBinding()

          private func observeFooBar3() {
            _observeFooBar3.observeOnIsolationOrMainActor(self, at: .line(6)) { $0.observeFooBar3(in: $1) }
          }

          private func observeFooBar3(in pass: _ObservationPass) {
            foo.bar = pass.tracking { model.c }
          }
        }
        """#
    )
  }
}
