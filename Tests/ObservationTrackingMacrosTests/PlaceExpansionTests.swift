import Testing

/// Where a method is written decides what holds its bindings, and where they run.
@Suite struct PlaceExpansionTests {
  @Test func anActor() {
    expectExpansion(
      of: #"""
        actor Worker {
          @ObservationTracking
          func bind() {
            sum = model.sum
          }
        }
        """#,
      to: #"""
        actor Worker {
          func bind() {
            observeSum()
          }

          private let _observeSum = _ObservationBinding()

          private func observeSum() {
            _observeSum.observe(self, at: .line(4)) { $0.observeSum(in: $1) }
          }

          private func observeSum(in pass: _ObservationPass) {
            sum = pass.tracking { model.sum }
          }
        }
        """#
    )
  }

  @Test func anExtension() {
    expectExpansion(
      of: #"""
        extension Box {
          @ObservationTracking
          func bind() where Value == Int {
            value = model.value
          }
        }
        """#,
      to: #"""
        extension Box {
          func bind() where Value == Int {
            observeValue()
          }

          private func observeValue() where Value == Int {
            ObservationTokens._of(self)["\(#fileID) Box where Value == Int.observeValue"].observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeValue(in: $1) }
          }

          private func observeValue(in pass: _ObservationPass) where Value == Int {
            value = pass.tracking { model.value }
          }
        }
        """#
    )
  }

  @Test func aNestedClass() {
    expectExpansion(
      of: #"""
        struct Outer {
          final class Inner {
            @ObservationTracking func bind() { value = model.value }
          }
        }
        """#,
      to: #"""
        struct Outer {
          final class Inner {
            func bind() {
              observeValue()
            }

            private let _observeValue = _ObservationBinding()

            private func observeValue() {
              _observeValue.observeOnIsolationOrMainActor(self, at: .line(3)) { $0.observeValue(in: $1) }
            }

            private func observeValue(in pass: _ObservationPass) {
              value = pass.tracking { model.value }
            }
          }
        }
        """#
    )
  }

  @Test func isolationAndAvailabilityOfTheMethodGoOnItsBindings() {
    expectExpansion(
      of: #"""
        class Card {
          @available(macOS 15, *)
          @discardableResult
          @StorageActor
          @ObservationTracking
          public final func bind() {
            value = model.value
          }

          @ObservationTracking(isolation: .task)
          nonisolated func bindMore() {
            other = model.value
          }
        }
        """#,
      to: #"""
        class Card {
          @available(macOS 15, *)
          @discardableResult
          @StorageActor
          public final func bind() {
            observeValue()
          }

          private let _observeValue = _ObservationBinding()

          @available(macOS 15, *) @StorageActor private func observeValue() {
            _observeValue.observeOnIsolationOrMainActor(self, at: .line(7)) { $0.observeValue(in: $1) }
          }

          @available(macOS 15, *) @StorageActor private func observeValue(in pass: _ObservationPass) {
            value = pass.tracking { model.value }
          }
          nonisolated func bindMore() {
            observeOther()
          }

          private let _observeOther = _ObservationBinding()

          nonisolated private func observeOther() {
            _observeOther.observe(self, at: .line(12)) { $0.observeOther(in: $1) }
          }

          nonisolated private func observeOther(in pass: _ObservationPass) {
            other = pass.tracking { model.value }
          }
        }
        """#
    )
  }

  @Test func aClassOfAnotherGlobalActor() {
    expectExpansion(
      of: #"""
        @StorageActor final class Store {
          @ObservationTracking
          func bind() {
            value = model.value
          }

          @ObservationTracking @MainActor
          func bindView() {
            label.text = model.value
          }
        }
        """#,
      to: #"""
        @StorageActor final class Store {
          func bind() {
            observeValue()
          }

          private let _observeValue = _ObservationBinding()

          private func observeValue() {
            _observeValue.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeValue(in: $1) }
          }

          private func observeValue(in pass: _ObservationPass) {
            value = pass.tracking { model.value }
          }

          @MainActor
          func bindView() {
            observeLabelText()
          }

          private let _observeLabelText = _ObservationBinding()

          @MainActor private func observeLabelText() {
            _observeLabelText.observeOnMainActor(self, at: .line(9)) { $0.observeLabelText(in: $1) }
          }

          @MainActor private func observeLabelText(in pass: _ObservationPass) {
            label.text = pass.tracking { model.value }
          }
        }
        """#
    )
  }
}
