import Foundation
import Observation
import ObservationTracking
import TestSupport
import Testing

/// What is a binding doesn't depend on how it is named: each form is run.
@Suite @MainActor struct StatementTests {
  private let profile = Profile()

  @MainActor class Base {
    var reloadCount = 0
    var title = ""
    func reload() { reloadCount += 1 }
    func set(title: String) { self.title = title }
  }

  @MainActor final class Builder {
    var log: [String] = []
    @discardableResult func title(_ title: String) -> Builder {
      log.append(title)
      return self
    }
    @discardableResult func animated(_ isAnimated: Bool) -> Builder { self }
  }

  struct Failure: Error {}

  @MainActor final class Card: Base {
    let profile: Profile
    let builder = Builder()
    let label = Label()
    var shown: [Int] = []
    var total = 0
    var count = 0
    var saved: [String] = []
    var names: [String] = []
    var caught: [String] = []
    var once: [String] = []
    var action: () -> String = { "" }
    var other: (() -> String)?

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      if profile.isShown { label.show(1) }
      switch profile.age {
      case 36: show(10)
      default: show(-1)
      }
      builder.title(profile.name).animated(true)
      total += profile.age
      if profile.age > 40 { count += 1 }
      if profile.age > 40 { super.reload() }
      super.set(title: profile.name)
      action = { [name = profile.name] in name }
      if profile.age > 40 {
        other = { "other" }
      } else {
        other = nil
      }
      try? save(profile.name)
      do {
        try check(profile.age)
        names = [profile.name]
      } catch {
        caught.append("\(error)")
      }
      do { once.append(profile.name) }
      showAll(true)
    }

    private func show(_ number: Int) { shown.append(number) }
    private func save(_ name: String) throws { saved.append(name) }
    private func check(_ age: Int) throws { if age > 40 { throw Failure() } }

    var all = ""
    private func showAll(_ isComplete: Bool) { all = isComplete ? profile.name : "" }
  }

  @Test func everyFormThatReadsSomethingRunsAgain() async {
    let card = Card(profile)
    card.bind()
    #expect(card.shown == [10] && card.total == 36 && card.names == ["Ada"] && card.title == "Ada")
    #expect(card.count == 0 && card.reloadCount == 0 && card.other == nil && card.action() == "Ada")
    profile.age = 41
    await mainActorTurns()
    #expect(card.shown == [10, -1] && card.total == 77 && card.count == 1 && card.reloadCount == 1)
    #expect(card.caught == ["Failure()"] && card.other?() == "other")
    profile.name = "Grace"
    profile.isShown = false
    await mainActorTurns()
    #expect(card.builder.log == ["Ada", "Grace"] && card.title == "Grace" && card.action() == "Grace")
    #expect(card.saved == ["Ada", "Grace"] && card.all == "Grace" && card.label.text == "1")
    profile.age = 1
    await mainActorTurns()
    #expect(card.names == ["Grace"] && card.other == nil)
    #expect(card.once == ["Ada"])
  }

  @MainActor final class Names {
    let profile: Profile
    var first = ""
    var second = ""
    var action: (() -> String)?

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking(isolation: .mainActor)
    func bind(_ prefix: String = "", in other: String = "") {
      first = #function + profile.name
      second = name()
      action = { [second] in second + #function }
    }

    private func name(of function: String = #function) -> String { function }
  }

  @Test func theNameOfTheMethodIsKept() {
    let names = Names(profile)
    names.bind()
    #expect(names.first == "bind(_:in:)Ada")
    #expect(names.action?().hasSuffix("bind(_:in:)") == true)
  }

  @MainActor final class Twice {
    let profile: Profile
    let label = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bindName() { label.text = profile.name }
    @ObservationTracking func bindAge() { label.text = "\(profile.age)" }
  }

  /// As in a list, whose rows bind what their kind needs.
  @Test func twoMethodsBindOneProperty() async {
    let card = Twice(profile)
    card.bindName()
    card.bindAge()
    card.bindAgain()
    #expect(card.label.assignmentCount == 3)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.label.assignmentCount == 5)
    profile.age = 1
    await mainActorTurns()
    #expect(card.label.text == "1" && card.label.assignmentCount == 6)
  }

  // MARK: What is registered before the statement goes on

  @MainActor final class Switching {
    let profile: Profile
    let label = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      if profile.isShown { label.show(profile.age) } else { label.text = profile.name }
    }
  }

  @Test func itsRegistrationsEndWithTheRun() async {
    var view: Switching? = Switching(profile)
    view?.bind()
    await mainActorTurns()
    let count = profile.registrationCount
    for _ in 1...50 {
      profile.isShown.toggle()
      await mainActorTurns()
    }
    #expect(view?.label.assignmentCount == 51)
    #expect(profile.registrationCount == count)
    view = nil
    #expect(profile.registrationCount == 0)
  }

  protocol Shape: Sendable { var name: String { get } }
  struct Circle: Shape { let name = "circle" }

  @MainActor @Observable final class Drawing {
    var shape: any Shape = Circle()
    var note: String? = "note"
    var size = 1.0
    var count = 1
    @ObservationIgnored private(set) var clearCount = 0
    @ObservationIgnored private(set) var added: [Int] = []

    var title: String {
      get throws {
        guard let note else { throw Failure() }
        return note
      }
    }

    func clear() { clearCount += 1 }
    func add(_ number: Int) { added.append(number) }
    func add(_ text: String) { added.append(text.count) }
  }

  @MainActor final class DrawingView {
    let drawing: Drawing
    var log: [String] = []
    var later: (() -> Bool)?
    private(set) var action: (() -> Void)?

    init(_ drawing: Drawing) {
      self.drawing = drawing
    }

    @ObservationTracking
    func bind() {
      draw(drawing.shape)
      onClear(drawing.clear)
      [1, 2].forEach(drawing.add)
      check { self.drawing.count > 0 }
      keep(self.drawing.count > 1)
      resize(drawing.size * 2, drawing.count)
      do {
        try note(drawing.title)
      } catch {
        log.append("none")
      }
      if let note = drawing.note, note.count > drawing.count { show(note[note.startIndex]) }
    }

    private func draw(_ shape: some Shape) { log.append(shape.name) }
    private func onClear(_ action: @escaping () -> Void) { self.action = action }
    private func check(_ isRight: () -> Bool) { log.append("\(isRight())") }
    private func keep(_ isMore: @autoclosure @escaping () -> Bool) { later = isMore }
    private func resize(_ size: CGFloat, _ counts: Int...) { log.append("\(size) \(counts)") }
    private func note(_ text: String) throws { log.append(text) }
    private func show(_ character: Character?) { log.append("\(character!)") }
  }

  /// The compiler sees the types that it would see without the macro.
  @Test func passedValuesKeepTheirTypes() async {
    let drawing = Drawing()
    let view = DrawingView(drawing)
    view.bind()
    #expect(view.log == ["circle", "true", "2.0 [1]", "note", "n"])
    #expect(drawing.added == [1, 2])
    view.action?()
    #expect(drawing.clearCount == 1)
    // Run when the run of the binding is over.
    #expect(view.later?() == false)
    drawing.count = 2
    #expect(view.later?() == true)
    await mainActorTurns()
    view.log = []
    drawing.note = nil
    await mainActorTurns()
    #expect(view.log == ["none"])
    // It holds the view that holds it.
    view.later = nil
  }
}

extension StatementTests.Twice {
  @ObservationTracking func bindAgain() { label.text = profile.name }
}
