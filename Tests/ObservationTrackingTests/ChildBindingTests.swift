import Observation
import ObservationTracking
import TestSupport
import Testing

@testable import ObservationBridge

/// A binding that starts the bindings of another object, as a controller does with its child views.
@Suite @MainActor struct ChildBindingTests {
  @MainActor final class RowView {
    let label = Label()
    private var profile: Profile?

    func show(_ profile: Profile) {
      self.profile = profile
      bind()
    }

    @ObservationTracking
    func bind() {
      label.text = profile?.name
    }
  }

  @MainActor @Observable final class Session {
    var user = Profile()
  }

  @MainActor final class Screen {
    let session = Session()
    let row = RowView()
    private(set) var configurationCount = 0

    @ObservationTracking
    func bind() {
      configure(session.user)
    }

    private func configure(_ user: Profile) {
      configurationCount += 1
      row.show(user)
    }
  }

  @Test func readsOfAChildAreItsOwnDependenciesIfTrackingIsExact() async {
    let screen = Screen()
    screen.bind()
    #expect(screen.row.label.assignmentCount == 1)
    screen.session.user.name = "Grace"
    await mainActorTurns()
    #expect(screen.row.label.text == "Grace")
    // Without exact tracking, the outer binding runs again, too, and starts those of the child again: instead of their own run if it
    // comes first.
    #expect(screen.configurationCount == (trackingIsExact ? 1 : 2))
    #expect(screen.row.label.assignmentCount >= 2)
    #expect(screen.row.label.assignmentCount <= (trackingIsExact ? 2 : 3))
  }

  @Test func anotherModelOfTheChildIsShown() async {
    let screen = Screen()
    screen.bind()
    let former = screen.session.user
    screen.session.user = Profile()
    screen.session.user.name = "Grace"
    await mainActorTurns()
    former.name = "Former"
    await mainActorTurns()
    #expect(screen.row.label.text == "Grace")
    #expect(screen.configurationCount == 2)
  }
}

/// When a binding runs that is to run inside the change.
@Suite @MainActor struct SynchronousBindingTests {
  @MainActor final class Screen {
    let profile = Profile()
    let label = Label()

    @ObservationTracking(isolation: .synchronous)
    func bind() {
      label.text = profile.name
    }
  }

  @Test func aSynchronousBindingRunsInsideTheChangeOrInTheNextTurnWithThePublicBackend() async {
    let screen = Screen()
    screen.bind()
    screen.profile.name = "Grace"
    let isInside = trackingIsExact || Tracking.isStandard
    #expect(screen.label.text == (isInside ? "Grace" : "Ada"))
    await mainActorTurns()
    #expect(screen.label.text == "Grace")
    #expect(screen.label.assignmentCount == 2)
  }
}
