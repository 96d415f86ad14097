import Testing

/// The place of a method decides where its bindings are stored, and on which isolation they run.
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
            observeSum(bind: ())
          }

          private let _observeSum_bind = _ObservationTrackingBinding()

          private func observeSum(bind: () = ()) {
            _observeSum_bind.observe(self, at: .line(4)) { $0.observeSum(bind: $1) }
          }

          private func observeSum(bind pass: _ObservationTrackingPass) {
            sum = pass.value(model.sum)
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
            observeValue(bind_where_Value_is_Int: ())
          }

          private func observeValue(bind_where_Value_is_Int: () = ()) where Value == Int {
            _ObservationTrackingTokens._of(self)._binding("\(#fileID) Box.bind_where_Value_is_Int.observeValue").observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeValue(bind_where_Value_is_Int: $1) }
          }

          private func observeValue(bind_where_Value_is_Int pass: _ObservationTrackingPass) where Value == Int {
            value = pass.value(model.value)
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
              observeValue(bind: ())
            }

            private let _observeValue_bind = _ObservationTrackingBinding()

            private func observeValue(bind: () = ()) {
              _observeValue_bind.observeOnIsolationOrMainActor(self, at: .line(3)) { $0.observeValue(bind: $1) }
            }

            private func observeValue(bind pass: _ObservationTrackingPass) {
              value = pass.value(model.value)
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
            observeValue(bind: ())
          }

          private let _observeValue_bind = _ObservationTrackingBinding()

          @available(macOS 15, *) @StorageActor private func observeValue(bind: () = ()) {
            _observeValue_bind.observeOnIsolationOrMainActor(self, at: .line(7)) { $0.observeValue(bind: $1) }
          }

          @available(macOS 15, *) @StorageActor private func observeValue(bind pass: _ObservationTrackingPass) {
            value = pass.value(model.value)
          }
          nonisolated func bindMore() {
            observeOther(bindMore: ())
          }

          private let _observeOther_bindMore = _ObservationTrackingBinding()

          nonisolated private func observeOther(bindMore: () = ()) {
            _observeOther_bindMore.observe(self, at: .line(12)) { $0.observeOther(bindMore: $1) }
          }

          nonisolated private func observeOther(bindMore pass: _ObservationTrackingPass) {
            other = pass.value(model.value)
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
            observeValue(bind: ())
          }

          private let _observeValue_bind = _ObservationTrackingBinding()

          private func observeValue(bind: () = ()) {
            _observeValue_bind.observeOnIsolationOrMainActor(self, at: .line(4)) { $0.observeValue(bind: $1) }
          }

          private func observeValue(bind pass: _ObservationTrackingPass) {
            value = pass.value(model.value)
          }

          @MainActor
          func bindView() {
            observeLabelText(bindView: ())
          }

          private let _observeLabelText_bindView = _ObservationTrackingBinding()

          @MainActor private func observeLabelText(bindView: () = ()) {
            _observeLabelText_bindView.observeOnMainActor(self, at: .line(9)) { $0.observeLabelText(bindView: $1) }
          }

          @MainActor private func observeLabelText(bindView pass: _ObservationTrackingPass) {
            label.text = pass.value(model.value)
          }
        }
        """#
    )
  }
}
