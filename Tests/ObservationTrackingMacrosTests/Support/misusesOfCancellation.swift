/// `@CancellableObservation`, `@StartObservations` and `@StopObservations`.
let misusesOfCancellation: [MisuseTests.Misuse] = [
  .init(
    testDescription: "aCancellableStruct",
    source: #"""
      @CancellableObservation
      struct A {
        var title = ""
      }
      """#,
    messages: [
      """
      1:1: @CancellableObservation can only be applied to classes, not to a struct; bindings of an actor \
      or of an extension end with their owner
      """
    ],
    fixed: #"""
      struct A {
        var title = ""
      }
      """#
  ),
  .init(
    testDescription: "aCancellableActor",
    source: #"""
      @CancellableObservation
      actor A {}
      """#,
    messages: [
      """
      1:1: @CancellableObservation can only be applied to classes, not to an actor; bindings of an actor \
      or of an extension end with their owner
      """
    ],
    fixed: #"""
      actor A {}
      """#
  ),
  .init(
    testDescription: "aCancellableEnum",
    source: #"""
      @CancellableObservation enum A {}
      """#,
    messages: [
      """
      1:1: @CancellableObservation can only be applied to classes, not to an enum; bindings of an actor or \
      of an extension end with their owner
      """
    ],
    fixed: #"""
      enum A {}
      """#
  ),
  .init(
    testDescription: "aCancellableExtension",
    source: #"""
      @CancellableObservation
      extension A {}
      """#,
    messages: [
      """
      1:1: @CancellableObservation can only be applied to classes, not to an extension; bindings of an \
      actor or of an extension end with their owner
      """
    ],
    fixed: #"""
      extension A {}
      """#
  ),
  .init(
    testDescription: "aComputedScreen",
    source: #"""
      @CancellableObservation(screen: isScreen)
      final class A: B {}
      """#,
    messages: [
      """
      1:33: The screen of @CancellableObservation must be written as true or false; the macro reads it at compile time
      """
    ],
    fixed: #"""
      @CancellableObservation(screen: true)
      final class A: B {}
      """#
  ),
  .init(
    testDescription: "namesThatExist",
    source: #"""
      @CancellableObservation
      final class A {
        @ObservationTracking func bind() { label.text = model.title }
        func observeLabelText() {}
        var cancelObserveLabelText = 0
        func observeLabelText(_ text: String) {}
      }
      """#,
    messages: [
      """
      4:8: 'observeLabelText' is already declared, and a binding would generate it; rename this declaration
      """,
      """
      5:7: 'cancelObserveLabelText' is already declared, and a binding would generate it; rename this declaration
      """,
    ],
    fixed: #"""
      @CancellableObservation
      final class A {
        @ObservationTracking func bind() { label.text = model.title }
        func observeLabelTextByHand() {}
        var cancelObserveLabelTextByHand = 0
        func observeLabelText(_ text: String) {}
      }
      """#
  ),
  .init(
    testDescription: "aNameThatIsGeneratedTwice",
    source: #"""
      @CancellableObservation
      final class A {
        @ObservationTracking func bind() { label.text = model.title }
        @ObservationTracking func bindAgain() {
          label.text = model.subtitle
        }
      }
      """#,
    messages: [
      """
      5:5: 'observeLabelText()' is already generated for a binding in another method; keep only one of the two, or write \
      both in one method, where equal names get numbers
      """
    ],
    fixed: nil
  ),
  .init(
    testDescription: "reservedNames",
    source: #"""
      @CancellableObservation
      final class A {
        var observationTokens: [String: String] = [:]
        func stopObservations() {}
      }
      """#,
    messages: [
      """
      3:7: 'observationTokens' is already declared, and @CancellableObservation would generate it; rename this \
      declaration
      """,
      """
      4:8: 'stopObservations' is already declared, and @CancellableObservation would generate it; rename this \
      declaration
      """,
    ],
    fixed: #"""
      @CancellableObservation
      final class A {
        var observationTokensByHand: [String: String] = [:]
        func stopObservationsByHand() {}
      }
      """#
  ),
  .init(
    testDescription: "startingWithoutBody",
    source: #"""
      protocol A {
        @StartObservations func resume()
      }
      """#,
    messages: [
      "2:3: @StartObservations can only be applied to functions with a body"
    ],
    fixed: #"""
      protocol A {
        func resume()
      }
      """#
  ),
  .init(
    testDescription: "stoppingWithoutBody",
    source: #"""
      final class A {
        @StopObservations
        func pause()
      }
      """#,
    messages: [
      "2:3: @StopObservations can only be applied to functions with a body"
    ],
    fixed: #"""
      final class A {
        func pause()
      }
      """#
  ),
  .init(
    testDescription: "startingWithoutTokens",
    source: #"""
      final class A {
        @StartObservations
        func resume() { prepare() }
      }
      """#,
    messages: ["2:3: @StartObservations needs the tokens of @CancellableObservation; add that to the class"],
    fixed: nil
  ),
  .init(
    testDescription: "aScreenWithoutASuperclass",
    source: #"""
      @CancellableObservation(screen: true)
      final class A {}
      """#,
    messages: [
      """
      1:1: @CancellableObservation(screen: true) overrides methods of a view controller, and this class has no \
      superclass
      """
    ],
    fixed: nil
  ),
  .init(
    testDescription: "anOverrideUnderACondition",
    source: #"""
      @CancellableObservation(screen: true)
      final class A: Controller {
        #if os(iOS)
          override func viewWillAppear(_ animated: Bool) {}
        #endif
      }
      """#,
    messages: [
      """
      4:19: @CancellableObservation(screen: true) can't see 'viewWillAppear' inside '#if'; move the '#if' into the \
      method, or mark the method by hand and remove 'screen: true'
      """
    ],
    fixed: nil
  ),
  .init(
    testDescription: "methodsThatCannotBeStartedTogether",
    source: #"""
      @CancellableObservation
      final class A<T> {
        @ObservationTracking @MainActor func bind() { label.text = model.text }
        @ObservationTracking @StoreActor func bindStore() { store.text = model.text }
        @ObservationTracking func bindNumber() where T == Int { value = model.value }
      }
      """#,
    messages: [
      """
      4:24: startObservationsIfNeeded() can't start methods that are isolated to different actors, such as \
      'StoreActor'; isolate the class instead
      """,
      """
      5:42: startObservationsIfNeeded() can't start 'bindNumber', because its 'where' clause may not apply; move the \
      bindings into an extension
      """,
    ],
    fixed: nil
  ),
  .init(
    testDescription: "namesOfPatternsAndTypes",
    source: #"""
      @CancellableObservation
      final class A {
        @ObservationTracking func bind() { label.text = model.text }
        var (observationTokens, other) = (1, 2)
        struct observeLabelText {}
        static func stopObservations() {}
      }
      """#,
    messages: [
      """
      4:8: 'observationTokens' is already declared, and @CancellableObservation would generate it; rename this \
      declaration
      """,
      "5:10: 'observeLabelText' is already declared, and a binding would generate it; rename this declaration",
    ],
    fixed: #"""
      @CancellableObservation
      final class A {
        @ObservationTracking func bind() { label.text = model.text }
        var (observationTokensByHand, other) = (1, 2)
        struct observeLabelTextByHand {}
        static func stopObservations() {}
      }
      """#
  ),
  .init(
    testDescription: "aScreenThatStartsTwice",
    source: #"""
      @CancellableObservation(screen: true)
      final class A: Controller {
        @ObservationTracking func bind() { label.text = model.text }
        @StartObservations
        override func viewDidLoad() { super.viewDidLoad() }
        @StopObservations override func viewWillDisappear(_ animated: Bool) { pause() }
        @StartObservations func appBecameActive() { resume() }
        @Other.StartObservations override func viewDidAppear(_ animated: Bool) { resume() }
      }
      """#,
    messages: [
      """
      4:3: With 'screen: true', 'viewWillAppear' starts the bindings already; remove @StartObservations from \
      'viewDidLoad', or remove 'screen: true'
      """,
      """
      6:3: With 'screen: true', 'viewDidDisappear' stops the bindings already; remove @StopObservations from \
      'viewWillDisappear', or remove 'screen: true'
      """,
    ],
    fixed: #"""
      @CancellableObservation(screen: true)
      final class A: Controller {
        @ObservationTracking func bind() { label.text = model.text }
        override func viewDidLoad() { super.viewDidLoad() }
        override func viewWillDisappear(_ animated: Bool) { pause() }
        @StartObservations func appBecameActive() { resume() }
        @Other.StartObservations override func viewDidAppear(_ animated: Bool) { resume() }
      }
      """#
  ),
]
