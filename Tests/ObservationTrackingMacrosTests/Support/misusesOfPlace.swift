/// Declarations to which `@ObservationTracking` can't be attached, and wrong arguments.
let misusesOfPlace: [MisuseTests.Misuse] = [
  .init(
    testDescription: "aProperty",
    source: #"""
      final class A {
        @ObservationTracking
        var title: String { model.title }
      }
      """#,
    messages: [
      """
      2:3: @ObservationTracking can only be applied to functions with a body, not to a property; move the \
      assignments into an instance method
      """
    ],
    fixed: #"""
      final class A {
        var title: String { model.title }
      }
      """#
  ),
  .init(
    testDescription: "anInitializer",
    source: #"""
      final class A {
        @ObservationTracking init() { title = model.title }
      }
      """#,
    messages: [
      """
      2:3: @ObservationTracking can only be applied to functions with a body, not to an initializer; move \
      the assignments into an instance method
      """
    ],
    fixed: #"""
      final class A {
        init() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "aClassMethod",
    source: #"""
      final class A {
        // Set up once.
        @ObservationTracking
        class func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      4:3: @ObservationTracking can only be applied to instance methods declared in classes, actors, or \
      extensions, not to class methods; only an instance of a class or an actor can be observed for as \
      long as it lives
      """
    ],
    fixed: #"""
      final class A {
        // Set up once.
        @ObservationTracking
        func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "aStaticMethod",
    source: #"""
      final class A {
        @ObservationTracking public static func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      2:31: @ObservationTracking can only be applied to instance methods declared in classes, actors, or \
      extensions, not to static methods; only an instance of a class or an actor can be observed for as \
      long as it lives
      """
    ],
    fixed: #"""
      final class A {
        @ObservationTracking public func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "aStruct",
    source: #"""
      struct A {
        @ObservationTracking
        mutating func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      2:3: @ObservationTracking can only be applied to instance methods declared in classes, actors, or \
      extensions, not to methods of a struct; only an instance of a class or an actor can be observed for \
      as long as it lives
      """
    ],
    fixed: #"""
      struct A {
        mutating func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "anEnum",
    source: #"""
      enum A {
        @ObservationTracking func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      2:3: @ObservationTracking can only be applied to instance methods declared in classes, actors, or \
      extensions, not to methods of an enum; only an instance of a class or an actor can be observed for \
      as long as it lives
      """
    ],
    fixed: #"""
      enum A {
        func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "aFunctionOutsideOfTypes",
    source: #"""
      @ObservationTracking func bind() { title = model.title }
      """#,
    messages: [
      """
      1:1: @ObservationTracking can only be applied to instance methods declared in classes, actors, or \
      extensions, not to functions outside of types; only an instance of a class or an actor can be \
      observed for as long as it lives
      """
    ],
    fixed: #"""
      func bind() { title = model.title }
      """#
  ),
  .init(
    testDescription: "aProtocol",
    source: #"""
      protocol A {
        @ObservationTracking func bind()
      }
      """#,
    messages: [
      """
      2:3: @ObservationTracking can only be applied to instance methods declared in classes, actors, or \
      extensions, not to methods of a protocol; only an instance of a class or an actor can be observed \
      for as long as it lives
      """
    ],
    fixed: #"""
      protocol A {
        func bind()
      }
      """#
  ),
  .init(
    testDescription: "noBody",
    source: #"""
      final class A {
        @ObservationTracking func bind()
      }
      """#,
    messages: [
      """
      2:29: @ObservationTracking can only be applied to functions with a body; add a body that contains the assignments
      """
    ],
    fixed: #"""
      final class A {
        func bind()
      }
      """#
  ),
  .init(
    testDescription: "anIsolationFromAVariable",
    source: #"""
      final class A {
        @ObservationTracking(isolation: isolation)
        func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      2:35: The isolation of @ObservationTracking must be written as nil, .mainActor, .task, or .synchronous; the \
      macro reads it at compile time
      """
    ],
    fixed: #"""
      final class A {
        @ObservationTracking(isolation: nil)
        func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "aComputedIsolation",
    source: #"""
      final class A {
        @ObservationTracking(isolation: flag ? .mainActor : .task) func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      2:35: The isolation of @ObservationTracking must be written as nil, .mainActor, .task, or .synchronous; the \
      macro reads it at compile time
      """
    ],
    fixed: #"""
      final class A {
        @ObservationTracking(isolation: nil) func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "anUnknownIsolation",
    source: #"""
      final class A {
        @ObservationTracking(isolation: .background) func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      2:35: The isolation of @ObservationTracking must be written as nil, .mainActor, .task, or .synchronous; the \
      macro reads it at compile time
      """
    ],
    fixed: #"""
      final class A {
        @ObservationTracking(isolation: nil) func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "anActorOnTheMainActor",
    source: #"""
      actor A {
        @ObservationTracking(isolation: .mainActor) func bind() { title = model.title }
      }
      """#,
    messages: [
      """
      2:35: A method of an actor can't run on the main actor; remove the isolation, write .task, or mark the method \
      with @MainActor
      """
    ],
    fixed: #"""
      actor A {
        @ObservationTracking(isolation: .task) func bind() { title = model.title }
      }
      """#
  ),
  .init(
    testDescription: "anExtensionWithConditions",
    source: #"""
      extension Box where Value == Int {
        @ObservationTracking
        func bind() { value = model.value }
      }
      """#,
    messages: [
      """
      3:8: The compiler doesn't expand @ObservationTracking in an extension with conditions; remove them from the \
      extension, and write 'where Value == Int' after the method's signature
      """
    ],
    fixed: nil
  ),
  .init(
    testDescription: "startingAndStoppingAtOnce",
    source: #"""
      final class A: Controller {
        @StartObservations @StopObservations func resume() { prepare() }
      }
      """#,
    messages: [
      "2:22: A method can't both start and stop observations; remove one of the attributes",
      // Only swift-syntax's expansion reports this error; the compiler accepts the code.
      "2:3: function can not have more than one body macro applied to it",
    ],
    fixed: nil
  ),
  .init(
    testDescription: "twoMacrosForOneBody",
    source: #"""
      @CancellableObservation(screen: true)
      final class A: Controller {
        @ObservationTracking @StopObservations
        func bind() { value = model.value }

        @ObservationTracking
        override func viewWillAppear(_ animated: Bool) { label.text = model.text }
      }
      """#,
    messages: [
      // Only swift-syntax's expansion reports this error; the compiler accepts the code.
      "3:3: function can not have more than one body macro applied to it"
    ]
      + ["3:24: @ObservationTracking and @StopObservations", "6:3: @ObservationTracking and @StartObservations"].map {
        """
        \($0) both replace the body of this method, and one of them would be ignored; move the bindings into a method \
        of their own, and call it here
        """
      },
    fixed: nil
  ),
]
