import Observation
import ObservationBridgeTesting
import TestSupport
import Testing

@testable import ObservationBridge

/// A derived value decides whether a pass runs, and is computed by user code, which may cancel the observation.
@Suite @MainActor struct CancellationInComputationsTests {
  enum Way: CaseIterable {
    case cancel, release
  }

  enum Place: CaseIterable {
    case closure, comparison, deinitOfFormerResult
  }

  private nonisolated static let options: [ObservationOptions] = [
    .didSet, [.didSet, .immediate], [.willSet, .immediate], [.didSet, .confirming],
  ]

  /// An action that runs inside the computation of the value on which the observation waits.
  private final class Hook {
    var run: () -> Void = {}
  }

  private final class Result: Equatable {
    let (number, place, hook): (Int, Place, Hook)

    init(_ number: Int, _ place: Place, _ hook: Hook) { (self.number, self.place, self.hook) = (number, place, hook) }

    static func == (one: Result, other: Result) -> Bool {
      if one.place == .comparison { one.hook.run() }
      return one.number == other.number
    }

    deinit { if place == .deinitOfFormerResult { hook.run() } }
  }

  private final class Owner {
    var token: PortableObservationToken?

    func end(by way: Way) {
      if way == .cancel { token?.cancel() }
      token = nil
    }
  }

  private func makeValue(of cell: any RandomCell, _ place: Place, _ hook: Hook) -> DerivedValue<Result, Never> {
    DerivedValue {
      let number = cell.x
      if place == .closure { hook.run() }
      return Result(number, place, hook)
    }
  }

  @Test(arguments: Array(options.indices), Array(Place.allCases.indices))
  func noPassBeginsAfterCancellation(_ options: Int, _ place: Int) async {
    for way in Way.allCases {
      for kind in OwnChangesBehindValuesTests.Kind.allCases {
        let cell = kind.makeCell()
        let (hook, owner) = (Hook(), Owner())
        let value = makeValue(of: cell, Place.allCases[place], hook)
        var passes = 0
        owner.token = withPortableContinuousObservation(options: Self.options[options]) { _ in
          passes += 1
          _ = value.value.number
        }
        // A first reading may be confirmed.
        await mainActorTurns()
        let before = passes
        var isOver = false
        hook.run = {
          owner.end(by: way)
          if !isOver { passes = before }
          isOver = true
        }
        cell.x = 1
        await mainActorTurns()
        if !isOver { _ = value.value }
        #expect(isOver)
        #expect(passes == before)
        hook.run = {}
      }
    }
  }

  // A former result is released after the delivery, which has it.
  @Test(arguments: [Place.closure, .comparison])
  func noChangeIsDeliveredAfterCancellation(_ place: Place) async {
    let cell = Cell()
    let (hook, owner) = (Hook(), Owner())
    let holder = Holder(makeValue(of: cell, place, hook))
    var deliveries = 0
    owner.token = withPropertyObservation(of: holder, \.result) { _ in deliveries += 1 }
    var isOver = false
    hook.run = {
      owner.end(by: .cancel)
      isOver = true
    }
    cell.x = 1
    await mainActorTurns()
    #expect(isOver)
    #expect(deliveries == 0)
    hook.run = {}
  }

  /// Another property has changed as well, so the pass doesn't ask the value first.
  @Test func noChangeIsDeliveredAfterCancellationWhileThePropertyIsRead() {
    let cell = Cell()
    let (hook, owner) = (Hook(), Owner())
    let sum = Sum(makeValue(of: cell, .closure, hook), cell)
    var deliveries = 0
    owner.token = withPropertyObservation(of: sum, \.total) { _ in deliveries += 1 }
    hook.run = { owner.end(by: .cancel) }
    withObservationTransaction {
      cell.y = 1
      cell.x = 1
    }
    #expect(owner.token == nil)
    #expect(deliveries == 0)
    hook.run = {}
  }

  private final class Sum: Observable {
    private let registrar = ModelRegistrar()
    private let (value, cell): (DerivedValue<Result, Never>, Cell)

    init(_ value: DerivedValue<Result, Never>, _ cell: Cell) { (self.value, self.cell) = (value, cell) }

    var total: Int { cell.y + value.value.number }
  }

  private final class Holder: Observable {
    private let registrar = ModelRegistrar()
    private let value: DerivedValue<Result, Never>

    init(_ value: DerivedValue<Result, Never>) { self.value = value }

    /// A plain computed property.
    var result: Result { value.value }
  }

  @Test func noValueIsSampledAfterTheIteratingTaskIsCancelled() async {
    let cell = Cell()
    let hook = Hook()
    let value = makeValue(of: cell, .closure, hook)
    var (isSampling, samples, samplesAtEnd): (Bool, Int, Int?) = (false, 0, nil)
    let stream = ObservationBridge {
      isSampling = true
      defer { isSampling = false }
      samples += 1
      return value.value.number
    }
    let task = Task { for await _ in stream {} }
    await eventually { samples > 0 }
    hook.run = {
      task.cancel()
      // Another reading, which no value decides about, may have come first.
      if !isSampling { samplesAtEnd = samples }
    }
    cell.x = 1
    await task.value
    #expect(samplesAtEnd == samples || samplesAtEnd == nil && !Tracking.isExact)
    hook.run = {}
  }

  /// A change during a pass is followed by another one at once, as long as there is a consumer.
  @Test func noOtherValueIsSampledAfterAPassHasCancelledTheIteratingTask() async {
    let cell = SharedCell(0)
    var task: Task<Void, Never>?
    var samples: [Int] = []
    let stream = ObservationBridge {
      let x = cell.x
      samples.append(x)
      if x == 1 {
        task?.cancel()
        Thread.run { cell.x = 2 }
      }
      return x
    }
    task = Task { for await _ in stream {} }
    await eventually { samples.last == 0 }
    cell.x = 1
    await task?.value
    await mainActorTurns()
    #expect(cell.x == 2)
    #expect(samples.last == 1)
  }

  @Test func closureIsReleasedWhenThePassThatIsNotNeededEnds() async {
    let cell = Cell()
    let (hook, owner) = (Hook(), Owner())
    let value = makeValue(of: cell, .closure, hook)
    weak var captured: Held?
    do {
      let held = Held()
      captured = held
      owner.token = withPortableContinuousObservation { _ in
        withExtendedLifetime(held) { _ = value.value.number }
      }
    }
    hook.run = { owner.end(by: .cancel) }
    cell.x = 1
    await mainActorTurns()
    #expect(owner.token == nil)
    #expect(captured == nil)
    hook.run = {}
  }
}
