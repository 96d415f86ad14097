import ObservationMigration
import Testing

@Suite struct UnusedCancellableRuleTests {
  @Test func cancellablesThatAreUsedStay() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Model: ObservableObject {
        2️⃣@Published var name = ""
        private var 3️⃣cancellables = Set<AnyCancellable>()
        var 4️⃣open: AnyCancellable?
        private var 5️⃣unused: AnyCancellable? // Kept.
        let subject = PassthroughSubject<Int, Never>()
        func start() {
          subject.sink { _ in }.store(in: &cancellables)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        var name = ""
        @ObservationIgnored private var cancellables = Set<AnyCancellable>()
        @ObservationIgnored var open: AnyCancellable?
        // Kept.
        let subject = PassthroughSubject<Int, Never>()
        func start() {
          subject.sink { _ in }.store(in: &cancellables)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed ignored-storage", "4️⃣ changed ignored-storage",
        "5️⃣ changed unused-cancellable",
      ]
    )
  }

  @Test func cancellablesOfEachClassAreItsOwn() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Model: ObservableObject {
        2️⃣@Published var name = ""
        private var 3️⃣bag = Set<AnyCancellable>()
        func stop() {
          bag.removeAll()
        }
      }
      final class Other {
        private var bag = Set<AnyCancellable>()
        func start(_ subject: PassthroughSubject<Int, Never>) {
          subject.sink { _ in }.store(in: &bag)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        var name = ""
        func stop() {
        }
      }
      final class Other {
        private var bag = Set<AnyCancellable>()
        func start(_ subject: PassthroughSubject<Int, Never>) {
          subject.sink { _ in }.store(in: &bag)
        }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed unused-cancellable"]
    )
  }

  @Test func propertyStaysThatKeepsTheObservationInstead() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class 1️⃣Meter: ObservableObject { 2️⃣@Published var isBusy = false }
      @MainActor final class Panel {
        private let meter = Meter()
        private var token: AnyCancellable?
        private var isLit = false
        init() {
          token = 3️⃣meter.$isBusy.removeDuplicates().sink { [weak self] isBusy in
            self?.isLit = isBusy
          }
        }
      }
      """
    ).expect(
      """
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Meter { var isBusy = false }
      @MainActor final class Panel {
        private let meter = Meter()
        private var token: PortableObservationToken?
        private var isLit = false
        init() {
          let isBusyDidChange: @MainActor (Bool) -> Void = { [weak self] isBusy in
            self?.isLit = isBusy
          }
          isBusyDidChange(meter.isBusy)
          token = withPropertyObservation(of: meter, \\.isBusy) { isBusyDidChange($0.new) }
        }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed pipeline"],
      options: MigrationOptions(pipelines: true)
    )
  }
}
