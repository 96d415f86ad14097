import Observation
import ObservationTracking
import TestSupport
import Testing

@testable import ObservationBridge

/// Assignments of closures, which get their type from what they are assigned to.
@Suite @MainActor struct ClosureAssignmentTests {
  private let profile = Profile()
  private let log = Log<String>()

  /// Has a property of each type that handlers have, and counts assignments.
  @MainActor final class Button {
    private(set) var assignmentCount = 0

    var plain: () -> Void = {} { didSet { assignmentCount += 1 } }
    var onMainActor: @MainActor () -> Void = {} { didSet { assignmentCount += 1 } }
    var sendable: @Sendable () -> Void = {} { didSet { assignmentCount += 1 } }
    var optional: (() -> Void)? { didSet { assignmentCount += 1 } }
    var optionalOnMainActor: (@MainActor () -> Void)? { didSet { assignmentCount += 1 } }
    var optionalSendable: (@Sendable () -> Void)? { didSet { assignmentCount += 1 } }
    var async: (@MainActor () async -> Void)? { didSet { assignmentCount += 1 } }
    var withArgument: (@MainActor @Sendable (String) -> Void)? { didSet { assignmentCount += 1 } }
    var several: [@MainActor () -> Void] = [] { didSet { assignmentCount += 1 } }

    func press() async {
      plain()
      onMainActor()
      sendable()
      optional?()
      optionalOnMainActor?()
      optionalSendable?()
      await async?()
      withArgument?("!")
      for action in several { action() }
    }
  }

  @MainActor final class Screen {
    let button = Button()
    let profile: Profile
    let log: Log<String>

    init(_ profile: Profile, _ log: Log<String>) {
      (self.profile, self.log) = (profile, log)
    }

    @ObservationTracking
    func bind() {
      button.plain = { [name = profile.name, log] in log.append(name) }
      button.onMainActor = { [name = profile.name, log] in log.append(name) }
      button.sendable = { [name = profile.name, log] in log.append(name) }
      button.optional = { [name = profile.name, log] in log.append(name) }
      button.optionalOnMainActor = { [weak self, name = profile.name] in self?.log.append(name) }
      button.optionalSendable = { [log, name = profile.name] in log.append(name) }
      button.async = { [name = profile.name, log] in log.append(name) }
      button.withArgument = { [name = profile.name, log] in log.append(name + $0) }
      button.several = [{ [name = profile.name, log] in log.append(name) }]
    }
  }

  @Test func aClosureOfAnyTypeIsAssignedOnceForEachChangeOfWhatItCaptures() async {
    let screen = Screen(profile, log)
    screen.bind()
    #expect(screen.button.assignmentCount == 9)
    await screen.button.press()
    #expect(log.elements == Array(repeating: "Ada", count: 7) + ["Ada!", "Ada"])
    profile.name = "Grace"
    profile.age += 1
    await mainActorTurns()
    #expect(screen.button.assignmentCount == 18)
    await screen.button.press()
    #expect(log.elements.suffix(9) == Array(repeating: "Grace", count: 7) + ["Grace!", "Grace"])
  }

  /// A button that may be another one, or none.
  @MainActor @Observable final class Toolbar {
    var button: Button?
  }

  @MainActor final class ToolbarScreen {
    let toolbar = Toolbar()
    let profile: Profile
    private(set) var readCount = 0

    init(_ profile: Profile) {
      self.profile = profile
    }

    private func read<Value>(_ value: Value) -> Value {
      readCount += 1
      return value
    }

    @ObservationTracking
    func bind() {
      toolbar.button?.onMainActor = { [name = read(profile.name), age = read(profile.age), weak toolbar] in
        _ = (name, age, toolbar)
      }
    }
  }

  @Test func capturesAreEvaluatedOncePerRunAndTheLeftSideIsNoDependency() async {
    let screen = ToolbarScreen(profile)
    let first = Button()
    let second = Button()
    screen.toolbar.button = first
    screen.bind()
    #expect(first.assignmentCount == 1)
    #expect(screen.readCount == 2)
    screen.toolbar.button = second
    await mainActorTurns()
    #expect(second.assignmentCount == 0)
    profile.age += 1
    await mainActorTurns()
    #expect(second.assignmentCount == 1)
    #expect(screen.readCount == 4)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(second.assignmentCount == 2)
    #expect(first.assignmentCount == 1)
  }

  @Test func anAssignmentToNothingWaitsForItsTarget() async {
    let screen = ToolbarScreen(profile)
    screen.bind()
    #expect(screen.readCount == 0)
    let button = Button()
    screen.toolbar.button = button
    await mainActorTurns()
    #expect(button.assignmentCount == 1)
    profile.age += 1
    await mainActorTurns()
    #expect(button.assignmentCount == 2)
  }

  @MainActor final class TaskScreen {
    let profile: Profile
    let now = Label()
    let later = Label()
    let captured = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      Task.immediate { now.text = profile.name }
      Task { [name = profile.name] in captured.text = name }
      [later].forEach { $0.text = profile.name }
    }
  }

  @Test func aTaskIsObservedAsFarAsItRunsInTheBinding() async {
    let screen = TaskScreen(profile)
    screen.bind()
    await eventually { screen.captured.text == "Ada" }
    profile.name = "Grace"
    await eventually { screen.captured.text == "Grace" }
    #expect(screen.now.text == "Grace")
    #expect(screen.later.text == "Grace")
    #expect([screen.now, screen.later, screen.captured].map(\.assignmentCount) == [2, 2, 2])
  }
}
