import Observation
import ObservationTracking
import TestSupport
import Testing

/// Subclasses, generic and nested classes, and levels of access.
@Suite @MainActor struct ClassBindingTests {
  private let profile = Profile()

  // MARK: Inheritance

  @MainActor class Base {
    let profile: Profile
    let label = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() { label.text = profile.name }
  }

  class Derived: Base {
    let detail = Label()

    @ObservationTracking override func bind() {
      super.bind()
      // The names of these are those of the superclass's binding.
      label.text = "\(profile.name)!"
      detail.text = "\(profile.age)"
    }
  }

  final class Unmarked: Base {
    override func bind() {
      label.style = .plain
      super.bind()
    }
  }

  @Test func aSubclassAddsBindings() async {
    weak var released: Derived?
    do {
      let derived = Derived(profile)
      released = derived
      derived.bind()
      #expect(derived.label.assignmentCount == 2 && derived.label.text == "Ada!")
      profile.age = 1
      await mainActorTurns()
      #expect(derived.detail.text == "1")
      profile.name = "Grace"
      await mainActorTurns()
      #expect(derived.label.assignmentCount == 4)
    }
    #expect(released == nil)
    #expect(profile.registrationCount == 0)
  }

  @Test func anInheritedMethodBindsTheSubclass() async {
    let unmarked = Unmarked(profile)
    unmarked.bind()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(unmarked.label.text == "Grace")
  }

  // MARK: Generic and nested classes

  @MainActor final class Box<Value> {
    let profile: Profile
    let map: (String) -> Value
    var value: Value?

    init(_ profile: Profile, _ map: @escaping (String) -> Value) {
      self.profile = profile
      self.map = map
    }

    @ObservationTracking func bind() { value = map(profile.name) }

    @MainActor final class Inner {
      let profile: Profile
      var value: (Value?, Int)

      init(_ profile: Profile) {
        self.profile = profile
        value = (nil, 0)
      }

      @ObservationTracking func bind() { value.1 = profile.age }
    }
  }

  @Test func aGenericClassIsBound() async {
    let counts = Box(profile) { $0.count }
    let names = Box(profile) { $0.uppercased() }
    counts.bind()
    names.bindMore()
    #expect(counts.value == 3 && names.value == "ADA")
    profile.name = "Grace"
    await mainActorTurns()
    #expect(counts.value == 5 && names.value == "GRACE")
  }

  @Test func aNestedClassOfAGenericOneIsBound() async {
    let inner = Box<String>.Inner(profile)
    inner.bind()
    profile.age = 7
    await mainActorTurns()
    #expect(inner.value.1 == 7)
  }

  // MARK: Observable owners

  @MainActor @Observable final class Summary {
    let profile: Profile
    var text = ""

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() { text = "\(profile.name), \(profile.age)" }
  }

  @Test func anObservableClassFollowsAnother() async {
    let summary = Summary(profile)
    summary.bind()
    let label = Label()
    let token = withPortableContinuousObservation { _ in label.text = summary.text }
    profile.age = 7
    await mainActorTurns()
    await mainActorTurns()
    #expect(label.text == "Ada, 7")
    token.cancel()
  }

  // MARK: Access

  @Test func methodsOfAllLevelsOfAccessAreBound() async {
    let open = OpenCard(profile)
    open.bind()
    let hidden = FilePrivateCard(profile)
    hidden.bind()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(open.label.text == "Grace")
    #expect(hidden.texts == ["Grace", "Grace"])
  }
}

extension ClassBindingTests.Box {
  @ObservationTracking func bindMore() { self.value = map(profile.name) }
}

@MainActor open class OpenCard {
  let profile: Profile
  let label = Label()

  init(_ profile: Profile) {
    self.profile = profile
  }

  @ObservationTracking open func bind() { label.text = profile.name }
  /// Binds the style.
  @ObservationTracking public final func bindPublic() { label.style = profile.style }
  @ObservationTracking package func bindPackage() { label.show(profile.age) }
}

@MainActor private final class FilePrivateCard {
  private let profile: Profile
  private let label = Label()
  fileprivate let other = Label()

  var texts: [String?] { [label.text, other.text] }

  init(_ profile: Profile) {
    self.profile = profile
  }

  func bind() {
    bindPrivately()
    bindInFile()
  }

  @ObservationTracking private func bindPrivately() { label.text = profile.name }
  @ObservationTracking fileprivate func bindInFile() { other.text = profile.name }
}
